/**
 * Canary keys: each test browser holds one for its model server, and everything the browser keeps is searched for it before
 * it closes (SAFETY D8). The one place where a key may lie is its own slot in the extension's local storage.
 */
import type { Page } from 'playwright-core';

export const CANARY = /kl-canary-[a-z0-9]+/g;

/** A key that occurs nowhere by chance. */
export function canary(): string {
  return `kl-canary-${crypto.randomUUID().replaceAll('-', '')}`;
}

/** Everything that pages of this extension can read of what it keeps: storage areas, databases, caches. By where it lies. */
export function dump(page: Page): Promise<Readonly<Record<string, string>>> {
  return page.evaluate(async () => {
    const found: Record<string, string> = {};
    // a text in bytes is found as a text, where JSON would write a number for each of them
    const spellBytes = (_: string, value: unknown): unknown =>
      ArrayBuffer.isView(value) ? new TextDecoder('latin1').decode(value) : value;
    for (const area of ['local', 'session', 'sync'] as const) {
      const held = await chrome.storage[area].get(null);
      for (const [name, value] of Object.entries(held)) found[`${area}/${name}`] = JSON.stringify([name, value]);
    }
    for (const { name = '', version = 1 } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name, version);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(new Error(`${name} cannot be opened.`));
      });
      for (const store of Array.from(db.objectStoreNames)) {
        const asking = db.transaction(store).objectStore(store).getAll();
        const rows = await new Promise<unknown[]>((resolve, reject) => {
          asking.onsuccess = () => resolve(asking.result as unknown[]);
          asking.onerror = () => reject(new Error(`${name}/${store} cannot be read.`));
        });
        found[`indexedDB/${name}/${store}`] = JSON.stringify(rows, spellBytes);
      }
      db.close();
    }
    for (const name of await caches.keys()) {
      const kept = await caches.open(name);
      for (const request of await kept.keys())
        found[`cache/${name}/${request.url}`] = (await (await kept.match(request))?.text()) ?? '';
    }
    found['localStorage'] = JSON.stringify(Object.entries(localStorage));
    found['sessionStorage'] = JSON.stringify(Object.entries(sessionStorage));
    return found;
  });
}

/** Where a canary lies besides its own slot. */
export function strays(held: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(held)
    .filter(([place, text]) => !place.startsWith('local/key/') && new RegExp(CANARY).test(text))
    .map(([place]) => place);
}
