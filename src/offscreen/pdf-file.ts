/**
 * A PDF's bytes → what stands on its pages, by pdf.js, in the thread it is called in. The one rule: only text is taken:
 * no picture is decoded, no font loaded, no script of the file run, and nothing is fetched but the package's own tables.
 */
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { WorkerMessageHandler } from 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { messageOf } from '../lib/base/errors.ts';
import { NO_INFO, type PdfInfo } from '../lib/pipeline/pdf/about.ts';
import { articleFrom, MOST_PAGES, MOST_TEXT } from '../lib/pipeline/pdf/read.ts';
import type { PdfPage, PdfTextItem } from '../lib/pipeline/pdf/run.ts';
import type { PdfEvent, PdfFault } from '../lib/protocol/pdf-schemas.ts';

/** Reads a packaged table of character codes, which CJK files name and do not bring. */
export type ReadTable = (file: string) => Promise<Uint8Array>;

// pdf.js then works in this thread, instead of starting another by an address
Object.assign(globalThis, { pdfjsWorker: { WorkerMessageHandler } });

/** Reads the file and tells how far it is. Never rejects: it ends in `done` or `fault`. */
export async function readPdf(
  bytes: Uint8Array,
  url: string,
  table: ReadTable,
  tell: (event: PdfEvent) => void,
): Promise<void> {
  const task = getDocument({
    data: bytes,
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    stopAtErrors: false,
    verbosity: 0,
    cMapPacked: true,
    cMapUrl: './',
    BinaryDataFactory: tables(table),
  });
  try {
    tell(await eventFrom(await task.promise, url, tell));
  } catch (thrown) {
    tell({ type: 'fault', fault: faultOf(thrown), message: messageOf(thrown).slice(0, 500) });
  } finally {
    await task.destroy();
  }
}

/** Told by name: pdf.js copies its errors from thread to thread, and a copy has lost its class. */
function faultOf(thrown: unknown): PdfFault {
  const name = thrown instanceof Error ? thrown.name : '';
  if (name === 'PasswordException') return 'locked';
  return /^(?:InvalidPDF|FormatError|XRef|UnknownError|ParserEOF|MissingData)/.test(name) ? 'broken' : 'failed';
}

async function eventFrom(file: PDFDocumentProxy, url: string, tell: (event: PdfEvent) => void): Promise<PdfEvent> {
  const pages: PdfPage[] = [];
  const broken: number[] = [];
  let text = 0;
  for (let number = 1; number <= Math.min(file.numPages, MOST_PAGES) && text <= MOST_TEXT; number += 1) {
    const page = await pageOf(file, number, MOST_TEXT - text).catch(() => null);
    if (page === null) broken.push(number);
    pages.push(page ?? { number, height: 0, view: [], items: [], vertical: [] });
    text += page?.items.reduce((sum, { str }) => sum + str.length, 0) ?? 0;
    tell({ type: 'progress', page: number, pages: file.numPages });
  }
  const info = await infoOf(file).catch(() => NO_INFO);
  const article = articleFrom({ url, info, pages, count: file.numPages, broken });
  if (article) {
    const { title, byline, published, language, markdown } = article;
    return { type: 'done', title, byline, published, language, markdown };
  }
  return broken.length === pages.length
    ? { type: 'fault', fault: 'broken', message: 'No page could be read.' }
    : { type: 'fault', fault: 'scan', message: '' };
}

async function pageOf(file: PDFDocumentProxy, number: number, most: number): Promise<PdfPage> {
  const page = await file.getPage(number);
  const { items, vertical } = await textOf(page.streamTextContent(), most);
  const { height, transform } = page.getViewport({ scale: 1 });
  page.cleanup();
  return {
    number,
    height,
    view: transform,
    items,
    vertical,
  };
}

/** What `streamTextContent` brings, bit by bit. */
interface TextContent {
  readonly items: readonly object[];
  readonly styles: Readonly<Record<string, { readonly vertical?: boolean }>>;
}

/** The items of a page up to the bound: a few bytes of a file can unfold to text without end. */
async function textOf(stream: ReadableStream, most: number): Promise<Pick<PdfPage, 'items' | 'vertical'>> {
  const reader = (stream as ReadableStream<TextContent>).getReader();
  const items: PdfTextItem[] = [];
  const vertical = new Set<string>();
  for (let text = 0; text <= most && items.length <= most;) {
    const { done, value } = await reader.read();
    if (done) return { items, vertical: [...vertical] };
    for (const item of value.items) {
      if (!('str' in item)) continue;
      items.push(item as PdfTextItem);
      text += (item as PdfTextItem).str.length;
    }
    for (const [font, style] of Object.entries(value.styles)) if (style.vertical === true) vertical.add(font);
  }
  await reader.cancel(new Error('The page has more text than is read.'));
  return { items, vertical: [...vertical] };
}

async function infoOf(file: PDFDocumentProxy): Promise<PdfInfo> {
  const { info } = await file.getMetadata();
  const said = info as Readonly<Record<string, unknown>>;
  const text = (name: string): string => (typeof said[name] === 'string' ? said[name] : '');
  return { title: text('Title'), author: text('Author'), created: text('CreationDate'), language: text('Language') };
}

function tables(read: ReadTable) {
  return class {
    fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
      if (kind === 'cMapUrl' && /^[\w-]{1,60}\.bcmap$/.test(filename)) return read(filename);
      return Promise.reject(new Error(`${filename} is not part of the package.`));
    }
  };
}
