/** Converts errors of a model call to messages that never contain a key, query string or raw bytes. */
import { InvalidResponseDataError, TypeValidationError } from '@ai-sdk/provider';
import { UserFacingError, toUserError } from '../../base/errors.ts';
import { getEndpointHost, isLocalEndpoint, isSelfHosted, type CallSite } from '../address.ts';
import { parseJson, getProperty } from '../../base/loose.ts';
import type { ModelFailure } from '../model.ts';
import { sanitiseText, unwrapSingleError, parseErrorValue, parseErrorBody } from './error-body.ts';
import { createStatusFailure } from './status-failures.ts';
import { BadCallError, RefusedError, ReplyError, StreamedError, WireError } from './call-errors.ts';
import { ModelTimeoutError, type TimeoutKind } from './timeouts.ts';

export function toModelFailure(thrown: unknown, site: CallSite): ModelFailure {
  const error = findOwnError(thrown);
  if (error instanceof WireError) return createWireFailure(error, site);
  if (error instanceof ModelTimeoutError) return createTimeoutFailure(error, site);
  if (error instanceof ReplyError) return createReplyFailure(error, site);
  if (error instanceof BadCallError) return createBadCallFailure(site);
  if (error instanceof StreamedError) return createStreamedFailure(error.error, site);
  if (error instanceof UserFacingError) return { ...error.error, retryable: false };
  if (error instanceof RefusedError) {
    const { status, headers, body } = error;
    return createStatusFailure({ status, headers, serverMessage: parseErrorBody(body) }, site);
  }
  if (TypeValidationError.isInstance(error)) return createInvalidEventFailure(error.value, site);
  if (InvalidResponseDataError.isInstance(error)) {
    return error.data === undefined
      ? createReplyFailure(new ReplyError('no-finish'), site)
      : createBadCallFailure(site);
  }
  if (error instanceof Error && error.name.startsWith('AI_')) return createMalformedFailure(site);
  const text = thrown instanceof Error ? sanitiseText(thrown.message) : 'something was thrown that is no error';
  return { ...toUserError(new Error(text)), retryable: false };
}

const OWN_ERRORS = [WireError, RefusedError, UserFacingError, ModelTimeoutError] as const;

function findOwnError(thrown: unknown): unknown {
  let current = thrown;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    if (OWN_ERRORS.some((kind) => current instanceof kind)) return current;
    current = current.cause;
  }
  return thrown;
}

/** Some servers send errors in another shape than the protocol's. */
function createInvalidEventFailure(event: unknown, site: CallSite): ModelFailure {
  const value = unwrapSingleError(event);
  const error = getProperty(value, 'error') ?? (getProperty(value, 'object') === 'error' ? value : undefined);
  if (error !== undefined && error !== null) return createStreamedFailure(error, site);
  return site.protocol.look(value).fragments.length > 0 ? createBadCallFailure(site) : createMalformedFailure(site);
}

function createStreamedFailure(error: unknown, site: CallSite): ModelFailure {
  if (error === null || error === undefined) return createMalformedFailure(site);
  const words = parseErrorValue(error);
  const status = words.status ?? inferStatus(`${words.kind} ${words.text}`.toLowerCase());
  return createStatusFailure({ status, headers: {}, serverMessage: words }, site);
}

const STATUS_PATTERNS: readonly (readonly [status: number, kind: RegExp])[] = [
  [429, /rate.?limit|too many requests|insufficient_quota|resource_exhausted/],
  [401, /invalid_api_key|authentication|unauthorized|unauthenticated/],
  [403, /permission|forbidden/],
  [400, /invalid_request|context|bad_request|invalid_argument/],
];

/** Errors inside a stream have no HTTP status. An unknown kind counts as 500 (retryable). */
function inferStatus(kind: string): number {
  return STATUS_PATTERNS.find(([, pattern]) => pattern.test(kind))?.[0] ?? (kind.includes('overloaded') ? 529 : 500);
}

function createWireFailure(error: WireError, site: CallSite): ModelFailure {
  const host = getEndpointHost(site.endpoint);
  switch (error.fault) {
    case 'bad-address':
      return {
        code: 'model.bad-address',
        message: 'The endpoint of the model is not a complete web address.',
        hint: `In the settings, enter the API’s base URL, such as ${site.protocol.example}.`,
        retryable: false,
      };
    case 'unreachable':
      return createUnreachableFailure(site);
    case 'redirect':
      return {
        code: 'model.redirect',
        message: `${host} answered with a redirect, which is not followed, so that a key never reaches another server.`,
        hint: 'In the settings, set the endpoint to the final address: check http or https, host and path.',
        retryable: false,
      };
    case 'wrong-type':
      return createWrongTypeFailure(error, site);
    case 'cut':
      return createReplyFailure(new ReplyError('no-finish'), site);
    case 'too-long':
      return {
        code: 'model.too-long',
        message: `The reply from ${host} grew past every bound and was stopped.`,
        hint: 'Try again, or choose another model: this one may be repeating itself.',
        retryable: false,
      };
    case 'line-too-long':
    case 'malformed':
      return createMalformedFailure(site);
  }
}

