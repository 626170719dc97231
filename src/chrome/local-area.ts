/** Writing to `chrome.storage.local`. The one rule: a write that the browser refuses is told to the person, with what to do. */
import { messageOf, TroubleError } from '../lib/base/errors.ts';

/** All items in one write, or none. Rejects with a `TroubleError`. */
export async function writeLocal(items: Readonly<Record<string, unknown>>): Promise<void> {
  try {
    await chrome.storage.local.set(items);
  } catch (thrown) {
    const said = messageOf(thrown);
    const trouble = /quota/i.test(said)
      ? {
          code: 'storage.full',
          message: 'The browser’s storage for KnowledgeLens is full, so nothing was saved.',
          cure: 'Remove agents that you no longer use, then save again.',
        }
      : {
          code: 'storage.denied',
          message: `The browser did not save it: ${said}`,
          cure: 'Try again; restarting the browser may help.',
        };
    throw new TroubleError(trouble, { cause: thrown });
  }
}
