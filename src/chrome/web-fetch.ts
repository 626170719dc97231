/**
 * One page over the network, asked for as a stranger would: no cookies, no referrer, nothing of it kept by the browser. The one
 * rule: nothing is asked of a host that is not public, at no hop (`own-requests.ts`), and no more is read than the bound.
 */
import { TroubleError, type Trouble } from '../lib/base/errors.ts';
import { joinedBytes, MOST_BYTES } from '../lib/pipeline/pdf/held.ts';
import { HEAD, kindOf, type BodyKind } from '../lib/pipeline/web/body.ts';
import { notPublic } from '../lib/pipeline/web/guard.ts';
import { MOST_CHARACTERS } from '../lib/protocol/fetched-schemas.ts';
import { bounded } from './bounded.ts';
import { badStatus, privateAddress, REDIRECTED, TIMEOUT, TOO_LARGE, UNREACHABLE, wrongType } from './web-troubles.ts';

/** From the first byte sent to the last that is read. */
export const FETCH_MS = 15_000;

/** Of anything but a PDF: no byte becomes more than one character. */
const MOST_TEXT = MOST_CHARACTERS;

export interface FetchedBody {
  /** Where it was found in the end. */
  readonly url: string;
  readonly kind: BodyKind;
  /** As the server says. */
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

/** Rejects with a `TroubleError`. The browser's own rules must stand. */
export function fetchPage(url: string, signal: AbortSignal): Promise<FetchedBody> {
  return bounded({ signal, within: FETCH_MS, trouble: TIMEOUT }, async (over) => {
    const why = notPublic(url);
    if (why !== null) throw new TroubleError(privateAddress(why));
    const response = await fetch(url, { ...ANONYMOUS, redirect: 'follow', signal: over }).catch(
      async (thrown: unknown) => {
        throw new TroubleError(await unreached(url, over), { cause: thrown });
      },
    );
    const trouble = refusal(response);
    if (trouble !== null) {
      void response.body?.cancel().catch(() => undefined);
      throw new TroubleError(trouble);
    }
    return read(response);
  });
}

/** Browsers do not say whether a hop was stopped or nobody answered: the first hop alone tells. */
async function unreached(url: string, signal: AbortSignal): Promise<Trouble> {
  const first = await fetch(url, { ...ANONYMOUS, redirect: 'manual', signal }).catch(() => null);
  return first?.type === 'opaqueredirect' ? REDIRECTED : UNREACHABLE;
}

function refusal({ url, ok, status, headers }: Response): Trouble | null {
  const why = notPublic(url);
  if (why !== null) return privateAddress(why);
  if (!ok) return badStatus(status);
  return Number(headers.get('content-length')) > MOST_BYTES ? TOO_LARGE : null;
}

async function read(response: Response): Promise<FetchedBody> {
  const type = response.headers.get('content-type');
  const reader = response.body?.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  let kind: BodyKind | null = null;
  const fail = (trouble: Trouble, cause?: unknown): never => {
    void reader?.cancel().catch(() => undefined);
    throw new TroubleError(trouble, { cause });
  };
  for (let ended = reader === undefined; !ended;) {
    const next = await reader?.read().catch((thrown: unknown) => fail(CUT, thrown));
    ended = next?.done !== false;
    if (next?.value) parts.push(next.value);
    size += next?.value?.length ?? 0;
    if (kind === null && (ended || size >= HEAD)) kind = kindOf(type, joinedBytes(parts)) ?? fail(wrongType(type));
    if (size > (kind === 'pdf' ? MOST_BYTES : MOST_TEXT)) fail(TOO_LARGE);
  }
  return { url: response.url, kind: kind ?? 'text', type, bytes: joinedBytes(parts) };
}

const CUT: Trouble = { ...UNREACHABLE, message: 'The connection broke off before the page was there.' };
