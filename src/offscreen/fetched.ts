/** Pages that were fetched, as the offscreen document reads them: one body a line, and one answer. */
import { messageOf } from '../lib/base/errors.ts';
import { readFetched } from '../lib/pipeline/page/fetched.ts';
import { check } from '../lib/protocol/check.ts';
import { fetchedMessage } from '../lib/protocol/fetched.ts';
import type { FetchedEvent } from '../lib/protocol/fetched-schemas.ts';
import type { Line } from '../lib/protocol/offscreen.ts';

export function serveFetched(line: Line): void {
  let asked = false;
  line.onMessage.addListener((message) => {
    if (asked) return;
    asked = true;
    try {
      line.postMessage(fetchedMessage(read(message)));
    } catch {
      // the port closed under our hands: nobody waits for it any more
    }
  });
}

function read(message: unknown): FetchedEvent {
  const body = check('page.body', message);
  if (!body.ok) return { type: 'fault', message: body.message };
  try {
    const { kind, text, url } = body.value;
    return { type: 'done', reading: readFetched(kind, text, url) };
  } catch (thrown) {
    return { type: 'fault', message: messageOf(thrown) };
  }
}
