/** Refusals by HTTP status, with what the body adds to it. The one rule: the most exact cure that the evidence allows. */
import { baseOf, hostOf, isHere, isSelfHosted, type CallSite } from './address.ts';
import type { ModelFailure } from './model.ts';
import { ollamaOriginCure } from './ollama-origin.ts';
import { retryAfter } from '../base/retry-after.ts';
import type { ServerWords } from './server-words.ts';

export interface Refusal {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly words: ServerWords;
}

export function statusFailure(refusal: Refusal, site: CallSite): ModelFailure {
  const { status, words } = refusal;
  if (isTooLarge(refusal)) return tooLarge(words, site);
  if (NO_CREDIT.test(words.text)) return noCredit(words, site);
  if (status === 401 && /\bCORS\b/.test(words.text)) return noBrowsers(words, site);
  if (status === 402 || /insufficient_quota|insufficient.balance|billing/.test(words.kind))
    return noCredit(words, site);
  if (status === 401 || isKeyRefused(words)) return unauthorized(site);
  if (status === 403 || isPlaceRefused(words)) return forbidden(words, site);
  if (status === 404 || status === 405 || isMissingModel(words) || WRONG_PATH.test(words.text))
    return notFound(refusal, site);
  if (status === 429) return rateLimited(refusal, site);
  if (status >= 500 || status === 408 || status === 409 || status === 425) return serverFailure(refusal, site);
  return {
    code: 'model.bad-request',
    message: `${hostOf(site.endpoint)} refused the request (${status})${said(words)}`,
    cure: 'Check the model in the settings, and run the connection test there.',
    retryable: false,
  };
}

/** `: the server's words` as the end of a sentence. */
function said({ text }: ServerWords): string {
  if (text === '') return '.';
  return `: ${text}${/[.!?…]$/.test(text) ? '' : '.'}`;
}

const TOO_LARGE =
  /context.{0,20}(?:length|window|size|limit)|maximum context|too many (?:input )?tokens|(?:prompt|input|request) (?:is |was )?too (?:long|large)|exceed.{0,40}(?:context|token limit|maximum.{0,20}tokens)/;

/** 413, or a refusal whose words are about the window. A rate limit in tokens is no such thing. */
function isTooLarge({ status, words }: Refusal): boolean {
  if (status === 413) return true;
  if (![400, 422, 500].includes(status)) return false;
  return /context_length|exceed_context|string_above_max/.test(words.kind) || TOO_LARGE.test(words.text.toLowerCase());
}

/** Anthropic's words: `prompt is too long: 210000 tokens > 200000 maximum`. */
const BEYOND = /\d(?: tokens)? > (\d{1,9})\b/;

function tooLarge(words: ServerWords, site: CallSite): ModelFailure {
  const size = String(words.contextTokens ?? BEYOND.exec(words.text)?.[1] ?? 'what the server really serves');
  return {
    code: 'model.too-large',
    message: `The request is larger than ${site.model} at ${hostOf(site.endpoint)} takes${said(words)}`,
    cure: `In the settings, lower the context size to ${size}, so that the page is read in smaller parts${isSelfHosted(site.protocol) ? '; or start the server with a larger context' : ''}.`,
    retryable: false,
  };
}

/** Anthropic's words, under a status that says of the request that it is wrong. */
const NO_CREDIT = /credit balance is too low/i;

function noCredit(words: ServerWords, site: CallSite): ModelFailure {
  return {
    code: 'model.quota',
    message: `The account at ${hostOf(site.endpoint)} has no credit left${said(words)}`,
    cure: 'Add credit or raise the limit at the provider, or choose another model in the settings.',
    retryable: false,
  };
}

/** Anthropic lets an organisation keep browsers out; the key is as good as ever. */
function noBrowsers(words: ServerWords, site: CallSite): ModelFailure {
  return {
    code: 'model.forbidden',
    message: `${hostOf(site.endpoint)} does not take requests from browsers for this account${said(words)}`,
    cure: 'Enter a key of an organisation that allows them, ask whoever runs this one, or choose another model in the settings.',
    retryable: false,
  };
}

/** The server's words are left out: some repeat the key. */
function unauthorized(site: CallSite): ModelFailure {
  return {
    code: 'model.unauthorized',
    message: `${hostOf(site.endpoint)} did not accept the API key.`,
    cure: `${site.protocol.provider === 'ollama' ? 'For a model of Ollama’s cloud, run `ollama signin` where Ollama runs. Otherwise, in' : 'In'} the settings, enter a valid key for this endpoint. Keys are kept per server: a new endpoint needs its own.`,
    retryable: false,
  };
}

/** Google says of a key that is wrong, expired or missing that the request is. */
function isKeyRefused({ kind, text }: ServerWords): boolean {
  return /api_key_(?:invalid|expired)/.test(kind) || /unregistered callers/i.test(text);
}

