/** The token counter: exact for o200k_base, an upper estimate for most other encodings. */
import { createQueue } from '../../base/async.ts';
import { sha256 } from '../../base/hash.ts';
import { createBpe, type Bpe } from './bpe.ts';
import type { BpeStream } from './bpe-stream.ts';
import { readRanks } from './ranks.ts';
import { runInSlices } from '../../pipeline/text/time-slices.ts';

/** Asynchronous: the rank table is a large file, loaded on first use. */
export interface TokenCounter {
  count(text: string): Promise<number>;
  stream(): TokenStream;
}

export interface TokenStream {
  append(text: string): void;
  /** Calls run one after another. */
  count(): Promise<number>;
}

const MIN_CACHED_LENGTH = 500;
/** The least recently used are dropped first. */
const MAX_CACHED_COUNTS = 1_000;

/** When `loadTokenRanks` fails, the count rejects with its error and the next count tries again. */
export function createTokenCounter(loadRanks: () => Promise<Uint8Array>): TokenCounter {
  let bpe: Promise<Bpe> | undefined;
  /** By the hash of the text: the texts themselves would stay in memory. */
  const counts = new Map<string, Promise<number>>();

  async function loadBpe(): Promise<Bpe> {
    try {
      return createBpe(await runInSlices(readRanks(await loadRanks())));
    } catch (error) {
      bpe = undefined;
      throw error;
    }
  }

  const getBpe = (): Promise<Bpe> => (bpe ??= loadBpe());

  async function count(text: string): Promise<number> {
    return runInSlices((await getBpe()).countInSlices(text));
  }

  function stream(): TokenStream {
    let counter: BpeStream | undefined;
    let pending = ''; // buffered until the table is loaded
    const enqueue = createQueue();

    async function countPending(): Promise<number> {
      counter ??= (await getBpe()).stream();
      counter.append(pending);
      pending = '';
      return runInSlices(counter.countInSlices());
    }

    return {
      append: (text) => void (pending += text),
      count: () => enqueue(countPending),
    };
  }

  return {
    stream,
    async count(text) {
      if (text.length < MIN_CACHED_LENGTH) return count(text);
      const hash = await sha256(text);
      const pendingCount = counts.get(hash) ?? count(text);
      counts.delete(hash);
      counts.set(hash, pendingCount);
      for (const oldest of counts.keys()) {
        if (counts.size <= MAX_CACHED_COUNTS) break;
        counts.delete(oldest);
      }
      pendingCount.catch(() => counts.delete(hash));
      return pendingCount;
    },
  };
}
