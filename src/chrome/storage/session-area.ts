/** `chrome.storage.session` as a storage area that rejects with `StoreError`. */
import type { StorageArea } from '../../lib/agent/store/storage-area.ts';
import { StoreError } from '../../lib/agent/ports.ts';
import { getErrorMessage } from '../../lib/base/errors.ts';

interface BrowserArea {
  get(keys: string[]): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
  remove(keys: string[]): Promise<void>;
}

export function createSessionArea(area: BrowserArea = chrome.storage.session): StorageArea {
  return {
    get: (keys) => withStoreErrors(() => area.get([...keys])),
    set: (items) => withStoreErrors(() => area.set(items)),
    remove: (keys) => withStoreErrors(() => area.remove([...keys])),
  };
}

async function withStoreErrors<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (thrown) {
    const message = getErrorMessage(thrown);
    throw new StoreError(/quota/i.test(message) ? 'quota' : 'denied', message, { cause: thrown });
  }
}
