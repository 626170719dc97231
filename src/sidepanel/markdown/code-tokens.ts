/** Tokens of code, found in a worker that is made when needed and ended after each block. */

export type TokenKind = 'comment' | 'keyword' | 'string' | 'number' | 'name';

/** `start` and `end` are places in the code, in UTF-16 units. */
export interface CodeToken {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
}

const MAX_MS = 2000;

let queue: Promise<unknown> = Promise.resolve();

/** None for an unknown language, and for code that takes too long. One block at a time. */
export function loadCodeTokens(code: string, language: string, signal: AbortSignal): Promise<readonly CodeToken[]> {
  const tokens = queue.then(() => (signal.aborted ? [] : askWorker(code, language))).catch(() => []);
  queue = tokens;
  return tokens;
}

function askWorker(code: string, language: string): Promise<readonly CodeToken[]> {
  const worker = new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module', name: 'highlight' });
  return new Promise<readonly CodeToken[]>((resolve) => {
    setTimeout(() => resolve([]), MAX_MS);
    worker.onerror = () => resolve([]);
    worker.onmessage = ({ data }: MessageEvent<readonly CodeToken[]>) => resolve(data);
    worker.postMessage({ code, language });
  }).finally(() => worker.terminate());
}
