/** A worker of an extension has no code from strings, and the pure core has no `chrome`: make any use fail loudly here. */
import { afterAll, beforeAll, vi } from 'vitest';

function forbidden(name: string): never {
  throw new Error(`The core used ${name}, which a service worker forbids or the core must not know.`);
}

function hostile(name: string): object {
  return new Proxy(() => undefined, {
    apply: () => forbidden(name),
    construct: () => forbidden(name),
    // `instanceof Function` and friends only look at the prototype: harmless
    get: (_target, key): unknown =>
      key === 'prototype' ? Object.getPrototypeOf(() => undefined) : forbidden(`${name}.${String(key)}`),
  });
}

const NAMES = ['Function', 'eval', 'chrome'];
/** With those that tests replace. */
const originals = [...NAMES, 'fetch', 'navigator'].map(
  (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
);

beforeAll(() => {
  for (const name of NAMES) {
    Object.defineProperty(globalThis, name, { value: hostile(name), configurable: true, writable: true });
  }
});

// the next file of this worker shares its globals, and is imported before they are forbidden again
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const [name, original] of originals)
    if (original) Object.defineProperty(globalThis, name, original);
    else Reflect.deleteProperty(globalThis, name);
});
