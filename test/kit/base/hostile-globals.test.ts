import { expect, it } from 'vitest';

it('makes any use of Function, eval or chrome throw in tests of the core', () => {
  for (const name of ['Function', 'eval'] as const) {
    const forbidden = (globalThis as unknown as Record<string, (code: string) => unknown>)[name];
    expect(() => forbidden?.('1')).toThrow(/forbids/);
  }
  expect(() => chrome.storage).toThrow(/must not know/);
});
