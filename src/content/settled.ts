/** A single-page app changes its address before its text: reading waits, bounded, until both belong together. */
import { toPageAddress } from '../lib/base/urls.ts';
import type { DocumentReading } from '../lib/pipeline/page/read/article.ts';

/** What was read of a document before. */
export interface EarlierReading {
  readonly address: string;
  readonly lines: ReadonlySet<string>;
}

const MAX_WAIT_MS = 5000;
/** Longest wait if it is only likely that the address is newer than the text. */
const MAX_DOUBTFUL_MS = 2000;
/** So long without a change, the document counts as drawn. */
const QUIET_MS = 300;
/** Characters not read before that make a new text; less may be “Loading…” over the old one. */
const MIN_NEW = 200;

/**
 * `isRouted`: whether the user may just have followed a link that the app handled. Matters only without `earlier`. Rejects with
 * the signal's reason once aborted.
 */
export async function readSettled(
  doc: Document,
  read: () => Promise<DocumentReading>,
  earlier: EarlierReading | null,
  { isRouted = false, signal }: { readonly isRouted?: boolean; readonly signal?: AbortSignal } = {},
): Promise<DocumentReading> {
  let reading = await read();
  if (earlier === null ? !isRouted : toAddress(reading) === earlier.address) return reading;
  const before = earlier ?? rememberReading(reading);
  const end = performance.now() + (earlier === null ? MAX_DOUBTFUL_MS : MAX_WAIT_MS);
  while (countNew(reading, before) < MIN_NEW) {
    const rest = end - performance.now();
    await waitForChange(doc, Math.max(0, rest), signal);
    signal?.throwIfAborted();
    reading = await read();
    if (rest <= 0) break;
  }
  if (reading.kind !== 'article' || !earlier?.lines.size || countNew(reading, earlier) > 0) return reading;
  return { ...reading, stale: true };
}

export const rememberReading = (reading: DocumentReading): EarlierReading => ({
  address: toAddress(reading),
  lines: new Set(splitLines(reading)),
});

const toAddress = (reading: DocumentReading): string =>
  toPageAddress(reading.kind === 'article' ? reading.article.url : reading.url);

const splitLines = (reading: DocumentReading): readonly string[] =>
  reading.kind === 'article' ? reading.article.markdown.split('\n').filter((line) => line.trim() !== '') : [];

const countNew = (reading: DocumentReading, { lines }: EarlierReading): number =>
  splitLines(reading).reduce((sum, line) => sum + (lines.has(line) ? 0 : line.length), 0);

/** Resolves once the document has changed and come to rest, at the latest after `ms` or when the signal is aborted. */
function waitForChange(doc: Document, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let quiet: ReturnType<typeof setTimeout> | undefined;
    const end = (): void => {
      observer.disconnect();
      signal?.removeEventListener('abort', end);
      clearTimeout(limit);
      clearTimeout(quiet);
      resolve();
    };
    const observer = new MutationObserver(() => {
      clearTimeout(quiet);
      quiet = setTimeout(end, QUIET_MS);
    });
    const limit = setTimeout(end, signal?.aborted ? 0 : ms);
    signal?.addEventListener('abort', end);
    observer.observe(doc, { subtree: true, childList: true, characterData: true, attributes: true });
  });
}
