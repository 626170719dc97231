/** Extracts a PDF's text with pdf.js, with no pictures, fonts, scripts or outside requests. */
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { WorkerMessageHandler } from 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { getErrorMessage } from '../lib/base/errors.ts';
import { NO_INFO, type PdfInfo } from '../lib/pipeline/pdf/pdf-metadata.ts';
import { buildPdfArticle, MAX_PDF_PAGES, MAX_PDF_TEXT } from '../lib/pipeline/pdf/read-pdf.ts';
import type { PdfPage, PdfTextItem } from '../lib/pipeline/pdf/text-run.ts';
import type { PdfEvent, PdfFault } from '../lib/protocol/offscreen/pdf.ts';

/** CJK files reference CMaps without embedding them. */
export type ReadCMap = (file: string) => Promise<Uint8Array>;

// makes pdf.js work in this thread instead of starting another by URL
Object.assign(globalThis, { pdfjsWorker: { WorkerMessageHandler } });

/** Never rejects: it ends with `done` or `fault`. */
export async function readPdf(
  bytes: Uint8Array,
  url: string,
  readCMap: ReadCMap,
  emit: (event: PdfEvent) => void,
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
    BinaryDataFactory: createTableFactory(readCMap),
  });
  try {
    emit(await buildResultEvent(await task.promise, url, emit));
  } catch (thrown) {
    emit({ type: 'fault', fault: toPdfFault(thrown), message: getErrorMessage(thrown).slice(0, 500) });
  } finally {
    await task.destroy();
  }
}

/** Told by name: pdf.js copies errors between threads, which loses their class. */
function toPdfFault(thrown: unknown): PdfFault {
  const name = thrown instanceof Error ? thrown.name : '';
  if (name === 'PasswordException') return 'locked';
  return /^(?:InvalidPDF|FormatError|XRef|UnknownError|ParserEOF|MissingData)/.test(name) ? 'broken' : 'failed';
}

async function buildResultEvent(
  file: PDFDocumentProxy,
  url: string,
  emit: (event: PdfEvent) => void,
): Promise<PdfEvent> {
  const pages: PdfPage[] = [];
  const brokenPages: number[] = [];
  let textLength = 0;
  for (let number = 1; number <= Math.min(file.numPages, MAX_PDF_PAGES) && textLength <= MAX_PDF_TEXT; number += 1) {
    const page = await readPdfPage(file, number, MAX_PDF_TEXT - textLength).catch(() => null);
    if (page === null) brokenPages.push(number);
    pages.push(page ?? { number, height: 0, view: [], items: [], vertical: [] });
    textLength += page?.items.reduce((sum, { str }) => sum + str.length, 0) ?? 0;
    emit({ type: 'progress', page: number, pages: file.numPages });
  }
  const info = await readPdfInfo(file).catch(() => NO_INFO);
  const article = buildPdfArticle({ url, info, pages, count: file.numPages, broken: brokenPages });
  if (article) {
    const { title, byline, published, language, markdown, cut } = article;
    return { type: 'done', title, byline, published, language, markdown, ...(cut && { cut }) };
  }
  return brokenPages.length === pages.length
    ? { type: 'fault', fault: 'broken', message: 'No page could be read.' }
    : { type: 'fault', fault: 'scan', message: '' };
}

async function readPdfPage(file: PDFDocumentProxy, number: number, maxLength: number): Promise<PdfPage> {
  const page = await file.getPage(number);
  const { items, vertical } = await readTextItems(page.streamTextContent(), maxLength);
  const { height, transform } = page.getViewport({ scale: 1 });
  page.cleanup();
  return { number, height, view: transform, items, vertical };
}

interface TextContent {
  readonly items: readonly object[];
  readonly styles: Readonly<Record<string, { readonly vertical?: boolean }>>;
}

/** Limited, since a few bytes can expand to endless text. */
async function readTextItems(stream: ReadableStream, maxLength: number): Promise<Pick<PdfPage, 'items' | 'vertical'>> {
  const reader = (stream as ReadableStream<TextContent>).getReader();
  const items: PdfTextItem[] = [];
  const vertical = new Set<string>();
  for (let length = 0; length <= maxLength && items.length <= maxLength;) {
    const { done, value } = await reader.read();
    if (done) return { items, vertical: [...vertical] };
    for (const item of value.items) {
      if (!('str' in item)) continue;
      items.push(item as PdfTextItem);
      length += (item as PdfTextItem).str.length;
    }
    for (const [font, style] of Object.entries(value.styles)) if (style.vertical === true) vertical.add(font);
  }
  await reader.cancel(new Error('The page has more text than is read.'));
  return { items, vertical: [...vertical] };
}

async function readPdfInfo(file: PDFDocumentProxy): Promise<PdfInfo> {
  const { info } = await file.getMetadata();
  const fields = info as Readonly<Record<string, unknown>>;
  const getText = (name: string): string => (typeof fields[name] === 'string' ? fields[name] : '');
  return {
    title: getText('Title'),
    author: getText('Author'),
    created: getText('CreationDate'),
    language: getText('Language'),
  };
}

function createTableFactory(readCMap: ReadCMap) {
  return class {
    fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
      if (kind === 'cMapUrl' && /^[\w-]{1,60}\.bcmap$/.test(filename)) return readCMap(filename);
      return Promise.reject(new Error(`${filename} isn’t part of the package.`));
    }
  };
}
