/** The text of what was fetched: taken out in the offscreen document, whatever kind it is. */
import type { Article } from '../lib/agent/ports.ts';
import { base64Of } from '../lib/base/base64.ts';
import { TroubleError } from '../lib/base/errors.ts';
import { PIECE } from '../lib/pipeline/pdf/held.ts';
import { textOf, type TextKind } from '../lib/pipeline/web/body.ts';
import { fetchedEventIn } from '../lib/protocol/fetched.ts';
import type { FetchedEvent } from '../lib/protocol/fetched-schemas.ts';
import type { Line, OffscreenService } from '../lib/protocol/offscreen.ts';
import { bounded } from './bounded.ts';
import { pdfReader } from './pdfs.ts';
import type { PdfSource } from './pdf-source.ts';
import type { FetchedBody } from './web-fetch.ts';
import { EMPTY, ofPdf, TIMEOUT, UNREADABLE } from './web-troubles.ts';

/** The largest page takes a few seconds on a slow machine, and others may be before it. */
const READ_MS = 30_000;

export type ReadBody = (body: FetchedBody, signal: AbortSignal) => Promise<Article>;

/** Rejects with a `TroubleError`. */
export function bodyReader(open: (service: OffscreenService) => Promise<Line>): ReadBody {
  return async (body, signal) => {
    const { kind, url, bytes, type } = body;
    if (kind === 'pdf') return readPdf(body, open, signal);
    const event = await bounded({ signal, within: READ_MS, trouble: TIMEOUT }, (over) =>
      ask({ kind, text: textOf(bytes, type), url }, open, over),
    );
    if (event.type === 'fault') throw new TroubleError(UNREADABLE, { cause: event.message });
    if (event.reading.kind === 'empty') throw new TroubleError(EMPTY);
    return event.reading.article;
  };
}

async function ask(
  body: { readonly kind: TextKind; readonly text: string; readonly url: string },
  open: (service: OffscreenService) => Promise<Line>,
  signal: AbortSignal,
): Promise<FetchedEvent> {
  const line = await open('page');
  const stop = (): void => line.disconnect();
  try {
    signal.throwIfAborted();
    signal.addEventListener('abort', stop);
    const answer = new Promise<FetchedEvent>((resolve) => {
      line.onDisconnect.addListener(() => resolve({ type: 'fault', message: 'The hidden page was closed.' }));
      line.onMessage.addListener((message) => resolve(fetchedEventIn(message, body.url)));
    });
    line.postMessage({ type: 'read', ...body });
    return await answer;
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

async function readPdf(
  { bytes, url }: FetchedBody,
  open: (service: OffscreenService) => Promise<Line>,
  signal: AbortSignal,
): Promise<Article> {
  try {
    return await pdfReader(() => held(bytes), open)(NO_TAB, url, signal);
  } catch (thrown) {
    throw thrown instanceof TroubleError ? new TroubleError(ofPdf(thrown.trouble), { cause: thrown }) : thrown;
  }
}

const NO_TAB = -1;

const held = (bytes: Uint8Array): PdfSource => ({
  fetch: () => Promise.resolve({ ok: true, size: bytes.length }),
  piece: (at) => Promise.resolve(base64Of(bytes.subarray(at, at + PIECE))),
  drop: () => undefined,
});
