import type { StorageArea } from '../../lib/agent/store/storage-area.ts';
import { StoreError } from '../../lib/agent/storage-ports.ts';
import { getErrorMessage, UserFacingError } from '../../lib/base/errors.ts';

/** Writes all items or none. Rejects with a `UserFacingError`. */
export async function writeLocal(items: Readonly<Record<string, unknown>>): Promise<void> {
  try {
    await chrome.storage.local.set(items);
  } catch (thrown) {
    const message = getErrorMessage(thrown);
    const error = /quota/i.test(message)
      ? {
          code: 'storage.full',
          message: 'The browser’s storage for KnowledgeLens is full, so nothing was saved.',
          hint: 'Remove agents that you no longer use, then save again.',
        }
      : {
          code: 'storage.denied',
          message: `The browser didn’t save it: ${message}`,
          hint: 'Try again; restarting the browser may help.',
        };
    throw new UserFacingError(error, { cause: thrown });
  }
}

interface BrowserArea {
  get(keys: string[]): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
  remove(keys: string[]): Promise<void>;
}

/** `chrome.storage.session` as a storage area that rejects with `StoreError`. */
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
