/**
 * One guarded exchange with a search engine. The one rule: nothing is followed, nothing identifies the person but the
 * words and the key, and nothing is waited for or read without a bound. Whatever goes wrong leaves here as a
 * `SearchFailure`; the caller's own abort leaves as it came.
 */
import { TroubleError } from '../../base/errors.ts';
import { parseJson } from '../../base/loose.ts';
import type { EngineAnswer, EngineRequest } from './dialect.ts';
import { SearchFailure } from './failure.ts';

type Fetch = typeof globalThis.fetch;

export interface SearchLimits {
  /** From the request to the last byte. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

export const SEARCH_LIMITS: SearchLimits = { timeoutMs: 8000, maxBytes: 2 * 1024 * 1024 };

const MAX_REFUSAL_BYTES = 65_536;

const PRIVATE_REQUEST = {
  redirect: 'manual', // reported by name; `error` could not be told from a server that is down
  credentials: 'omit',
  referrerPolicy: 'no-referrer',
  cache: 'no-store',
} as const satisfies RequestInit;

/** What came, whatever its status; `label` names the engine in failures. */
export async function exchange(
  fetch: Fetch,
  { url, body }: EngineRequest,
  { label, limits, signal }: { readonly label: string; readonly limits: SearchLimits; readonly signal: AbortSignal },
): Promise<EngineAnswer> {
  signal.throwIfAborted();
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), limits.timeoutMs);
  const over = AbortSignal.any([signal, late.signal]);
  try {
    return await raced(ask(fetch, url, body, label, limits, over), over);
  } catch (error) {
    signal.throwIfAborted();
    throw late.signal.aborted ? tooSlow(label, limits.timeoutMs) : failureOf(error, label);
  } finally {
    clearTimeout(timer);
  }
}

async function ask(
  fetch: Fetch,
  url: string,
  body: unknown,
  label: string,
  limits: SearchLimits,
  signal: AbortSignal,
): Promise<EngineAnswer> {
  const accept = { accept: 'application/json' };
  const sent: RequestInit =
    body === undefined
      ? { method: 'GET', headers: accept }
      : { method: 'POST', headers: { ...accept, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(url, { ...PRIVATE_REQUEST, ...sent, signal });
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    void response.body?.cancel().catch(() => undefined);
    throw redirected(label);
  }
  const most = response.ok ? limits.maxBytes : Math.min(limits.maxBytes, MAX_REFUSAL_BYTES);
  const text = await readWhole(response, most, label).catch((error: unknown) => {
    if (response.ok || signal.aborted) throw error;
    return ''; // the status of a refusal says enough
  });
  const { status, headers } = response;
  const answer = { status, headers, body: parseJson(text) };
  if (response.ok && answer.body === undefined) throw notJson(label, text);
  return answer;
}

/** Rejects as soon as the signal aborts, also where what is waited for does not heed it. */
function raced<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new Error('The exchange was stopped.'));
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

async function readWhole(response: Response, maxBytes: number, label: string): Promise<string> {
  if (response.body === null) return '';
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const parts: string[] = [];
  try {
    for (let bytes = 0; ;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.byteLength;
      if (bytes > maxBytes) throw tooLarge(label, maxBytes);
      parts.push(decoder.decode(value, { stream: true }));
    }
  } catch (error) {
    throw error instanceof SearchFailure ? error : brokenOff(label, error);
  } finally {
    void reader.cancel().catch(() => undefined);
  }
  parts.push(decoder.decode());
  return parts.join('');
}

const AGAIN = 'Try again. If it keeps happening, put another engine before it in the settings.';
const NOT_AN_API =
  'Check its address in the settings. If that is right, a page of your network, such as one to sign in, may stand before it.';

/** What `fetch` itself raised: a network that refused, or a key that could not be sent. */
function failureOf(error: unknown, label: string): SearchFailure {
  if (error instanceof SearchFailure) return error;
  if (error instanceof TroubleError) {
    const { message, cure } = error.trouble;
    return new SearchFailure({ code: 'search.refused', message, cure }, {}, { cause: error });
  }
  return new SearchFailure(
    {
      code: 'search.unreachable',
      message: `No connection to ${label}.`,
      cure: 'Check your connection, and its address in the settings. Saving it there also allows KnowledgeLens to reach it.',
    },
    { retryable: true },
    { cause: error },
  );
}

function brokenOff(label: string, cause: unknown): SearchFailure {
  const message = `The answer of ${label} broke off before its end.`;
  return new SearchFailure({ code: 'search.unreachable', message, cure: AGAIN }, { retryable: true }, { cause });
}

function tooSlow(label: string, ms: number): SearchFailure {
  const time = ms < 1000 ? `${ms} milliseconds` : `${Math.round(ms / 1000)} seconds`;
  const message = `${label} did not answer within ${time}.`;
  return new SearchFailure({ code: 'search.timeout', message, cure: AGAIN }, { retryable: true });
}

function tooLarge(label: string, maxBytes: number): SearchFailure {
  const message = `${label} sent more than ${Math.round(maxBytes / 1024)} KB, and was stopped.`;
  return new SearchFailure({ code: 'search.bad-answer', message, cure: NOT_AN_API });
}

function redirected(label: string): SearchFailure {
  const message = `${label} answered with a redirect, which is not followed, so that words and key reach no other server.`;
  const cure = 'In the settings, set its address to the final one: check http or https, host and path.';
  return new SearchFailure({ code: 'search.refused', message, cure });
}

function notJson(label: string, text: string): SearchFailure {
  const what = /^\s{0,100}</.test(text) ? 'a web page' : 'something that is no JSON';
  return new SearchFailure({
    code: 'search.bad-answer',
    message: `${label} answered with ${what} instead of results.`,
    cure: NOT_AN_API,
  });
}
