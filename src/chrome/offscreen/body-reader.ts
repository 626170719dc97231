import type { Article } from '../../lib/agent/ports.ts';
import { NO_TAB } from '../../lib/agent/frames/spec.ts';
import { encodeBase64 } from '../../lib/base/base64.ts';
import { UserFacingError } from '../../lib/base/errors.ts';
import { PIECE_BYTES } from '../../lib/pipeline/pdf/file-holder.ts';
import { decodeBody } from '../../lib/pipeline/web/body.ts';
import { parseFetchedEvent } from '../../lib/protocol/offscreen/convert-events.ts';
import { runWithTimeout } from '../timeout.ts';
import { CLOSED, type OpenLine, waitForEnd, withLine } from './line.ts';
import { createPdfReader } from './pdfs.ts';
import type { PdfSource } from './pdf-source.ts';
import type { FetchedBody } from '../web/web-fetch.ts';
import { EMPTY_PAGE_ERROR, toWebPdfError, WEB_TIMEOUT_ERROR, UNREADABLE_ERROR } from '../web/web-errors.ts';

/** The largest page takes a few seconds on a slow machine, plus the queue. */
const READ_MS = 30_000;

export type ReadBody = (body: FetchedBody, signal: AbortSignal) => Promise<Article>;

/** Rejects with a `UserFacingError`. */
export function createBodyReader(openLine: OpenLine): ReadBody {
  return async (body, signal) => {
    const { kind, url, bytes, type } = body;
    if (kind === 'pdf') return readPdfBody(body, openLine, signal);
    const event = await runWithTimeout({ signal, timeoutMs: READ_MS, error: WEB_TIMEOUT_ERROR }, (stopSignal) =>
      withLine(openLine, 'page', stopSignal, (line) => {
        const end = waitForEnd(line, (message) => parseFetchedEvent(message, url), CLOSED);
        line.postMessage({ type: 'read', kind, text: decodeBody(bytes, type), url });
        return end;
      }),
    );
    if (event.type === 'fault') throw new UserFacingError(UNREADABLE_ERROR, { cause: event.message });
    if (event.reading.kind !== 'article') throw new UserFacingError(EMPTY_PAGE_ERROR);
    return event.reading.article;
  };
}

async function readPdfBody({ bytes, url }: FetchedBody, openLine: OpenLine, signal: AbortSignal): Promise<Article> {
  try {
    return await createPdfReader(() => createBytesSource(bytes), openLine)(NO_TAB, url, signal);
  } catch (thrown) {
    throw thrown instanceof UserFacingError
      ? new UserFacingError(toWebPdfError(thrown.error), { cause: thrown })
      : thrown;
  }
}

const createBytesSource = (bytes: Uint8Array): PdfSource => ({
  fetch: () => Promise.resolve({ ok: true, size: bytes.length }),
  readPiece: (at) => Promise.resolve(encodeBase64(bytes.subarray(at, at + PIECE_BYTES))),
  release: () => undefined,
});
