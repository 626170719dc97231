import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

test('the injected script lays down one function, however often, and says of words that are not there that they are not', async () => {
  vi.stubGlobal('chrome', { dom: { openOrClosedShadowRoot: (el: HTMLElement) => el.shadowRoot } });
  document.body.append(document.createRange().createContextualFragment('<p>Ash is heavier.</p>'));
  const globals = Object.keys(globalThis);
  const before = document.documentElement.outerHTML;
  await import('../../src/content/highlight.iife.ts');
  const first = globalThis.__klShowQuote;
  vi.resetModules();
  await import('../../src/content/highlight.iife.ts');
  expect(globalThis.__klShowQuote).toBe(first); // it knows what it has highlighted
  expect(first?.({ exact: 'Oak is lighter by far.', before: '', after: '' })).toEqual({ found: null });
  expect(Object.keys(globalThis).filter((name) => !globals.includes(name))).toEqual(['__klShowQuote']);
  expect(document.documentElement.outerHTML).toBe(before);
});

test('an element that the page calls by its name does not stand in its way', async () => {
  vi.stubGlobal('chrome', { dom: { openOrClosedShadowRoot: (el: HTMLElement) => el.shadowRoot } });
  Reflect.deleteProperty(globalThis, '__klShowQuote');
  // as a window has it: not its own, but found by name
  Object.defineProperty(Object.prototype, '__klShowQuote', {
    value: document.createElement('form'),
    configurable: true,
    writable: true,
  });
  try {
    vi.resetModules();
    await import('../../src/content/highlight.iife.ts');
    expect(globalThis.__klShowQuote?.({ exact: 'Oak.', before: '', after: '' })).toEqual({ found: null });
  } finally {
    Reflect.deleteProperty(Object.prototype, '__klShowQuote');
    Reflect.deleteProperty(globalThis, '__klShowQuote');
  }
});
