/**
 * Computes how long to wait after a failed model call: exponential, capped and jittered. The jitter is derived from the
 * run, the call and its failures, never from chance, so that a replay decides the same. The server's retry-after is
 * always respected.
 */

/** Upper bound of the first wait, and of any wait. */
const FIRST_WAIT_MS = 1000;
export const LONGEST_WAIT_MS = 30_000;

export interface FailedCall {
  readonly runId: string;
  readonly key: string;
  /** Number of failures, from 1. */
  readonly failures: number;
  /** Requested by the server, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/** Returns the milliseconds until the next attempt: at least half of a cap that doubles with each failure. */
export function computeBackoff({ runId, key, failures, retryAfterMs = 0 }: FailedCall): number {
  const cap = Math.min(FIRST_WAIT_MS * 2 ** Math.max(0, failures - 1), LONGEST_WAIT_MS);
  const jittered = Math.ceil(cap * (0.5 + hashToFraction(`${runId} ${key} ${String(failures)}`) / 2));
  return Math.max(jittered, retryAfterMs);
}

/** Hashes a text to a fraction in [0, 1), evenly distributed (FNV-1a, mixed as in MurmurHash3). */
function hashToFraction(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
