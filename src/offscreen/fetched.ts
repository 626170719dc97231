/** Serves fetched pages in the offscreen document: one body and one answer per port. */
import { getErrorMessage } from '../lib/base/errors.ts';
import { readFetched } from '../lib/pipeline/page/fetched.ts';
import { check } from '../lib/protocol/check.ts';
import { createFetchedMessage } from '../lib/protocol/fetched.ts';
import type { FetchedEvent } from '../lib/protocol/fetched-schemas.ts';
import type { PortLike } from '../lib/protocol/offscreen.ts';

export function serveFetched(line: PortLike): void {
  let received = false;
  line.onMessage.addListener((message) => {
    if (received) return;
    received = true;
    try {
      line.postMessage(createFetchedMessage(readBody(message)));
    } catch {
      // the port was already closed
    }
  });
}

function readBody(message: unknown): FetchedEvent {
  const body = check('page.body', message);
  if (!body.ok) return { type: 'fault', message: body.message };
  try {
    const { kind, text, url } = body.value;
    return { type: 'done', reading: readFetched(kind, text, url) };
  } catch (thrown) {
    return { type: 'fault', message: getErrorMessage(thrown) };
  }
}
