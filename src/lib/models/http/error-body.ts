/** Reads a server's error message as one line without control characters, keys or query strings. */
import { isolateLine } from '../../base/one-line.ts';
import { toList, parseJson, getProperty } from '../../base/loose.ts';
import { parseRetryDelay } from '../../base/retry-after.ts';

export interface ServerMessage {
  /** Safe to show; '' when nothing readable was sent. */
  readonly text: string;
  readonly kind: string;
  /** Code inside the error: some gateways send the real status there. */
  readonly status: number | null;
  readonly contextTokens: number | null;
  readonly retryAfterMs: number | null;
}

const MAX_BODY = 65_536;
const MAX_TEXT_LENGTH = 300;
const EMPTY_MESSAGE = { kind: '', status: null, contextTokens: null, retryAfterMs: null } as const;

/** Ends a sentence with what the server said, '.' alone for ''. */
export const formatReason = (text: string): string =>
  text === '' ? '.' : `: ${isolateLine(text, MAX_TEXT_LENGTH + 1)}${/[.!?…]$/.test(text) ? '' : '.'}`;

export function parseErrorBody(body: string): ServerMessage {
  const truncated = body.slice(0, MAX_BODY);
  const json = parseJson(truncated);
  if (json !== undefined) return parseErrorValue(json);
  return { text: /^\s{0,100}</.test(truncated) ? '' : sanitiseText(truncated), ...EMPTY_MESSAGE };
}

/** Unwraps the list of one error that Google sometimes sends. */
export function unwrapSingleError(value: unknown): unknown {
  if (!Array.isArray(value) || value.length !== 1) return value;
  const item: unknown = value[0];
  return getProperty(item, 'error') === undefined ? value : item;
}

export function parseErrorValue(raw: unknown): ServerMessage {
  const value = unwrapSingleError(raw);
  const error = getProperty(value, 'error') ?? value;
  const sources = [error, value];
  const code = sources
    .map((source) => getProperty(source, 'code'))
    .find((candidate) => candidate !== undefined && candidate !== null);
  const type = sources.map((source) => getProperty(source, 'type')).find((candidate) => typeof candidate === 'string');
  const status = [code, getProperty(error, 'status')]
    .map(Number)
    .find((n) => Number.isInteger(n) && n >= 400 && n < 600);
  const contextTokens = getProperty(error, 'n_ctx');
  const details = toList(getProperty(error, 'details')).slice(0, 20);
  const reasons = details.map((detail) => getProperty(detail, 'reason'));
  const waits = details.map((detail) => parseRetryDelay(getProperty(detail, 'retryDelay')));
  return {
    text: sanitiseText(sources.map(findErrorText).find((text) => text !== '') ?? ''),
    kind: [code, type, getProperty(error, 'status'), ...reasons]
      .filter((part): part is string => typeof part === 'string')
      .join(' ')
      .slice(0, 200)
      .toLowerCase(),
    status: status ?? null,
    contextTokens: typeof contextTokens === 'number' && contextTokens > 0 ? Math.floor(contextTokens) : null,
    retryAfterMs: waits.find((ms) => ms !== undefined) ?? null,
  };
}

function findErrorText(error: unknown, depth: number): string {
  if (typeof error === 'string') return error;
  if (typeof error !== 'object' || error === null || depth > 3) return '';
  if (Array.isArray(error)) {
    return error
      .slice(0, 5)
      .map((item: unknown) => {
        const location = getProperty(item, 'loc');
        const place = Array.isArray(location) ? `${location.slice(0, 6).map(String).join('.')}: ` : '';
        const text = findErrorText(item, depth + 1);
        return text === '' ? '' : `${place}${text}`;
      })
      .filter((text) => text !== '')
      .join('; ');
  }
  for (const name of ['message', 'msg', 'detail', 'error', 'error_description']) {
    const text = findErrorText(getProperty(error, name), depth + 1);
    if (text !== '') return text;
  }
  return '';
}

/** Returns one line of at most `max` characters, without keys and query strings. */
export function sanitiseText(text: string, max = MAX_TEXT_LENGTH): string {
  const line = text
    .slice(0, 4000)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\s]+/gu, ' ')
    .replace(/(https?:\/\/[^\s?#"'<>]{1,500})[?#][^\s"'<>]{0,2000}/gi, '$1')
    .replace(/\bbearer\s(?=\S{0,100}\d)\S{8,}/gi, '[key]')
    .replace(/\b(?:(?:sk|pk|rk|gsk|xai|hf|nvapi|key)[-_][\w*-]{8,}|AIza[\w-]{20,})/g, '[key]')
    .trim();
  return line.length > max ? `${line.slice(0, max).trimEnd()}…` : line;
}
