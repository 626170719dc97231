/** Requests of our pages to the worker, which may die before it answers. */
import { raceWithAbort } from '../lib/base/async.ts';
import { getErrorMessage, type UserError } from '../lib/base/errors.ts';
import { SIGN_IN_MS } from '../lib/protocol/requests/bounds.ts';
import type { Reply, Request, RequestName } from '../lib/protocol/requests/requests.ts';

export type Payload<N extends RequestName> = Omit<Extract<Request, { type: N }>, 'type'>;

const BACKOFF_MS = 150;
/** Longer than the worker itself takes before it gives up. */
const USUAL = { attempts: 5, replyMs: 240_000 };
/** Sent again, it would open a second window. */
const SIGN_IN = { attempts: 1, replyMs: SIGN_IN_MS + 60_000 };

/** Sends until acknowledged: a dying worker loses the message; `commandId` makes a second delivery harmless. */
export async function sendRequest<N extends RequestName>(name: N, payload: Payload<N>): Promise<Reply<N>> {
  const { attempts, replyMs } = name === 'tool-server.sign-in' ? SIGN_IN : USUAL;
  let reason = '';
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (attempt > 0) await sleep(BACKOFF_MS * 2 ** (attempt - 1));
    try {
      const reply: unknown = await raceWithAbort(
        chrome.runtime.sendMessage({ type: name, ...payload }),
        AbortSignal.timeout(replyMs),
        () => new Error('no answer'),
      );
      if (isReply<N>(reply)) return reply;
      reason = 'no answer';
    } catch (thrown) {
      reason = getErrorMessage(thrown);
    }
  }
  const error: UserError = {
    code: 'worker.silent',
    message: `KnowledgeLens didn’t answer (${reason}).`,
    hint: 'Try again. If that doesn’t help, switch the extension off and on at chrome://extensions.',
  };
  return { ok: false, error };
}

function isReply<N extends RequestName>(value: unknown): value is Reply<N> {
  return typeof value === 'object' && value !== null && 'ok' in value && typeof value.ok === 'boolean';
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
