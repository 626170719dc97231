/**
 * Everything that can go wrong with a model call, as one sentence about what happened and one about what to do. One
 * pure function over whatever the provider library, the wire or the stream raised. The one rule: a failure never
 * carries a key, a query string or a server's raw bytes.
 */
import { InvalidResponseDataError, TypeValidationError } from '@ai-sdk/provider';
import { TroubleError, troubleOf } from '../base/errors.ts';
import { hostOf, isHere, isSelfHosted, type CallSite } from './address.ts';
import { parseJson, property } from '../base/loose.ts';
import type { ModelFailure } from './model.ts';
import { plain, unlisted, wordsIn, wordsOf } from './server-words.ts';
import { statusFailure } from './status-failures.ts';
import { ModelTimeoutError, type TimeoutKind } from './timeouts.ts';
import { RefusedError, WireError } from './wire.ts';

/** The stream ended as agreed, but the reply cannot be used. */
export class ReplyError extends Error {
  readonly fault: 'no-finish' | 'empty' | 'only-thoughts' | 'finished-in-error';
  constructor(fault: ReplyError['fault']) {
    super(`The model's reply cannot be used: ${fault}.`);
    this.name = 'ReplyError';
    this.fault = fault;
  }
}

/** The reply holds a tool call that cannot be put together, or not all of it. */
export class BadCallError extends Error {
  constructor() {
    super('A tool call in the reply cannot be read.');
    this.name = 'BadCallError';
  }
}

/** The server said inside the stream that it failed. */
export class StreamedError extends Error {
  /** What came under `error`. */
  readonly error: unknown;
  constructor(error: unknown) {
    super('The server reported an error inside its reply.');
    this.name = 'StreamedError';
    this.error = error;
  }
}

export function failureOf(thrown: unknown, site: CallSite): ModelFailure {
  const known = findKnown(thrown);
  if (known instanceof WireError) return wireFailure(known, site);
  if (known instanceof ModelTimeoutError) return timeoutFailure(known, site);
  if (known instanceof ReplyError) return replyFailure(known, site);
  if (known instanceof BadCallError) return badCall(site);
  if (known instanceof StreamedError) return streamedFailure(known.error, site);
  if (known instanceof TroubleError) return { ...known.trouble, retryable: false };
  if (known instanceof RefusedError) {
    const { status, headers, body } = known;
    return statusFailure({ status, headers, words: wordsOf(body) }, site);
  }
  if (TypeValidationError.isInstance(known)) return invalidEvent(known.value, site);
  if (InvalidResponseDataError.isInstance(known)) {
    // its data, when there are any, are a fragment of a call
    return known.data === undefined ? replyFailure(new ReplyError('no-finish'), site) : badCall(site);
  }
  if (known instanceof Error && known.name.startsWith('AI_')) return malformed(site);
  const words = thrown instanceof Error ? plain(thrown.message) : 'something was thrown that is no error';
  return { ...troubleOf(new Error(words)), retryable: false };
}

const OWN = [WireError, RefusedError, TroubleError, ModelTimeoutError] as const;

/** The library wraps what it passes on: our own errors are looked for down the chain of causes. */
function findKnown(thrown: unknown): unknown {
  let current = thrown;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    if (OWN.some((kind) => current instanceof kind)) return current;
    current = current.cause;
  }
  return thrown;
}

/** Events are checked against the protocol; some servers send an error in a shape of their own. */
function invalidEvent(event: unknown, site: CallSite): ModelFailure {
  const value = unlisted(event);
  const error = property(value, 'error') ?? (property(value, 'object') === 'error' ? value : undefined);
  if (error !== undefined && error !== null) return streamedFailure(error, site);
  return site.protocol.look(value).fragments.length > 0 ? badCall(site) : malformed(site);
}

function streamedFailure(error: unknown, site: CallSite): ModelFailure {
  if (error === null || error === undefined) return malformed(site);
  const words = wordsIn(error);
  const status = words.status ?? statusByKind(`${words.kind} ${words.text}`.toLowerCase());
  return statusFailure({ status, headers: {}, words }, site);
}

const KINDS: readonly (readonly [status: number, kind: RegExp])[] = [
  [429, /rate.?limit|too many requests|insufficient_quota|resource_exhausted/],
  [401, /invalid_api_key|authentication|unauthorized|unauthenticated/],
  [403, /permission|forbidden/],
  [400, /invalid_request|context|bad_request|invalid_argument/],
];

/** Inside a stream an error has no status. What cannot be told is the server's own failure, worth another attempt. */
function statusByKind(kind: string): number {
  return KINDS.find(([, pattern]) => pattern.test(kind))?.[0] ?? (kind.includes('overloaded') ? 529 : 500);
}

