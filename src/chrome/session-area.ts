/** `chrome.storage.session` as a storage area: its errors become typed ones. */
import type { StorageArea } from '../lib/agent/area.ts';
import { StoreError } from '../lib/agent/ports.ts';
import { messageOf } from '../lib/base/errors.ts';

/** The little of `chrome.storage.StorageArea` that is used. */
interface BrowserArea {
  get(keys: string[]): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
  remove(keys: string[]): Promise<void>;
}

export function sessionArea(area: BrowserArea = chrome.storage.session): StorageArea {
  return {
    get: (keys) => typed(() => area.get([...keys])),
    set: (items) => typed(() => area.set(items)),
    remove: (keys) => typed(() => area.remove([...keys])),
  };
}

async function typed<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (thrown) {
    const message = messageOf(thrown);
    throw new StoreError(/quota/i.test(message) ? 'quota' : 'denied', message, { cause: thrown });
  }
}
