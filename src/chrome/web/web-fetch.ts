/** Fetches a page without cookies, referrer or cache, and from public hosts only (`request-rules.ts`). */
import { concatBytes } from '../../lib/base/bytes.ts';
import { UserFacingError, type UserError } from '../../lib/base/errors.ts';
import { MAX_PDF_BYTES } from '../../lib/pipeline/pdf/file-holder.ts';
import { HEAD_BYTES, detectBodyKind, type BodyKind } from '../../lib/pipeline/web/body.ts';
import { findAddressProblem } from '../../lib/pipeline/web/web-address.ts';
import { MAX_BODY_CHARS } from '../../lib/protocol/offscreen/fetched.ts';
import { runWithTimeout } from '../timeout.ts';
import { limitToPublic } from './public-fetch.ts';
import {
  createStatusError,
  createAddressError,
  REDIRECT_ERROR,
  WEB_TIMEOUT_ERROR,
  PAGE_TOO_LARGE_ERROR,
  UNREACHABLE_ERROR,
  createTypeError,
} from './web-errors.ts';

const FETCH_MS = 15_000;

/** For anything but a PDF: a byte decodes to at most one character. */
const MAX_TEXT_BYTES = MAX_BODY_CHARS;

export interface FetchedBody {
  readonly url: string;
  readonly kind: BodyKind;
  readonly type: string | null;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export type FetchPage = (url: string, signal: AbortSignal) => Promise<FetchedBody>;

const ANONYMOUS = {
  credentials: 'omit',
  referrerPolicy: 'no-referrer',
  cache: 'no-store',
  headers: { accept: 'text/html,application/xhtml+xml,application/pdf;q=0.9,text/markdown;q=0.9,text/plain;q=0.8' },
} as const satisfies RequestInit;

const fetchPublic = limitToPublic((input, init) => fetch(input, init));

/** Rejects with a `UserFacingError`. The request rules must be installed. */
export function fetchPage(url: string, signal: AbortSignal): Promise<FetchedBody> {
  return runWithTimeout({ signal, timeoutMs: FETCH_MS, error: WEB_TIMEOUT_ERROR }, async (stopSignal) => {
    const reason = findAddressProblem(url);
    if (reason !== null) throw new UserFacingError(createAddressError(reason));
    const response = await fetchPublic(url, { ...ANONYMOUS, redirect: 'follow', signal: stopSignal }).catch(
      async (thrown: unknown) => {
        throw new UserFacingError(await findFetchError(url, stopSignal), { cause: thrown });
      },
    );
    const error = findResponseError(response);
    if (error !== null) {
      void response.body?.cancel().catch(() => undefined);
      throw new UserFacingError(error);
    }
    return readBody(response);
  });
}

/** Browsers do not tell a blocked hop from an unreachable host; only the first hop can be checked. */
async function findFetchError(url: string, signal: AbortSignal): Promise<UserError> {
  const first = await fetchPublic(url, { ...ANONYMOUS, redirect: 'manual', signal }).catch(() => null);
  return first?.type === 'opaqueredirect' ? REDIRECT_ERROR : UNREACHABLE_ERROR;
}

function findResponseError({ url, ok, status, headers }: Response): UserError | null {
  const reason = findAddressProblem(url);
  if (reason !== null) return createAddressError(reason);
  if (!ok) return createStatusError(status);
  return Number(headers.get('content-length')) > MAX_PDF_BYTES ? PAGE_TOO_LARGE_ERROR : null;
}

async function readBody(response: Response): Promise<FetchedBody> {
  const type = response.headers.get('content-type');
  const reader = response.body?.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  let kind: BodyKind | null = null;
  const fail = (error: UserError, cause?: unknown): never => {
    void reader?.cancel().catch(() => undefined);
    throw new UserFacingError(error, { cause });
  };
  for (let ended = reader === undefined; !ended;) {
    const next = await reader?.read().catch((thrown: unknown) => fail(CONNECTION_LOST_ERROR, thrown));
    ended = next?.done !== false;
    if (next?.value) parts.push(next.value);
    size += next?.value?.length ?? 0;
    if (kind === null && (ended || size >= HEAD_BYTES))
      kind = detectBodyKind(type, concatBytes(parts)) ?? fail(createTypeError(type));
    if (size > (kind === 'pdf' ? MAX_PDF_BYTES : MAX_TEXT_BYTES)) fail(PAGE_TOO_LARGE_ERROR);
  }
  return { url: response.url, kind: kind ?? 'text', type, bytes: concatBytes(parts) };
}

const CONNECTION_LOST_ERROR: UserError = {
  ...UNREACHABLE_ERROR,
  message: 'The connection broke off before the page was there.',
};