function createUnreachableFailure(site: CallSite): ModelFailure {
  const local = isLocalEndpoint(site.endpoint);
  const host = getEndpointHost(site.endpoint);
  return {
    code: 'model.unreachable',
    message: `No connection to the model's server at ${host}.`,
    hint: local
      ? `Start the server${isSelfHosted(site.protocol) ? ', e.g. `ollama serve`,' : ''} and check that it listens on ${host}. If it runs, save the endpoint in the settings again, which allows KnowledgeLens to reach it.`
      : `Check your connection and the endpoint in the settings. Saving the endpoint there also allows KnowledgeLens to reach ${host}.`,
    retryable: !local, // a server on this machine must be started by the user
  };
}

function createWrongTypeFailure(error: WireError, site: CallSite): ModelFailure {
  const body = unwrapSingleError(parseJson(error.body));
  const serverError = getProperty(body, 'error');
  if (serverError !== undefined && serverError !== null) return createStreamedFailure(body, site);
  return {
    code: 'model.wrong-type',
    message: `${getEndpointHost(site.endpoint)} answered with ${error.contentType || 'an untyped body'} instead of an event stream.`,
    hint: `Is the endpoint the API's base URL? It should look like ${site.protocol.example}${/\/v\d/.test(site.protocol.example) ? ', up to and including the version' : ''}.`,
    retryable: false,
  };
}

const TIMEOUT_TEXTS: Readonly<Record<TimeoutKind, { code: string; what: string; hint: string }>> = {
  connect: {
    code: 'model.timeout-connect',
    what: 'did not answer within',
    hint: 'Check that the server is running and not busy. A large model may still be loading: try again, or allow more time in the settings.',
  },
  firstChunk: {
    code: 'model.timeout-first-chunk',
    what: 'accepted the request but sent no first word within',
    hint: 'A large model on a slow machine may need longer: allow more time in the settings, or choose a smaller model.',
  },
  gap: {
    code: 'model.timeout-gap',
    what: 'stopped sending in mid-reply for',
    hint: 'Try again. If it keeps happening, check the server, or allow more time in the settings.',
  },
  total: {
    code: 'model.timeout-total',
    what: 'was not finished after',
    hint: 'Choose a faster model, or allow more time in the settings.',
  },
};

function createTimeoutFailure({ kind, ms }: ModelTimeoutError, site: CallSite): ModelFailure {
  const { code, what, hint } = TIMEOUT_TEXTS[kind];
  const time = ms < 1000 ? `${ms} milliseconds` : `${Math.round(ms / 1000)} seconds`;
  const retryable = kind !== 'total'; // the same call would take as long again
  return { code, message: `${getEndpointHost(site.endpoint)} ${what} ${time}.`, hint, retryable };
}

function createReplyFailure({ fault }: ReplyError, site: CallSite): ModelFailure {
  const host = getEndpointHost(site.endpoint);
  switch (fault) {
    case 'no-finish':
      return {
        code: 'model.cut',
        message: `The reply from ${host} broke off before its end.`,
        hint: 'Try again. If it keeps happening, look at the server’s log: it may run out of memory or time.',
        retryable: true,
      };
    case 'empty':
      return {
        code: 'model.empty',
        message: `${site.model} finished without writing anything.`,
        hint: 'Try again. If it stays silent, choose another model: this one may not be made for chat.',
        retryable: true,
      };
    case 'only-thoughts':
      return {
        code: 'model.empty',
        message: `${site.model} spent its whole reply on thinking and wrote no answer.`,
        hint: 'Choose a model that thinks less, or switch its thinking off on the server.',
        retryable: false,
      };
    case 'finished-in-error':
      return createStatusFailure({ status: 502, headers: {}, serverMessage: parseErrorValue(null) }, site);
  }
}

function createMalformedFailure(site: CallSite): ModelFailure {
  return {
    code: 'model.malformed',
    message: `${getEndpointHost(site.endpoint)} sent something that is no event of ${site.protocol.name}.`,
    hint: `Check that the endpoint speaks ${site.protocol.name}, and update the server. Then try again.`,
    retryable: true,
  };
}

function createBadCallFailure(site: CallSite): ModelFailure {
  return {
    code: 'model.bad-call',
    message: `${getEndpointHost(site.endpoint)} sent a tool call that cannot be read.`,
    hint: 'Try again. If it keeps happening, update the server, or choose in the settings that tools are called in text.',
    retryable: true,
  };
}
