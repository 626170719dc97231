import { expect, test } from 'vitest';

test('an element that the page calls by the name of our tools does not stand in their way', async () => {
  // as a window has it: not its own, but found by name
  Object.defineProperty(Object.prototype, '__klPageTools', {
    value: document.createElement('div'),
    configurable: true,
    writable: true,
  });
  try {
    await import('../../src/content/page-tools.iife.ts');
    expect(await globalThis.__klPageTools?.list()).toEqual({ origin: location.origin, tools: [] });
  } finally {
    Reflect.deleteProperty(Object.prototype, '__klPageTools');
    Reflect.deleteProperty(globalThis, '__klPageTools');
  }
});
