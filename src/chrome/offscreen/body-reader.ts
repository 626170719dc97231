import type { Article } from '../../lib/agent/ports.ts';
import { encodeBase64 } from '../../lib/base/base64.ts';
import { UserFacingError } from '../../lib/base/errors.ts';
import { PIECE_BYTES } from '../../lib/pipeline/pdf/file-holder.ts';
import { decodeBody, type TextKind } from '../../lib/pipeline/web/body.ts';
import { parseFetchedEvent } from '../../lib/protocol/offscreen/convert-events.ts';
import type { FetchedEvent } from '../../lib/protocol/offscreen/fetched.ts';
import type { PortLike, OffscreenService } from '../../lib/protocol/offscreen/offscreen.ts';
import { runWithTimeout } from '../timeout.ts';
import { createPdfReader } from './pdfs.ts';
import type { PdfSource } from './pdf-source.ts';
import type { FetchedBody } from '../web/web-fetch.ts';
import { EMPTY_PAGE_ERROR, toWebPdfError, WEB_TIMEOUT_ERROR, UNREADABLE_ERROR } from '../web/web-errors.ts';

/** The largest page takes a few seconds on a slow machine, plus the queue. */
const READ_MS = 30_000;

export type ReadBody = (body: FetchedBody, signal: AbortSignal) => Promise<Article>;

/** Rejects with a `UserFacingError`. */
export function createBodyReader(openLine: (service: OffscreenService) => Promise<PortLike>): ReadBody {
  return async (body, signal) => {
    const { kind, url, bytes, type } = body;
    if (kind === 'pdf') return readPdfBody(body, openLine, signal);
    const event = await runWithTimeout({ signal, timeoutMs: READ_MS, error: WEB_TIMEOUT_ERROR }, (stopSignal) =>
      extractInDocument({ kind, text: decodeBody(bytes, type), url }, openLine, stopSignal),
    );
    if (event.type === 'fault') throw new UserFacingError(UNREADABLE_ERROR, { cause: event.message });
    if (event.reading.kind === 'empty') throw new UserFacingError(EMPTY_PAGE_ERROR);
    return event.reading.article;
  };
}

async function extractInDocument(
  body: { readonly kind: TextKind; readonly text: string; readonly url: string },
  openLine: (service: OffscreenService) => Promise<PortLike>,
  signal: AbortSignal,
): Promise<FetchedEvent> {
  const line = await openLine('page');
  const stop = (): void => line.disconnect();
  try {
    signal.throwIfAborted();
    signal.addEventListener('abort', stop);
    const answer = new Promise<FetchedEvent>((resolve) => {
      line.onDisconnect.addListener(() => resolve({ type: 'fault', message: 'The hidden page was closed.' }));
      line.onMessage.addListener((message) => resolve(parseFetchedEvent(message, body.url)));
    });
    line.postMessage({ type: 'read', ...body });
    return await answer;
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

async function readPdfBody(
  { bytes, url }: FetchedBody,
  openLine: (service: OffscreenService) => Promise<PortLike>,
  signal: AbortSignal,
): Promise<Article> {
  try {
    return await createPdfReader(() => createBytesSource(bytes), openLine)(NO_TAB, url, signal);
  } catch (thrown) {
    throw thrown instanceof UserFacingError
      ? new UserFacingError(toWebPdfError(thrown.error), { cause: thrown })
      : thrown;
  }
}

const NO_TAB = -1;

const createBytesSource = (bytes: Uint8Array): PdfSource => ({
  fetch: () => Promise.resolve({ ok: true, size: bytes.length }),
  readPiece: (at) => Promise.resolve(encodeBase64(bytes.subarray(at, at + PIECE_BYTES))),
  release: () => undefined,
});
