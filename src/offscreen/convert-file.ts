/** Converts a file at a stretch: in a thread, so that it can be stopped. */
import { raceWithAbort } from '../lib/base/async.ts';
import type { Converted, FileToConvert } from './convert-bytes.ts';

export async function convertInThread(file: FileToConvert, signal: AbortSignal): Promise<Converted> {
  const worker = new Worker(new URL('./file-worker.ts', import.meta.url), { type: 'module', name: 'file' });
  try {
    const end = new Promise<Converted>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Converted>) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
    });
    worker.postMessage(file, [file.bytes.buffer]);
    return await raceWithAbort(end, signal);
  } finally {
    worker.terminate();
  }
}
