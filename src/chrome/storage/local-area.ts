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
          message: `The browser did not save it: ${message}`,
          hint: 'Try again; restarting the browser may help.',
        };
    throw new UserFacingError(error, { cause: thrown });
  }
}
