/**
 * How long a failed model call is waited out: exponential, capped, and spread, so that runs which failed together do not
 * come back together. The one rule: the spread is read off the run, the call and its failures, never off chance, so the
 * same frames decide the same; and a server is never asked again before the time it named.
 */

/** The first wait at most, and the longest. */
const FIRST_MS = 1000;
export const LONGEST_MS = 30_000;

export interface FailedCall {
  readonly runId: string;
  readonly key: string;
  /** How often it has failed, from 1. */
  readonly failures: number;
  /** What the server asked for, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/** Milliseconds until the next attempt: between a half and the whole of what doubles with each failure. */
export function backoff({ runId, key, failures, retryAfterMs = 0 }: FailedCall): number {
  const whole = Math.min(FIRST_MS * 2 ** Math.max(0, failures - 1), LONGEST_MS);
  const spread = Math.ceil(whole * (0.5 + fraction(`${runId} ${key} ${String(failures)}`) / 2));
  return Math.max(spread, retryAfterMs);
}

/** From 0 up to, and without, 1: the same for the same text, and evenly spread over texts (FNV-1a, mixed as in MurmurHash3). */
function fraction(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
