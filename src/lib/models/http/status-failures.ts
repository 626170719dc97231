/** Converts refusals by HTTP status and body to failures with the most specific hint. */
import { normaliseBaseUrl, getEndpointHost, isLocalEndpoint, isSelfHosted, type CallSite } from '../address.ts';
import type { ModelFailure } from '../model.ts';
import { parseRetryAfter } from '../../base/retry-after.ts';
import type { ServerMessage } from './error-body.ts';

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
    return createNotFoundFailure(refusal, site);
  if (status === 429) return createRateLimitFailure(refusal, site);
  if (status >= 500 || status === 408 || status === 409 || status === 425) return createServerFailure(refusal, site);
  return {
    code: 'model.bad-request',
    message: `${getEndpointHost(site.endpoint)} refused the request (${status})${formatServerMessage(serverMessage)}`,
    hint: 'Check the model in the settings, and run the connection test there.',
    retryable: false,
  };
}

function formatServerMessage({ text }: ServerMessage): string {
  if (text === '') return '.';
  return `: ${text}${/[.!?…]$/.test(text) ? '' : '.'}`;
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
    message: `The request is larger than ${site.model} at ${getEndpointHost(site.endpoint)} takes${formatServerMessage(serverMessage)}`,
    hint: `In the settings, lower the context size to ${size}, so that the page is read in smaller parts${isSelfHosted(site.protocol) ? '; or start the server with a larger context' : ''}.`,
    retryable: false,
  };
}

const NO_CREDIT_PATTERN = /credit balance is too low/i;

function createNoCreditFailure(serverMessage: ServerMessage, site: CallSite): ModelFailure {
  return {
    code: 'model.quota',
    message: `The account at ${getEndpointHost(site.endpoint)} has no credit left${formatServerMessage(serverMessage)}`,
    hint: 'Add credit or raise the limit at the provider, or choose another model in the settings.',
    retryable: false,
  };
}

/** Anthropic lets an organisation block browsers; the key is valid. */
function createNoBrowsersFailure(serverMessage: ServerMessage, site: CallSite): ModelFailure {
  return {
    code: 'model.forbidden',
    message: `${getEndpointHost(site.endpoint)} does not take requests from browsers for this account${formatServerMessage(serverMessage)}`,
    hint: 'Enter a key of an organisation that allows them, ask whoever runs this one, or choose another model in the settings.',
    retryable: false,
  };
}

