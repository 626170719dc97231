/** `chrome.storage.session` as a storage area: its errors become typed ones. */
import type { StorageArea } from '../lib/agent/area.ts';
import { StoreError } from '../lib/agent/ports.ts';
import { messageOf } from '../lib/base/errors.ts';

export function sessionArea(): StorageArea {
  const area = chrome.storage.session;
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
