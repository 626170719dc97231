import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

test('the injected script lays down one function, however often, and what it read last, and changes nothing in the page', async () => {
  vi.stubGlobal('chrome', { dom: { openOrClosedShadowRoot: (el: HTMLElement) => el.shadowRoot } });
  document.body.append(
    document.createRange().createContextualFragment('<main><h1>Oars</h1><h2>Wood</h2><p>Ash is heavier.</p></main>'),
  );
  const globals = Object.keys(globalThis);
  const before = document.documentElement.outerHTML;
  for (let i = 0; i < 2; i += 1) {
    vi.resetModules();
    await import('../../src/content/reader.iife.ts');
  }
  const reading = await globalThis.__klReadPage?.();
  expect(reading).toMatchObject({
    kind: 'article',
    article: { title: 'Oars', markdown: '## Wood\n\nAsh is heavier.' },
  });
  expect(structuredClone(reading)).toEqual(reading);
  expect(Object.keys(globalThis).filter((name) => !globals.includes(name))).toEqual([
    '__klReadings',
    '__klReadPage',
    '__klLastReading',
  ]);
  expect(document.documentElement.outerHTML).toBe(before);
});

test('a reading can be stopped by its name, and others go on', async () => {
  vi.stubGlobal('chrome', { dom: { openOrClosedShadowRoot: (el: HTMLElement) => el.shadowRoot } });
  document.body.append(document.createRange().createContextualFragment('<p>Oak sinks.</p>'.repeat(600)));
  const stopped = globalThis.__klReadPage?.('a');
  const other = globalThis.__klReadPage?.('b');
  globalThis.__klReadings?.get('a')?.abort();
  await expect(stopped).rejects.toThrow('aborted');
  await expect(other).resolves.toMatchObject({ kind: 'article' });
  expect(globalThis.__klReadings?.size).toBe(0);
});

test('data of the scripts are read where the page has no text, but not once the app has changed the address', async () => {
  vi.stubGlobal('chrome', { dom: { openOrClosedShadowRoot: (el: HTMLElement) => el.shadowRoot } });
  vi.stubGlobal('__klLastReading', undefined);
  Object.defineProperty(navigator, 'userActivation', { value: { isActive: false }, configurable: true });
  const data = document.createElement('script');
  data.type = 'application/json';
  data.text = JSON.stringify({ post: 'Elm rots in dry air, but lasts in water. '.repeat(40) });
  document.body.replaceChildren(data);
  const loadedAt = vi.spyOn(performance, 'getEntriesByType');
  for (const [loaded, kind] of [
    [location.href, 'article'],
    [new URL('/before', location.href).href, 'empty'],
  ] as const) {
    loadedAt.mockReturnValue([{ name: loaded } as PerformanceEntry]);
    expect(await globalThis.__klReadPage?.()).toMatchObject({ kind });
  }
});
