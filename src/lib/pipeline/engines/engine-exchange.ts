/** One guarded exchange with a search engine: no redirects, bounded in time and bytes. */
import { raceWithAbort } from '../../base/async.ts';
import { systemClock } from '../../base/clock.ts';
import { readBytes } from '../../base/bytes.ts';
import { UserFacingError } from '../../base/errors.ts';
import { parseJson } from '../../base/loose.ts';
import { fetchPrivately } from '../../base/private-fetch.ts';
import type { EngineAnswer, EngineRequest } from './engine-dialect.ts';
import { SearchFailure } from './search-failure.ts';

type Fetch = typeof globalThis.fetch;

export interface SearchLimits {
  /** From the request to the last byte. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

export const SEARCH_LIMITS: SearchLimits = { timeoutMs: 8000, maxBytes: 2 * 1024 * 1024 };

const MAX_REFUSAL_BYTES = 65_536;

interface ExchangeOptions {
  readonly label: string;
  readonly limits: SearchLimits;
  readonly signal: AbortSignal;
}

/** Returns the answer, whatever its status. Rejects with a `SearchFailure` or the caller's abort. */
export async function exchangeWithEngine(
  fetch: Fetch,
  request: EngineRequest,
  { label, limits, signal }: ExchangeOptions,
): Promise<EngineAnswer> {
  signal.throwIfAborted();
  const finished = new AbortController();
  const timeout = systemClock.timeout(limits.timeoutMs, finished.signal);
  const combinedSignal = AbortSignal.any([signal, timeout]);
  try {
    return await raceWithAbort(sendToEngine(fetch, request, { label, limits, signal: combinedSignal }), combinedSignal);
  } catch (error) {
    signal.throwIfAborted();
    throw timeout.aborted ? createTimeoutError(label, limits.timeoutMs) : toExchangeFailure(error, label);
  } finally {
    finished.abort();
  }
}

async function sendToEngine(
  fetch: Fetch,
  { url, body }: EngineRequest,
  { label, limits, signal }: ExchangeOptions,
): Promise<EngineAnswer> {
  const accept = { accept: 'application/json' };
  const init: RequestInit =
    body === undefined
      ? { method: 'GET', headers: accept }
      : { method: 'POST', headers: { ...accept, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetchPrivately(fetch, url, { ...init, signal });
  if (response === null) throw createRedirectError(label);
  const maxBytes = response.ok ? limits.maxBytes : Math.min(limits.maxBytes, MAX_REFUSAL_BYTES);
  const text = await readBoundedText(response, maxBytes, label).catch((error: unknown) => {
    if (response.ok || signal.aborted) throw error;
    return ''; // the status of a refusal suffices
  });
  const { status, headers } = response;
  const answer = { status, headers, body: parseJson(text) };
  if (response.ok && answer.body === undefined) throw createNotJsonError(label, text);
  return answer;
}

async function readBoundedText(response: Response, maxBytes: number, label: string): Promise<string> {
  if (response.body === null) return '';
  const bytes = await readBytes(response.body, maxBytes).catch((cause: unknown) => {
    const message = `The answer of ${label} broke off before its end.`;
    throw new SearchFailure({ code: 'search.unreachable', message, hint: RETRY_HINT }, { retryable: true }, { cause });
  });
  if (bytes === null) {
    const message = `${label} sent more than ${Math.round(maxBytes / 1024)} KB, and was stopped.`;
    throw new SearchFailure({ code: 'search.bad-answer', message, hint: NOT_AN_API_HINT });
  }
  return new TextDecoder().decode(bytes);
}

const RETRY_HINT = 'Try again. If it keeps happening, put another engine before it in the settings.';
const NOT_AN_API_HINT =
  'Check its address in the settings. If it is right, your network may need you to sign in first.';

function toExchangeFailure(error: unknown, label: string): SearchFailure {
  if (error instanceof SearchFailure) return error;
  if (error instanceof UserFacingError) {
    const { message, hint } = error.error;
    return new SearchFailure({ code: 'search.refused', message, hint }, {}, { cause: error });
  }
  return new SearchFailure(
    {
      code: 'search.unreachable',
      message: `No connection to ${label}.`,
      hint: 'Check your connection, and its address in the settings. Saving it there also allows KnowledgeLens to reach it.',
    },
    { retryable: true },
    { cause: error },
  );
}

function createTimeoutError(label: string, ms: number): SearchFailure {
  const time = ms < 1000 ? `${ms} milliseconds` : `${Math.round(ms / 1000)} seconds`;
  const message = `${label} didn’t answer within ${time}.`;
  return new SearchFailure({ code: 'search.timeout', message, hint: RETRY_HINT }, { retryable: true });
}

function createRedirectError(label: string): SearchFailure {
  const message = `${label} answered with a redirect, which isn’t followed, so that words and key reach no other server.`;
  const hint = 'In the settings, set its address to the final one: check http or https, host and path.';
  return new SearchFailure({ code: 'search.refused', message, hint });
}

function createNotJsonError(label: string, text: string): SearchFailure {
  const what = /^\s{0,100}</.test(text) ? 'a web page' : 'something that is no JSON';
  return new SearchFailure({
    code: 'search.bad-answer',
    message: `${label} answered with ${what} instead of results.`,
    hint: NOT_AN_API_HINT,
  });
}
