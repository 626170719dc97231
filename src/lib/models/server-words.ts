/**
 * What a server says about a refusal, read out of whatever it sent. The one rule: the words come out bounded, on one
 * line, without control or direction characters, and without anything that looks like a key or a query string.
 */
import { list, parseJson, property } from '../base/loose.ts';
import { retryDelay } from '../base/retry-after.ts';

export interface ServerWords {
  /** Its own sentence, ready for a person; '' when it said nothing readable. */
  readonly text: string;
  /** Its machine-readable codes, types and reasons, lower case, for matching: `context_length_exceeded invalid_request_error`. */
  readonly kind: string;
  /** Numeric code inside the error, as some gateways send the real status there. */
  readonly status: number | null;
  /** The window the server says it has, in tokens. */
  readonly contextTokens: number | null;
  /** How long the server asks to wait, where it says so in its words. */
  readonly retryAfterMs: number | null;
}

const MAX_BODY = 65_536;
const MAX_WORDS = 300;
const NOTHING_SAID = { kind: '', status: null, contextTokens: null, retryAfterMs: null } as const;

/** Reads an error body: JSON of any of the usual shapes, plain text, or HTML (of which nothing is kept). */
export function wordsOf(body: string): ServerWords {
  const bounded = body.slice(0, MAX_BODY);
  const json = parseJson(bounded);
  if (json !== undefined) return wordsIn(json);
  return { text: /^\s{0,100}</.test(bounded) ? '' : plain(bounded), ...NOTHING_SAID };
}

/** The value itself where it is the only one of a list, as Google sends its errors now and then. */
export function unlisted(value: unknown): unknown {
  if (!Array.isArray(value) || value.length !== 1) return value;
  const only: unknown = value[0];
  return property(only, 'error') === undefined ? value : only;
}

/** Reads an error that arrived as a value, bare or under `error`. */
export function wordsIn(given: unknown): ServerWords {
  const value = unlisted(given);
  const error = property(value, 'error') ?? value;
  const sources = [error, value];
  const code = sources.map((source) => property(source, 'code')).find((found) => found !== undefined && found !== null);
  const type = sources.map((source) => property(source, 'type')).find((found) => typeof found === 'string');
  const status = [code, property(error, 'status')].map(Number).find((n) => Number.isInteger(n) && n >= 400 && n < 600);
  const contextTokens = property(error, 'n_ctx');
  const details = list(property(error, 'details')).slice(0, 20);
  const reasons = details.map((detail) => property(detail, 'reason'));
  const waits = details.map((detail) => retryDelay(property(detail, 'retryDelay')));
  return {
    text: plain(sources.map(sentence).find((text) => text !== '') ?? ''),
    kind: [code, type, property(error, 'status'), ...reasons]
      .filter((part): part is string => typeof part === 'string')
      .join(' ')
      .slice(0, 200)
      .toLowerCase(),
    status: status ?? null,
    contextTokens: typeof contextTokens === 'number' && contextTokens > 0 ? Math.floor(contextTokens) : null,
    retryAfterMs: waits.find((ms) => ms !== undefined) ?? null,
  };
}

/** The sentence in an error of one of the usual shapes: a string, `message`, `detail`, or a list of `{loc, msg}`. */
function sentence(error: unknown, depth = 0): string {
  if (typeof error === 'string') return error;
  if (typeof error !== 'object' || error === null || depth > 3) return '';
  if (Array.isArray(error)) {
    return error
      .slice(0, 5)
      .map((item: unknown) => {
        const where = property(item, 'loc');
        const place = Array.isArray(where) ? `${where.slice(0, 6).map(String).join('.')}: ` : '';
        const said = sentence(item, depth + 1);
        return said === '' ? '' : `${place}${said}`;
      })
      .filter((text) => text !== '')
      .join('; ');
  }
  for (const name of ['message', 'msg', 'detail', 'error', 'error_description']) {
    const text = sentence(property(error, name), depth + 1);
    if (text !== '') return text;
  }
  return '';
}

/** One bounded line of plain words. */
export function plain(text: string, max = MAX_WORDS): string {
  const line = text
    .slice(0, 4000)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\s]+/gu, ' ')
    .replace(/(https?:\/\/[^\s?#"'<>]{1,500})[?#][^\s"'<>]{0,2000}/gi, '$1')
    .replace(/\bbearer\s(?=\S{0,100}\d)\S{8,}/gi, '[key]')
    .replace(/\b(?:(?:sk|pk|rk|gsk|xai|hf|nvapi|key)[-_][\w*-]{8,}|AIza[\w-]{20,})/g, '[key]')
    .trim();
  return line.length > max ? `${line.slice(0, max).trimEnd()}…` : line;
}
