/**
 * How long a server asks to wait: `retry-after-ms`, or `retry-after` in seconds or as an HTTP date (RFC 9110 §10.2.3);
 * Google says it in the body (`google.rpc.RetryInfo`).
 */

/** Longer wishes are cut to this: a day, after which everything has changed. */
const MAX_WAIT = 86_400_000;

/** Milliseconds from `now`; undefined when the headers say nothing that can be read. */
export function retryAfter(headers: Readonly<Record<string, string | undefined>>, now: number): number | undefined {
  const ms = amount(headers['retry-after-ms']);
  if (ms !== undefined) return bounded(ms);
  const text = headers['retry-after']?.trim() ?? '';
  const seconds = amount(text);
  if (seconds !== undefined) return bounded(seconds * 1000);
  // a date begins with its weekday; `Date.parse` alone would take `-5` for a year
  const date = /^[a-z]{3}/i.test(text) ? Date.parse(text.slice(0, 50)) : NaN;
  return Number.isNaN(date) ? undefined : bounded(date - now);
}

/** Milliseconds of a duration such as `12s` or `0.5s`; undefined for anything else. */
export function retryDelay(duration: unknown): number | undefined {
  const seconds = typeof duration === 'string' && duration.endsWith('s') ? amount(duration.slice(0, -1)) : undefined;
  return seconds === undefined ? undefined : bounded(seconds * 1000);
}

function amount(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d{1,12}(?:\.\d{1,9})?\s*$/.test(text) ? Number(text) : undefined;
}

function bounded(ms: number): number {
  return Math.min(MAX_WAIT, Math.max(0, Math.ceil(ms)));
}
