/** Text of PDFs in tabs, read by the offscreen document. The worker holds at most one piece of the file. */
import { UserFacingError } from '../../lib/base/errors.ts';
import type { Article } from '../../lib/agent/ports.ts';
import { PIECE_BYTES } from '../../lib/pipeline/pdf/file-holder.ts';
import { parsePdfEvent } from '../../lib/protocol/offscreen/convert-events.ts';
import { runWithTimeout } from '../timeout.ts';
import { CLOSED, type OpenLine, waitForEnd, withLine } from './line.ts';
import {
  type PdfSource,
  type CreatePdfSource,
  createPdfFetchError,
  PDF_TIMEOUT_ERROR,
  createPdfReadError,
} from './pdf-source.ts';

const READ_MS = 90_000;

export type ReadPdf = (tabId: number, url: string, signal: AbortSignal) => Promise<Article>;

/** Rejects with a `UserFacingError`, also when the signal aborts. */
export function createPdfReader(createSource: CreatePdfSource, openLine: OpenLine): ReadPdf {
  return async (tabId, url, signal) => {
    const source = createSource(tabId, url);
    try {
      return await runWithTimeout({ signal, timeoutMs: READ_MS, error: PDF_TIMEOUT_ERROR }, (stopSignal) =>
        readPdfInTab(source, url, openLine, stopSignal),
      );
    } finally {
      source.release();
    }
  };
}

async function readPdfInTab(source: PdfSource, url: string, openLine: OpenLine, signal: AbortSignal): Promise<Article> {
  const file = await source.fetch();
  if (!file.ok) throw new UserFacingError(createPdfFetchError(file.why, file.message));
  signal.throwIfAborted();
  const event = await withLine(openLine, 'pdf', signal, async (line) => {
    const end = waitForEnd(line, parsePdfEvent, CLOSED); // progress only keeps this worker alive
    for (let at = 0; at < file.size; at += PIECE_BYTES) {
      signal.throwIfAborted();
      const text = await source.readPiece(at);
      line.postMessage({ type: 'piece', text, size: Math.min(PIECE_BYTES, file.size - at) });
    }
    source.release();
    line.postMessage({ type: 'whole', text: url.slice(0, PIECE_BYTES), size: file.size });
    return end;
  });
  if (event.type === 'fault') throw new UserFacingError(createPdfReadError(event.fault, event.message));
  const { type: _, ...read } = event;
  return { ...read, url, site: '', isPdf: true };
}