function wireFailure(error: WireError, site: CallSite): ModelFailure {
  const host = hostOf(site.endpoint);
  switch (error.fault) {
    case 'bad-address':
      return {
        code: 'model.bad-address',
        message: 'The endpoint of the model is not a complete web address.',
        cure: `In the settings, enter the API’s base URL, such as ${site.protocol.example}.`,
        retryable: false,
      };
    case 'unreachable':
      return unreachable(site);
    case 'redirect':
      return {
        code: 'model.redirect',
        message: `${host} answered with a redirect, which is not followed, so that a key never reaches another server.`,
        cure: 'In the settings, set the endpoint to the final address: check http or https, host and path.',
        retryable: false,
      };
    case 'wrong-type':
      return wrongType(error, site);
    case 'cut':
      return replyFailure(new ReplyError('no-finish'), site);
    case 'too-long':
      return {
        code: 'model.too-long',
        message: `The reply from ${host} grew past every bound and was stopped.`,
        cure: 'Try again, or choose another model: this one may be repeating itself.',
        retryable: false,
      };
    case 'line-too-long':
    case 'malformed':
      return malformed(site);
  }
}

function unreachable(site: CallSite): ModelFailure {
  const local = isHere(site.endpoint);
  const host = hostOf(site.endpoint);
  return {
    code: 'model.unreachable',
    message: `No connection to the model's server at ${host}.`,
    cure: local
      ? `Start the server${isSelfHosted(site.protocol) ? ', e.g. `ollama serve`,' : ''} and check that it listens on ${host}. If it runs, save the endpoint in the settings again, which allows KnowledgeLens to reach it.`
      : `Check your connection and the endpoint in the settings. Saving the endpoint there also allows KnowledgeLens to reach ${host}.`,
    retryable: !local, // nothing starts a server on this machine but its owner
  };
}

function wrongType(error: WireError, site: CallSite): ModelFailure {
  const inside = unlisted(parseJson(error.body));
  const refused = property(inside, 'error');
  if (refused !== undefined && refused !== null) return streamedFailure(inside, site);
  return {
    code: 'model.wrong-type',
    message: `${hostOf(site.endpoint)} answered with ${error.contentType || 'an untyped body'} instead of an event stream.`,
    cure: `Is the endpoint the API's base URL? It should look like ${site.protocol.example}${/\/v\d/.test(site.protocol.example) ? ', up to and including the version' : ''}.`,
    retryable: false,
  };
}

const WAITED_FOR: Readonly<Record<TimeoutKind, { code: string; what: string; cure: string }>> = {
  connect: {
    code: 'model.timeout-connect',
    what: 'did not answer within',
    cure: 'Check that the server is running and not busy. A large model may still be loading: try again, or allow more time in the settings.',
  },
  firstChunk: {
    code: 'model.timeout-first-chunk',
    what: 'accepted the request but sent no first word within',
    cure: 'A large model on a slow machine may need longer: allow more time in the settings, or choose a smaller model.',
  },
  gap: {
    code: 'model.timeout-gap',
    what: 'stopped sending in mid-reply for',
    cure: 'Try again. If it keeps happening, check the server, or allow more time in the settings.',
  },
  total: {
    code: 'model.timeout-total',
    what: 'was not finished after',
    cure: 'Choose a faster model, or allow more time in the settings.',
  },
};

function timeoutFailure({ kind, ms }: ModelTimeoutError, site: CallSite): ModelFailure {
  const { code, what, cure } = WAITED_FOR[kind];
  const time = ms < 1000 ? `${ms} milliseconds` : `${Math.round(ms / 1000)} seconds`;
  const retryable = kind !== 'total'; // the same call would take as long again
  return { code, message: `${hostOf(site.endpoint)} ${what} ${time}.`, cure, retryable };
}

function replyFailure({ fault }: ReplyError, site: CallSite): ModelFailure {
  const host = hostOf(site.endpoint);
  switch (fault) {
    case 'no-finish':
      return {
        code: 'model.cut',
        message: `The reply from ${host} broke off before its end.`,
        cure: 'Try again. If it keeps happening, look at the server’s log: it may run out of memory or time.',
        retryable: true,
      };
    case 'empty':
      return {
        code: 'model.empty',
        message: `${site.model} finished without writing anything.`,
        cure: 'Try again. If it stays silent, choose another model: this one may not be made for chat.',
        retryable: true,
      };
    case 'only-thoughts':
      return {
        code: 'model.empty',
        message: `${site.model} spent its whole reply on thinking and wrote no answer.`,
        cure: 'Choose a model that thinks less, or switch its thinking off on the server.',
        retryable: false,
      };
    case 'finished-in-error':
      return statusFailure({ status: 502, headers: {}, words: wordsIn(null) }, site);
  }
}

function malformed(site: CallSite): ModelFailure {
  return {
    code: 'model.malformed',
    message: `${hostOf(site.endpoint)} sent something that is no event of ${site.protocol.name}.`,
    cure: `Check that the endpoint speaks ${site.protocol.name}, and update the server. Then try again.`,
    retryable: true,
  };
}

function badCall(site: CallSite): ModelFailure {
  return {
    code: 'model.bad-call',
    message: `${hostOf(site.endpoint)} sent a tool call that cannot be read.`,
    cure: 'Try again. If it keeps happening, update the server, or choose in the settings that tools are called in text.',
    retryable: true,
  };
}
