/** Text of PDFs in tabs, read by the offscreen document. The worker holds at most one piece of the file. */
import { UserFacingError } from '../../lib/base/errors.ts';
import type { Article } from '../../lib/agent/ports.ts';
import { PIECE_BYTES } from '../../lib/pipeline/pdf/file-holder.ts';
import type { PortLike, OffscreenService } from '../../lib/protocol/offscreen/offscreen.ts';
import { parsePdfEvent } from '../../lib/protocol/offscreen/convert-events.ts';
import type { PdfEvent, PdfFault } from '../../lib/protocol/offscreen/pdf.ts';
import { runWithTimeout } from '../timeout.ts';
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
export function createPdfReader(
  createSource: CreatePdfSource,
  openLine: (service: OffscreenService) => Promise<PortLike>,
): ReadPdf {
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

async function readPdfInTab(
  source: PdfSource,
  url: string,
  openLine: (service: OffscreenService) => Promise<PortLike>,
  signal: AbortSignal,
): Promise<Article> {
  const file = await source.fetch();
  if (!file.ok) throw new UserFacingError(createPdfFetchError(file.why, file.message));
  signal.throwIfAborted();
  const line = await openLine('pdf');
  const stop = (): void => line.disconnect();
  try {
    signal.addEventListener('abort', stop);
    const answer = waitForText(line);
    answer.catch(() => undefined); // not awaited while pieces are sent
    for (let at = 0; at < file.size; at += PIECE_BYTES) {
      signal.throwIfAborted();
      const text = await source.readPiece(at);
      line.postMessage({ type: 'piece', text, size: Math.min(PIECE_BYTES, file.size - at) });
    }
    source.release();
    line.postMessage({ type: 'whole', text: url.slice(0, PIECE_BYTES), size: file.size });
    const { title, byline, published, language, markdown } = await answer;
    return { url, title, byline, published, language, site: '', markdown };
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

type DoneEvent = Extract<PdfEvent, { type: 'done' }>;

/** Progress events only keep this worker alive. */
function waitForText(line: PortLike): Promise<DoneEvent> {
  return new Promise((resolve, reject) => {
    const fail = (fault: PdfFault, message: string): void =>
      reject(new UserFacingError(createPdfReadError(fault, message)));
    line.onDisconnect.addListener(() => fail('failed', 'the hidden page that reads it was closed'));
    line.onMessage.addListener((said) => {
      const event = parsePdfEvent(said);
      if (event.type === 'fault') fail(event.fault, event.message);
      else if (event.type === 'done') resolve(event);
    });
  });
}