/** Omits the server's message: some repeat the key. */
function createKeyRefusedFailure(site: CallSite): ModelFailure {
  return {
    code: 'model.unauthorized',
    message: `${getEndpointHost(site.endpoint)} did not accept the API key.`,
    hint: `${site.protocol.provider === 'ollama' ? 'For a model of Ollama’s cloud, run `ollama signin` where Ollama runs. Otherwise, in' : 'In'} the settings, enter a valid key for this endpoint. Keys are kept per server: a new endpoint needs its own.`,
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

function createForbiddenFailure(serverMessage: ServerMessage, site: CallSite): ModelFailure {
  const url = URL.canParse(site.endpoint) ? new URL(site.endpoint) : null;
  const host = getEndpointHost(site.endpoint);
  // Ollama refuses an unknown origin with 403 and an empty body.
  const isOllamaOrigin =
    serverMessage.text === '' &&
    isSelfHosted(site.protocol) &&
    (url?.port === '11434' || isLocalEndpoint(site.endpoint));
  return {
    code: isOllamaOrigin ? 'model.origin' : 'model.forbidden',
    message: isOllamaOrigin
      ? `${host} refuses requests from browser extensions it has not been told of.`
      : `${host} refused access to ${site.model}${formatServerMessage(serverMessage)}`,
    hint: isOllamaOrigin
      ? formatOllamaOriginHint(site.extensionOrigin)
      : 'Check at the provider that this key may use this model from your region, or choose another model in the settings.',
    retryable: false,
  };
}

/** LM Studio, for an unknown path, with a success status. */
const WRONG_PATH_PATTERN = /^unexpected endpoint or method/i;

function isMissingModel({ text, kind }: ServerMessage): boolean {
  return (
    (kind.includes('not_found_error') && text.startsWith('model: ')) ||
    /model_not_found|invalid_model/.test(kind) ||
    /\bmodels?\b.{0,200}(?:not found|does not exist|not exist|unknown|not loaded)|(?:unknown|invalid|no such) model\b/i.test(
      text,
    )
  );
}

function createNotFoundFailure({ serverMessage }: Refusal, site: CallSite): ModelFailure {
  const host = getEndpointHost(site.endpoint);
  if (isMissingModel(serverMessage)) {
    const mentionsOllama = /try pulling|ollama/i.test(serverMessage.text) || host.endsWith(':11434');
    const suggestsPull = site.protocol.provider === 'ollama' || (isSelfHosted(site.protocol) && mentionsOllama);
    return {
      code: 'model.not-found',
      message: `${host} has no model called ${site.model}${formatServerMessage(serverMessage)}`,
      hint: suggestsPull
        ? `Run \`ollama pull ${site.model}\`, or choose a model that is there: the connection test in the settings lists them.`
        : 'Choose a model that is there: the connection test in the settings lists them.',
      retryable: false,
    };
  }
  const base = normaliseBaseUrl(site.endpoint, site.protocol);
  const path = URL.canParse(base) ? new URL(base).pathname.replace(/\/$/, '') : '';
  return {
    code: 'model.not-found',
    message: `${host} has nothing at ${path}${site.protocol.path.replace('{model}', site.model)}${formatServerMessage(serverMessage)}`,
    hint: getPathHint(path, site),
    retryable: false,
  };
}

function getPathHint(path: string, { endpoint, protocol: { provider, example } }: CallSite): string {
  if (!/\/v\d/.test(path) && /\/v\d/.test(example))
    return `Check the endpoint in the settings: did you forget ${new URL(example).pathname} at its end?`;
  if (provider === 'openai' && getEndpointHost(endpoint) !== getEndpointHost(example))
    return 'Many servers know only OpenAI’s older protocol: in the settings, choose “OpenAI-compatible” for this one.';
  return 'Check the path of the endpoint in the settings, and that the model exists: some servers answer the same to both.';
}

function createRateLimitFailure({ headers, serverMessage }: Refusal, site: CallSite): ModelFailure {
  const wait = parseRetryAfter(headers, site.now) ?? serverMessage.retryAfterMs ?? undefined;
  return {
    code: 'model.rate-limited',
    message: `${getEndpointHost(site.endpoint)} asks to slow down${formatServerMessage(serverMessage)}`,
    hint:
      wait === undefined
        ? 'Wait a minute and try again, or choose another model.'
        : `Wait ${formatWaitTime(wait)} and try again, or choose another model.`,
    retryable: true,
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  };
}

function formatWaitTime(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`;
}

/** Ollama; a retry cannot succeed. */
const NO_MEMORY_PATTERN = /requires more system memory/i;

function createServerFailure({ status, headers, serverMessage }: Refusal, site: CallSite): ModelFailure {
  const wait = parseRetryAfter(headers, site.now) ?? serverMessage.retryAfterMs ?? undefined;
  const busy = status === 503 || status === 529 || serverMessage.kind.includes('overloaded');
  if (NO_MEMORY_PATTERN.test(serverMessage.text)) {
    return {
      code: 'model.server',
      message: `${getEndpointHost(site.endpoint)} cannot load ${site.model}${formatServerMessage(serverMessage)}`,
      hint: 'In the settings, choose a smaller model or lower the context size: the window takes memory, too.',
      retryable: false,
    };
  }
  return {
    code: 'model.server',
    message: `${getEndpointHost(site.endpoint)} ${busy ? 'is overloaded or starting' : 'failed'} (${status})${formatServerMessage(serverMessage)}`,
    hint: 'Try again in a moment. If it keeps happening, look at the server’s log or the provider’s status page.',
    retryable: true,
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  };
}

/** Adds to the defaults of `OLLAMA_ORIGINS`. https://github.com/ollama/ollama/blob/main/docs/faq.mdx */
function formatOllamaOriginHint(extensionOrigin: string): string {
  const setting = `OLLAMA_ORIGINS=${extensionOrigin.replace(/\/{1,10}$/, '')}`;
  const [name, value] = setting.split('=', 2).map(String);
  return [
    `Allow this extension with the setting ${setting} and restart Ollama.`,
    `From a terminal: \`${setting} ollama serve\`.`,
    `macOS app: \`launchctl setenv ${String(name)} "${String(value)}"\`, then quit and open Ollama.`,
    `Linux service: \`systemctl edit ollama.service\`, add \`[Service]\` and \`Environment="${setting}"\`, then \`systemctl restart ollama\`.`,
    `Windows: \`setx ${String(name)} "${String(value)}"\`, then quit and open Ollama.`,
  ].join(' ');
}
