/**
 * PDFs in a tab: the file from where the tab is, and its text from the offscreen document. The one rule: the worker holds no
 * more of a file than one piece, and stopping is heard everywhere the file is.
 */
import { TroubleError } from '../lib/base/errors.ts';
import type { Article } from '../lib/agent/ports.ts';
import { PIECE } from '../lib/pipeline/pdf/held.ts';
import type { Line, OffscreenService } from '../lib/protocol/offscreen.ts';
import { eventIn } from '../lib/protocol/pdf.ts';
import type { PdfEvent, PdfFault } from '../lib/protocol/pdf-schemas.ts';
import { bounded } from './bounded.ts';
import { noFile, TIMEOUT, unread } from './pdf-troubles.ts';
import type { PdfSource, SourceOf } from './pdf-source.ts';

/** From the first byte to the last word. */
const READ_MS = 90_000;

export type ReadPdf = (tabId: number, url: string, signal: AbortSignal) => Promise<Article>;

/** Rejects with a `TroubleError` that says what to do, also when the signal aborts. */
export function pdfReader(sourceOf: SourceOf, open: (service: OffscreenService) => Promise<Line>): ReadPdf {
  return async (tabId, url, signal) => {
    const source = sourceOf(tabId, url);
    try {
      return await bounded({ signal, within: READ_MS, trouble: TIMEOUT }, (over) => read(source, url, open, over));
    } finally {
      source.drop();
    }
  };
}

async function read(
  source: PdfSource,
  url: string,
  open: (service: OffscreenService) => Promise<Line>,
  signal: AbortSignal,
): Promise<Article> {
  const file = await source.fetch();
  if (!file.ok) throw new TroubleError(noFile(file.why, file.message));
  signal.throwIfAborted();
  const line = await open('pdf');
  const stop = (): void => line.disconnect();
  try {
    signal.addEventListener('abort', stop);
    const answer = heard(line);
    answer.catch(() => undefined); // while pieces are handed over, nobody waits for it yet
    for (let at = 0; at < file.size; at += PIECE) {
      signal.throwIfAborted();
      const text = await source.piece(at);
      line.postMessage({ type: 'piece', text, size: Math.min(PIECE, file.size - at) });
    }
    source.drop();
    line.postMessage({ type: 'whole', text: url.slice(0, PIECE), size: file.size });
    const { title, byline, published, language, markdown } = await answer;
    return { url, title, byline, published, language, site: '', markdown };
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

type Done = Extract<PdfEvent, { type: 'done' }>;

/** What the document comes to. Its progress says no more than that it lives, which keeps this worker alive. */
function heard(line: Line): Promise<Done> {
  return new Promise((resolve, reject) => {
    const fail = (fault: PdfFault, message: string): void => reject(new TroubleError(unread(fault, message)));
    line.onDisconnect.addListener(() => fail('failed', 'the hidden page that reads it was closed'));
    line.onMessage.addListener((said) => {
      const event = eventIn(said);
      if (event.type === 'fault') fail(event.fault, event.message);
      else if (event.type === 'done') resolve(event);
    });
  });
}
