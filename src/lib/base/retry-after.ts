/** Parses `retry-after-ms`, `retry-after` (RFC 9110 §10.2.3) and Google's `google.rpc.RetryInfo`. */

/** One day; longer waits are limited to it. */
const MAX_WAIT_MS = 86_400_000;

/** Returns milliseconds from `now`; undefined if the headers have no readable value. */
export function parseRetryAfter(
  headers: Readonly<Record<string, string | undefined>>,
  now: number,
): number | undefined {
  const ms = parseAmount(headers['retry-after-ms']);
  if (ms !== undefined) return clampWait(ms);
  const text = headers['retry-after']?.trim() ?? '';
  const seconds = parseAmount(text);
  if (seconds !== undefined) return clampWait(seconds * 1000);
  // `Date.parse` alone would read `-5` as a year
  const date = /^[a-z]{3}/i.test(text) ? Date.parse(text.slice(0, 50)) : NaN;
  return Number.isNaN(date) ? undefined : clampWait(date - now);
}

/** Parses durations such as `12s` or `0.5s` to milliseconds; undefined for anything else. */
export function parseRetryDelay(duration: unknown): number | undefined {
  const seconds =
    typeof duration === 'string' && duration.endsWith('s') ? parseAmount(duration.slice(0, -1)) : undefined;
  return seconds === undefined ? undefined : clampWait(seconds * 1000);
}

function parseAmount(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d{1,12}(?:\.\d{1,9})?\s*$/.test(text) ? Number(text) : undefined;
}

function clampWait(ms: number): number {
  return Math.min(MAX_WAIT_MS, Math.max(0, Math.ceil(ms)));
}
