/** Converts refusals by HTTP status and body to failures with the most specific hint. */
import { getEndpointHost, isSelfHosted, type CallSite } from '../address.ts';
import type { ModelFailure } from '../model.ts';
import { parseRetryAfter } from '../../base/retry-after.ts';
import { formatReason, type ServerMessage } from './error-body.ts';
import { createForbiddenFailure, createNotFoundFailure, isMissingModel } from './setup-failures.ts';

export interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly serverMessage: ServerMessage;
}

export function createStatusFailure(refusal: Refusal, site: CallSite): ModelFailure {
  const { status, serverMessage } = refusal;
  if (isTooLarge(refusal)) return createTooLargeFailure(serverMessage, site);
  if (NO_CREDIT_PATTERN.test(serverMessage.text)) return createNoCreditFailure(serverMessage, site);
  if (status === 401 && /\bCORS\b/.test(serverMessage.text)) return createNoBrowsersFailure(serverMessage, site);
  if (status === 402 || /insufficient_quota|insufficient.balance|billing/.test(serverMessage.kind))
    return createNoCreditFailure(serverMessage, site);
  if (status === 401 || isKeyRefused(serverMessage)) return createKeyRefusedFailure(site);
  if (status === 403 || isRegionRefused(serverMessage)) return createForbiddenFailure(serverMessage, site);
  if (status === 404 || status === 405 || isMissingModel(serverMessage) || WRONG_PATH_PATTERN.test(serverMessage.text))
    return createNotFoundFailure(serverMessage, site);
  if (status === 429) return createRateLimitFailure(refusal, site);
  if (status >= 500 || status === 408 || status === 409 || status === 425) return createServerFailure(refusal, site);
  return {
    code: 'model.bad-request',
    message: `${getEndpointHost(site.endpoint)} refused the request (${status})${formatReason(serverMessage.text)}`,
    hint: 'Check the model in the settings, and press “Test” there.',
    retryable: false,
  };
}

const TOO_LARGE_PATTERN =
  /context.{0,20}(?:length|window|size|limit)|maximum context|too many (?:input )?tokens|(?:prompt|input|request) (?:is |was )?too (?:long|large)|exceed.{0,40}(?:context|token limit|maximum.{0,20}tokens)/;

/** 413, or a refusal about the window, but not a rate limit in tokens. */
function isTooLarge({ status, serverMessage }: Refusal): boolean {
  if (status === 413) return true;
  if (![400, 422, 500].includes(status)) return false;
  return (
    /context_length|exceed_context|string_above_max/.test(serverMessage.kind) ||
    TOO_LARGE_PATTERN.test(serverMessage.text.toLowerCase())
  );
}

/** Anthropic: `prompt is too long: 210000 tokens > 200000 maximum`. */
const MAX_TOKENS_PATTERN = /\d(?: tokens)? > (\d{1,9})\b/;

function createTooLargeFailure(serverMessage: ServerMessage, site: CallSite): ModelFailure {
  const size = String(
    serverMessage.contextTokens ?? MAX_TOKENS_PATTERN.exec(serverMessage.text)?.[1] ?? 'what the server really serves',
  );
  return {
    code: 'model.too-large',
    message: `The request is larger than ${site.model} at ${getEndpointHost(site.endpoint)} takes${formatReason(serverMessage.text)}`,
    hint: `In the settings, lower the context size to ${size}, so that the page is read in smaller parts${isSelfHosted(site.protocol) ? '; or start the server with a larger context' : ''}.`,
    retryable: false,
  };
}

const NO_CREDIT_PATTERN = /credit balance is too low/i;

function createNoCreditFailure(serverMessage: ServerMessage, site: CallSite): ModelFailure {
  return {
    code: 'model.quota',
    message: `The account at ${getEndpointHost(site.endpoint)} has no credit left${formatReason(serverMessage.text)}`,
    hint: 'Add credit or raise the limit at the provider, or choose another model in the settings.',
    retryable: false,
  };
}

/** Anthropic lets an organisation block browsers; the key is valid. */
function createNoBrowsersFailure(serverMessage: ServerMessage, site: CallSite): ModelFailure {
  return {
    code: 'model.forbidden',
    message: `${getEndpointHost(site.endpoint)} doesn’t take requests from browsers for this account${formatReason(serverMessage.text)}`,
    hint: 'Enter a key of an organisation that allows them, ask the administrator of this one, or choose another model in the settings.',
    retryable: false,
  };
}

/** Omits the server's message: some repeat the key. */
function createKeyRefusedFailure(site: CallSite): ModelFailure {
  return {
    code: 'model.unauthorized',
    message: `${getEndpointHost(site.endpoint)} didn’t accept the API key.`,
    hint: `${site.protocol.provider === 'ollama' ? 'For a model of Ollama’s cloud, run `ollama signin` where Ollama runs. Otherwise, in' : 'In'} the settings, enter a valid key for this address. Each server has its own.`,
    retryable: false,
  };
}

/** Google reports a bad key as an invalid request. */
function isKeyRefused({ kind, text }: ServerMessage): boolean {
  return /api_key_(?:invalid|expired)/.test(kind) || /unregistered callers/i.test(text);
}

/** Google reports an unserved country as an invalid request. */
function isRegionRefused({ kind, text }: ServerMessage): boolean {
  return kind.includes('failed_precondition') && /\b(?:location|country|region)\b/i.test(text);
}

/** LM Studio, for an unknown path, with a success status. */
const WRONG_PATH_PATTERN = /^unexpected endpoint or method/i;

function getRetryAfter({ headers, serverMessage }: Refusal, { now }: CallSite): { retryAfterMs?: number } {
  const retryAfterMs = parseRetryAfter(headers, now) ?? serverMessage.retryAfterMs;
  return retryAfterMs === null ? {} : { retryAfterMs };
}

function createRateLimitFailure(refusal: Refusal, site: CallSite): ModelFailure {
  const wait = getRetryAfter(refusal, site);
  return {
    code: 'model.rate-limited',
    message: `${getEndpointHost(site.endpoint)} asks to slow down${formatReason(refusal.serverMessage.text)}`,
    hint: `Wait ${formatWaitTime(wait.retryAfterMs)} and try again, or choose another model.`,
    retryable: true,
    ...wait,
  };
}

function formatWaitTime(ms: number | undefined): string {
  if (ms === undefined) return 'a minute';
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`;
}

/** Ollama; a retry cannot succeed. */
const NO_MEMORY_PATTERN = /requires more system memory/i;

function createServerFailure(refusal: Refusal, site: CallSite): ModelFailure {
  const { status, serverMessage } = refusal;
  const busy = status === 503 || status === 529 || serverMessage.kind.includes('overloaded');
  if (NO_MEMORY_PATTERN.test(serverMessage.text)) {
    return {
      code: 'model.server',
      message: `${getEndpointHost(site.endpoint)} can’t load ${site.model}${formatReason(serverMessage.text)}`,
      hint: 'In the settings, choose a smaller model or lower the context size: the window takes memory, too.',
      retryable: false,
    };
  }
  return {
    code: 'model.server',
    message: `${getEndpointHost(site.endpoint)} ${busy ? 'is overloaded or starting' : 'failed'} (${status})${formatReason(serverMessage.text)}`,
    hint: 'Try again in a moment. If it keeps happening, look at the server’s log or the provider’s status page.',
    retryable: true,
    ...getRetryAfter(refusal, site),
  };
}
