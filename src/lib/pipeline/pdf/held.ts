/**
 * The file behind a tab, fetched where the tab is: with the person's session, and mostly out of the browser's cache. The one
 * rule: what is held is a PDF, no larger than the bound, and leaves in pieces that a message can carry.
 */
import { base64Of } from '../../base/base64.ts';

export const MOST_BYTES = 50_000_000;
export const FETCH_MS = 30_000;
/** Bytes of a piece; divisible by three, so that pieces in Base64 can be told apart and put together. */
export const PIECE = 3_000_000;

export type NoFile = 'not-pdf' | 'too-large' | 'timeout' | 'failed';

export type Fetched =
  { readonly ok: true; readonly size: number } | { readonly ok: false; readonly why: NoFile; readonly message: string };

type Fits = (bytes: Uint8Array) => boolean;

export interface Holder {
  fetch(): Promise<Fetched>;
  /** The piece that begins there, in Base64; null when nothing is held. */
  piece(at: number): string | null;
  /** Stops what is under way and forgets what is held. */
  drop(): void;
}

/** `get` is `fetch`, the address the tab's own, and `fits` says whether the file is of the wanted kind. */
export function holder(address: string, get: typeof fetch, fits: Fits = isPdf): Holder {
  const stop = new AbortController();
  let held: Uint8Array | null = null;
  return {
    async fetch() {
      const late = AbortSignal.timeout(FETCH_MS);
      try {
        const signal = AbortSignal.any([stop.signal, late]);
        const found = await bytesOf(await get(address, { credentials: 'include', cache: 'force-cache', signal }), fits);
        if (found instanceof Uint8Array) held = found;
        return found instanceof Uint8Array ? { ok: true, size: found.length } : found;
      } catch (thrown) {
        return no(late.aborted ? 'timeout' : 'failed', thrown instanceof Error ? thrown.message : '');
      }
    },
    piece: (at) => held && base64Of(held.subarray(at, at + PIECE)),
    drop() {
      stop.abort();
      held = null;
    },
  };
}

/** Longest that a file is held for a worker that does not come back for it. */
const HOLD_MS = 120_000;

/** The files of one tab, by the id of whoever reads it: a look at the page and a run may want it at once. */
export interface Holders {
  readonly all: Map<string, Holder>;
  fetch(id: string): Promise<Fetched>;
  piece(id: string, at: number): string | null;
  drop(id: string): void;
}

/** `all`: what an earlier call made in the same tab. */
export function holders(
  address: string,
  get: typeof fetch,
  all = new Map<string, Holder>(),
  fits: Fits = isPdf,
): Holders {
  const drop = (id: string): void => {
    all.get(id)?.drop();
    all.delete(id);
  };
  return {
    all,
    drop,
    fetch(id) {
      const made = holder(address, get, fits);
      all.set(id, made);
      AbortSignal.timeout(HOLD_MS).addEventListener('abort', () => drop(id));
      return made.fetch();
    },
    piece: (id, at) => all.get(id)?.piece(at) ?? null,
  };
}

const no = (why: NoFile, message = ''): Fetched => ({ ok: false, why, message: message.slice(0, 300) });

async function bytesOf(response: Response, fits: Fits): Promise<Uint8Array | Fetched> {
  if (!response.ok || response.body === null) return no('failed', `the server answered ${response.status}`);
  if (Number(response.headers.get('content-length')) > MOST_BYTES) {
    await response.body.cancel();
    return no('too-large');
  }
  const reader = response.body.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST_BYTES) {
      await reader.cancel();
      return no('too-large');
    }
    parts.push(value);
  }
  const bytes = joinedBytes(parts);
  return fits(bytes) ? bytes : no('not-pdf');
}

export function joinedBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Readers take a file whose mark stands a little later, after what a server has put before it. */
const isPdf = (bytes: Uint8Array): boolean => String.fromCharCode(...bytes.subarray(0, 1024)).includes('%PDF-');
