/** Serves files by hash. Each is read in a thread of its own, which ends when its port closes. */
import { raceWithAbort } from '../lib/base/async.ts';
import { getErrorMessage } from '../lib/base/errors.ts';
import { detectFileKind, type FileKind } from '../lib/pipeline/file/file-kind.ts';
import { readConvertedDocument, readFetched, readMarkup } from '../lib/pipeline/page/fetched/read-fetched.ts';
import type { PageReading } from '../lib/pipeline/page/read/article.ts';
import { hasMarkdownWords } from '../lib/pipeline/text/terms.ts';
import { runInSlices, type Slices } from '../lib/pipeline/text/time-slices.ts';
import { detectLanguageByScript } from '../lib/pipeline/text/script.ts';
import { check } from '../lib/protocol/check.ts';
import { createReadingMessage } from '../lib/protocol/offscreen/convert-events.ts';
import type { FileEvent, FileFault } from '../lib/protocol/offscreen/file.ts';
import type { PortLike } from '../lib/protocol/offscreen/offscreen.ts';
import type { Converted, FileToConvert } from './convert-bytes.ts';
import type { PdfThread } from './pdf-service.ts';
import { serveOnce } from './serve-once.ts';

type Bytes = Uint8Array<ArrayBuffer>;

interface FileServiceDeps {
  readonly loadFile: (hash: string) => Promise<Bytes | undefined>;
  readonly startPdf: () => PdfThread;
  /** In a thread that ends when the signal aborts. Rejects if the thread fails. */
  readonly convert: (file: FileToConvert, signal: AbortSignal) => Promise<Converted>;
}

export const createFileService =
  (deps: FileServiceDeps) =>
  (line: PortLike): void =>
    serveOnce(line, (message, postMessage, signal) => {
      const post = (event: FileEvent): void => postMessage(createReadingMessage(event));
      void readStoredFile(message, deps, post, signal).then(post, (thrown: unknown) =>
        post(createFault('failed', getErrorMessage(thrown).slice(0, 500))),
      );
    });

async function readStoredFile(
  message: unknown,
  deps: FileServiceDeps,
  post: (event: FileEvent) => void,
  signal: AbortSignal,
): Promise<FileEvent> {
  const asked = check('file.read', message);
  if (!asked.ok) return createFault('failed', asked.message.slice(0, 500));
  const bytes = await deps.loadFile(asked.value.hash);
  if (bytes === undefined) return createFault('gone');
  const found = detectFileKind({ name: asked.value.name, size: bytes.length, head: bytes });
  if (!found.ok) return createFault(found.problem === 'empty' ? 'empty' : 'type');
  return readFileBytes(found.kind, bytes, deps, post, signal);
}

/** Rejects only if the signal aborts or a thread fails. */
export async function readFileBytes(
  kind: FileKind,
  bytes: Bytes,
  { startPdf, convert }: Omit<FileServiceDeps, 'loadFile'>,
  post: (event: FileEvent) => void,
  signal: AbortSignal,
): Promise<FileEvent> {
  if (kind === 'pdf') return readInThread(startPdf(), bytes, post, signal);
  const converted = await convert({ kind, bytes }, signal);
  if (converted.type === 'fault') return createFault(converted.fault);
  if (converted.type === 'text') return readSlices(readFetched('text', converted.text, ''), signal);
  if (converted.type === 'markup')
    return readSlices(kind === 'html' ? readMarkup(converted, '') : readConvertedDocument(converted, ''), signal);
  const { markdown, cut } = converted;
  return hasMarkdownWords(markdown)
    ? { type: 'done', ...NO_DETAILS, language: detectLanguageByScript(markdown), markdown, cut }
    : createFault('empty');
}

const NO_DETAILS = { title: '', byline: '', published: '' } as const;

async function readSlices(slices: Slices<PageReading>, signal: AbortSignal): Promise<FileEvent> {
  const reading = await runInSlices(slices, { signal });
  if (reading.kind !== 'article') return createFault('empty');
  const { title, byline, published, language, markdown, cut = false } = reading.article;
  return { type: 'done', title, byline, published, language, markdown, cut };
}

async function readInThread(
  thread: PdfThread,
  bytes: Bytes,
  post: (event: FileEvent) => void,
  signal: AbortSignal,
): Promise<FileEvent> {
  try {
    const end = new Promise<FileEvent>((resolve) =>
      thread.read(bytes, '', (event) => (event.type === 'progress' ? post(event) : resolve(event))),
    );
    return await raceWithAbort(end, signal);
  } finally {
    thread.terminate();
  }
}

const createFault = (fault: FileFault, message = ''): FileEvent => ({ type: 'fault', fault, message });
