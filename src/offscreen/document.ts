/** Starts services on request of the worker. */
import { getErrorMessage } from '../lib/base/errors.ts';
import { readFetched } from '../lib/pipeline/page/fetched/read-fetched.ts';
import { runInSlices } from '../lib/pipeline/text/time-slices.ts';
import { check } from '../lib/protocol/check.ts';
import { createFetchedMessage } from '../lib/protocol/offscreen/convert-events.ts';
import type { FetchedEvent } from '../lib/protocol/offscreen/fetched.ts';
import { OFFSCREEN_PORT, type OffscreenService, type PortLike } from '../lib/protocol/offscreen/offscreen.ts';
import { serveOnce } from './serve-once.ts';

export const serveFetched = (line: PortLike): void =>
  serveOnce(line, (message, post, signal) => {
    void readBody(message, signal).then((event) => post(createFetchedMessage(event)));
  });

async function readBody(message: unknown, signal: AbortSignal): Promise<FetchedEvent> {
  const body = check('page.body', message);
  if (!body.ok) return { type: 'fault', message: body.message };
  try {
    const { kind, text, url } = body.value;
    return { type: 'done', reading: await runInSlices(readFetched(kind, text, url), { signal }) };
  } catch (thrown) {
    return { type: 'fault', message: getErrorMessage(thrown) };
  }
}

type Services = Readonly<Record<OffscreenService, (line: PortLike) => void>>;

interface DocumentDeps {
  readonly connect: (name: string) => PortLike;
  readonly close: () => void;
  /** Whether the document is needed although its worker died. */
  readonly isNeeded: () => boolean;
  readonly services: Services;
}

/** Long enough for a worker that cannot start not to be woken in a tight loop. */
const RECONNECT_MS = 50;

/** Closes the document with its worker, unless a run needs it: then it wakes the next worker. */
export function runOffscreenDocument({ connect, close, isNeeded, services }: DocumentDeps): void {
  const control = connect(OFFSCREEN_PORT);
  control.onDisconnect.addListener(() => {
    if (!isNeeded()) close();
    else setTimeout(() => runOffscreenDocument({ connect, close, isNeeded, services }), RECONNECT_MS);
  });
  control.onMessage.addListener((message) => {
    const request = check('offscreen.open', message);
    if (request.ok) services[request.value.service](connect(request.value.name));
  });
}
