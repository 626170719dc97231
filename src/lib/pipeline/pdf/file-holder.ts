/** Fetches a tab's PDF inside the tab (user's session and cache) and hands it out in message-sized pieces. */
import { encodeBase64 } from '../../base/base64.ts';
import { readBytes } from '../../base/bytes.ts';

export const MAX_PDF_BYTES = 50_000_000;
const FETCH_MS = 30_000;
/** Divisible by three, so that Base64 pieces can be concatenated. */
export const PIECE_BYTES = 3_000_000;

export type FetchFailure = 'not-pdf' | 'too-large' | 'timeout' | 'failed';

export type FetchOutcome =
  | { readonly ok: true; readonly size: number }
  | { readonly ok: false; readonly why: FetchFailure; readonly message: string };

type FileCheck = (bytes: Uint8Array) => boolean;

export interface FileHolder {
  fetch(): Promise<FetchOutcome>;
  /** Base64; null if no file is held. */
  readPiece(at: number): string | null;
  drop(): void;
}

export function createFileHolder(address: string, get: typeof fetch, fits: FileCheck = isPdf): FileHolder {
  const stop = new AbortController();
  let held: Uint8Array | null = null;
  return {
    async fetch() {
      const timeout = AbortSignal.timeout(FETCH_MS);
      try {
        const signal = AbortSignal.any([stop.signal, timeout]);
        const result = await readFile(
          await get(address, { credentials: 'include', cache: 'force-cache', signal }),
          fits,
        );
        if (result instanceof Uint8Array) held = result;
        return result instanceof Uint8Array ? { ok: true, size: result.length } : result;
      } catch (thrown) {
        return toFailure(timeout.aborted ? 'timeout' : 'failed', thrown instanceof Error ? thrown.message : '');
      }
    },
    readPiece: (at) => held && encodeBase64(held.subarray(at, at + PIECE_BYTES)),
    drop() {
      stop.abort();
      held = null;
    },
  };
}

/** If the worker does not return for the file. */
const MAX_HOLD_MS = 120_000;

/** By the reader's id: a preview and a run may need it at the same time. */
export interface FileHolders {
  readonly all: Map<string, FileHolder>;
  fetch(id: string): Promise<FetchOutcome>;
  readPiece(id: string, at: number): string | null;
  drop(id: string): void;
}

export function createFileHolders(
  address: string,
  get: typeof fetch,
  all = new Map<string, FileHolder>(),
  fits: FileCheck = isPdf,
): FileHolders {
  const drop = (id: string): void => {
    all.get(id)?.drop();
    all.delete(id);
  };
  return {
    all,
    drop,
    fetch(id) {
      const fileHolder = createFileHolder(address, get, fits);
      all.set(id, fileHolder);
      AbortSignal.timeout(MAX_HOLD_MS).addEventListener('abort', () => drop(id));
      return fileHolder.fetch();
    },
    readPiece: (id, at) => all.get(id)?.readPiece(at) ?? null,
  };
}

const toFailure = (why: FetchFailure, message = ''): FetchOutcome => ({
  ok: false,
  why,
  message: message.slice(0, 300),
});

async function readFile(response: Response, fits: FileCheck): Promise<Uint8Array | FetchOutcome> {
  if (!response.ok || response.body === null) return toFailure('failed', `the server answered ${response.status}`);
  if (Number(response.headers.get('content-length')) > MAX_PDF_BYTES) {
    await response.body.cancel();
    return toFailure('too-large');
  }
  const bytes = await readBytes(response.body, MAX_PDF_BYTES);
  if (bytes === null) return toFailure('too-large');
  return fits(bytes) ? bytes : toFailure('not-pdf');
}

/** Readers accept bytes added by a server before the signature. */
const isPdf = (bytes: Uint8Array): boolean => String.fromCharCode(...bytes.subarray(0, 1024)).includes('%PDF-');
