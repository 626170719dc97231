import { SCHEMAS } from '../../lib/protocol/schemas.ts';
import { validate } from '../../lib/schema/validate.ts';

/** An item of `chrome.storage.local`; one that does not fit counts as the empty one. Rejects when storage itself fails. */
export function createCheckedItem<T>(key: 'grants' | 'page-tools', empty: T) {
  const load = async (): Promise<T> => {
    const checked = validate<T>(SCHEMAS[key], (await chrome.storage.local.get(key))[key], key);
    return checked.ok ? checked.value : empty;
  };
  return {
    load,
    /** Rejects with a plain sentence if the result is invalid. Worker and pages take turns, or what one removed could return. */
    update: (change: (now: T) => T): Promise<void> =>
      navigator.locks.request(key, async () => {
        const checked = validate<T>(SCHEMAS[key], change(await load()), key);
        if (!checked.ok) throw new Error(checked.message);
        await chrome.storage.local.set({ [key]: checked.value });
      }),
  };
}