/** And of a country it does not serve. */
function isPlaceRefused({ kind, text }: ServerWords): boolean {
  return kind.includes('failed_precondition') && /\b(?:location|country|region)\b/i.test(text);
}

function forbidden(words: ServerWords, site: CallSite): ModelFailure {
  const url = URL.canParse(site.endpoint) ? new URL(site.endpoint) : null;
  const host = hostOf(site.endpoint);
  // Ollama refuses an origin it does not know with 403 and no body; what has words is something else
  const ollama = words.text === '' && isSelfHosted(site.protocol) && (url?.port === '11434' || isHere(site.endpoint));
  return {
    code: ollama ? 'model.origin' : 'model.forbidden',
    message: ollama
      ? `${host} refuses requests from browser extensions it has not been told of.`
      : `${host} refused access to ${site.model}${said(words)}`,
    cure: ollama
      ? ollamaOriginCure(site.extensionOrigin)
      : 'Check at the provider that this key may use this model from your region, or choose another model in the settings.',
    retryable: false,
  };
}

/** LM Studio's words for a path it does not know, under a status that says all is well. */
const WRONG_PATH = /^unexpected endpoint or method/i;

function isMissingModel({ text, kind }: ServerWords): boolean {
  return (
    (kind.includes('not_found_error') && text.startsWith('model: ')) ||
    /model_not_found|invalid_model/.test(kind) ||
    /\bmodels?\b.{0,200}(?:not found|does not exist|not exist|unknown|not loaded)|(?:unknown|invalid|no such) model\b/i.test(
      text,
    )
  );
}

function notFound({ words }: Refusal, site: CallSite): ModelFailure {
  const host = hostOf(site.endpoint);
  if (isMissingModel(words)) {
    const hinted = /try pulling|ollama/i.test(words.text) || host.endsWith(':11434');
    const pull = site.protocol.provider === 'ollama' || (isSelfHosted(site.protocol) && hinted);
    return {
      code: 'model.not-found',
      message: `${host} has no model called ${site.model}${said(words)}`,
      cure: pull
        ? `Run \`ollama pull ${site.model}\`, or choose a model that is there: the connection test in the settings lists them.`
        : 'Choose a model that is there: the connection test in the settings lists them.',
      retryable: false,
    };
  }
  const base = baseOf(site.endpoint, site.protocol);
  const path = URL.canParse(base) ? new URL(base).pathname.replace(/\/$/, '') : '';
  return {
    code: 'model.not-found',
    message: `${host} has nothing at ${path}${site.protocol.path.replace('{model}', site.model)}${said(words)}`,
    cure: pathCure(path, site),
    retryable: false,
  };
}

function pathCure(path: string, { endpoint, protocol: { provider, example } }: CallSite): string {
  if (!/\/v\d/.test(path) && /\/v\d/.test(example))
    return `Check the endpoint in the settings: did you forget ${new URL(example).pathname} at its end?`;
  if (provider === 'openai' && hostOf(endpoint) !== hostOf(example))
    return 'Many servers know only OpenAI’s older protocol: in the settings, choose “OpenAI-compatible” for this one.';
  return 'Check the path of the endpoint in the settings, and that the model exists: some servers answer the same to both.';
}

function rateLimited({ headers, words }: Refusal, site: CallSite): ModelFailure {
  const wait = retryAfter(headers, site.now) ?? words.retryAfterMs ?? undefined;
  return {
    code: 'model.rate-limited',
    message: `${hostOf(site.endpoint)} asks to slow down${said(words)}`,
    cure:
      wait === undefined
        ? 'Wait a minute and try again, or choose another model.'
        : `Wait ${duration(wait)} and try again, or choose another model.`,
    retryable: true,
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  };
}

function duration(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`;
}

/** Ollama's words before it loads a model that does not fit; the same model will not fit the next time either. */
const NO_MEMORY = /requires more system memory/i;

function serverFailure({ status, headers, words }: Refusal, site: CallSite): ModelFailure {
  const wait = retryAfter(headers, site.now) ?? words.retryAfterMs ?? undefined;
  const busy = status === 503 || status === 529 || words.kind.includes('overloaded');
  if (NO_MEMORY.test(words.text)) {
    return {
      code: 'model.server',
      message: `${hostOf(site.endpoint)} cannot load ${site.model}${said(words)}`,
      cure: 'In the settings, choose a smaller model or lower the context size: the window takes memory, too.',
      retryable: false,
    };
  }
  return {
    code: 'model.server',
    message: `${hostOf(site.endpoint)} ${busy ? 'is overloaded or starting' : 'failed'} (${status})${said(words)}`,
    cure: 'Try again in a moment. If it keeps happening, look at the server’s log or the provider’s status page.',
    retryable: true,
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  };
}
