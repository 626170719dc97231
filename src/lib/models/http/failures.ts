/** Converts errors of a model call to messages that never contain a key, query string or raw bytes. */
import { InvalidResponseDataError, TypeValidationError } from '@ai-sdk/provider';
import { UserFacingError, toUserError } from '../../base/errors.ts';
import { getEndpointHost, type CallSite } from '../address.ts';
import { isolateLine } from '../../base/one-line.ts';
import { parseJson, getProperty } from '../../base/loose.ts';
import type { ModelFailure } from '../model.ts';
import { sanitiseText, unwrapSingleError, parseErrorValue, parseErrorBody } from './error-body.ts';
import { createStatusFailure } from './status-failures.ts';
import { BadCallError, RefusedError, ReplyError, StreamedError, WireError } from './call-errors.ts';
import { SERVER_TIMEOUTS, createTimeoutFailure } from './timeout-failures.ts';
import { ModelTimeoutError } from './timeouts.ts';
import {
  createBadCallFailure,
  createMalformedFailure,
  createReplyFailure,
  createWireFailure,
} from './reply-failures.ts';

export function toModelFailure(thrown: unknown, calledSite: CallSite): ModelFailure {
  const site = { ...calledSite, model: isolateLine(calledSite.model) };
  const error = findOwnError(thrown);
  if (error instanceof WireError)
    return error.fault === 'wrong-type' ? createWrongTypeFailure(error, site) : createWireFailure(error.fault, site);
  if (error instanceof ModelTimeoutError)
    return createTimeoutFailure(error, getEndpointHost(site.endpoint), SERVER_TIMEOUTS);
  if (error instanceof ReplyError) return createReplyFailure(error.fault, site);
  if (error instanceof BadCallError) return createBadCallFailure(site);
  if (error instanceof StreamedError) return createStreamedFailure(error.error, site);
  if (error instanceof UserFacingError) return { ...error.error, retryable: false };
  if (error instanceof RefusedError) {
    const { status, headers, body } = error;
    return createStatusFailure({ status, headers, serverMessage: parseErrorBody(body) }, site);
  }
  if (TypeValidationError.isInstance(error)) return createInvalidEventFailure(error.value, site);
  if (InvalidResponseDataError.isInstance(error)) {
    return error.data === undefined ? createReplyFailure('no-finish', site) : createBadCallFailure(site);
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
  return (site.protocol.look(value).fragments ?? []).length > 0
    ? createBadCallFailure(site)
    : createMalformedFailure(site);
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

function createWrongTypeFailure(error: WireError, site: CallSite): ModelFailure {
  const body = unwrapSingleError(parseJson(error.body));
  const serverError = getProperty(body, 'error');
  if (serverError !== undefined && serverError !== null) return createStreamedFailure(body, site);
  return {
    code: 'model.wrong-type',
    message: `${getEndpointHost(site.endpoint)} doesn’t answer as ${site.protocol.name} does: it sent ${error.contentType || 'an untyped body'}.`,
    hint: `Is the address the API’s base address? It should look like ${site.protocol.example}${/\/v\d/.test(site.protocol.example) ? ', up to and including the version' : ''}.`,
    retryable: false,
  };
}
