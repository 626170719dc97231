/** Converts a file with a library that works at a stretch: in a thread, so that it can be stopped. */
import type { Content } from '../lib/pipeline/page/read/truncate-markdown.ts';
import { raceWithAbort } from '../lib/base/async.ts';
import type { DocxReading } from './read-docx.ts';

export type Converted = DocxReading | ({ readonly type: 'markdown' } & Content);

export interface FileToConvert {
  readonly kind: 'docx' | 'csv';
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export async function convertInThread(
  kind: FileToConvert['kind'],
  bytes: FileToConvert['bytes'],
  signal: AbortSignal,
): Promise<Converted> {
  const worker = new Worker(new URL('./file-worker.ts', import.meta.url), { type: 'module', name: 'file' });
  try {
    const end = new Promise<Converted>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Converted>) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
    });
    worker.postMessage({ kind, bytes } satisfies FileToConvert, [bytes.buffer]);
    return await raceWithAbort(end, signal);
  } finally {
    worker.terminate();
  }
}
