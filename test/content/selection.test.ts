import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(async () => {
  vi.stubGlobal('chrome', { dom: { openOrClosedShadowRoot: (el: HTMLElement) => el.shadowRoot } });
  const page = '<h1>Oars</h1><p>Ash is heavy.</p><p>Fir is light.</p><textarea>Oak sinks slowly.</textarea>';
  document.body.replaceChildren(document.createRange().createContextualFragment(page));
  vi.resetModules();
  await import('../../src/content/selection.iife.ts');
});
afterEach(() => {
  getSelection()?.removeAllRanges();
  vi.unstubAllGlobals();
});

function rangeOf(n: number): Range {
  const range = document.createRange();
  range.selectNodeContents(document.querySelectorAll('p')[n] ?? document.body);
  return range;
}
const read = (plain?: string) => globalThis.__klReadSelection?.(plain);

test('the injected script reads what is selected now, and changes nothing in the page', async () => {
  getSelection()?.addRange(rangeOf(1));
  const before = document.documentElement.outerHTML;
  const selected = await read();
  expect(selected).toMatchObject({ path: ['Oars'], text: 'Fir is light.', before: '# Oars\n\nAsh is heavy.' });
  expect(structuredClone(selected)).toEqual(selected);
  expect(document.documentElement.outerHTML).toBe(before);
  expect(getSelection()?.toString()).toBe('Fir is light.');
});

test('what a toolbar has left is read first, and once', async () => {
  getSelection()?.addRange(rangeOf(1));
  globalThis.__klSelected = [rangeOf(0)];
  expect((await read())?.text).toBe('Ash is heavy.');
  expect('__klSelected' in globalThis).toBe(false);
  expect((await read())?.text).toBe('Fir is light.');
});

test('an element that the page calls by the name of what a toolbar leaves is not taken for it', async () => {
  getSelection()?.addRange(rangeOf(1));
  // as a window has it: not its own, but found by name
  Object.defineProperty(Object.prototype, '__klSelected', { value: document.body, configurable: true });
  try {
    expect((await read())?.text).toBe('Fir is light.');
  } finally {
    Reflect.deleteProperty(Object.prototype, '__klSelected');
  }
});

test('a text field that has the focus goes before the rest of the page', async () => {
  const field = document.querySelector('textarea');
  field?.focus();
  field?.setSelectionRange(4, 9);
  expect(await read()).toMatchObject({ text: 'sinks', before: 'Oak', after: 'slowly.', path: ['Oars'] });
});

test('what was told wins where something else is selected by now', async () => {
  getSelection()?.addRange(rangeOf(1));
  expect(await read('ash is')).toMatchObject({ text: 'Ash is', after: 'heavy.\n\nFir is light.' });
  expect(await read('nothing of the kind')).toBeNull();
  expect((await read('Fir is'))?.text).toBe('Fir is light.');
});

test('nothing selected is null', async () => {
  expect(await read()).toBeNull();
});
