/**
 * The token counter. The one rule: exact for o200k_base (the encoding of the models most people use, and a fair upper
 * figure for most others), and never long in one go. The rank table comes from outside, on first use.
 */
import { createBpe, type Bpe, type BpeStream } from './tokens/bpe.ts';
import { readRanks } from './tokens/ranks.ts';
import { inSlices } from './tokens/slices.ts';

/** Counts tokens. Asynchronous because the exact counter loads its rank table on first use (PLATFORM §9). */
export interface TokenCounter {
  count(text: string): Promise<number>;
  /** Counts a text that arrives in pieces, without counting its beginning again. */
  stream(): TokenStream;
}

export interface TokenStream {
  /** Costs nothing: the work is done when somebody asks. */
  append(text: string): void;
  /** What {@link TokenCounter.count} says of everything appended so far. Calls take their turns. */
  count(): Promise<number>;
}

/** Shorter texts are counted again sooner than looked up. */
const WORTH_CACHING = 500;
/** Characters of all texts whose counts are remembered; what was not asked for longest goes first. */
const CACHED_CHARACTERS = 2_000_000;

/**
 * Counts with the packed table of `scripts/generate/ranks.mjs`. `loadRanks` is called once, on first use; when it fails
 * the count rejects with its error, and the next count tries again.
 */
export function exactCounter(loadRanks: () => Promise<Uint8Array>): TokenCounter {
  let bpe: Promise<Bpe> | undefined;
  const counts = new Map<string, Promise<number>>();
  let cached = 0;

  async function load(): Promise<Bpe> {
    try {
      return createBpe(await inSlices(readRanks(await loadRanks())));
    } catch (error) {
      bpe = undefined;
      throw error;
    }
  }

  const loaded = (): Promise<Bpe> => (bpe ??= load());

  async function count(text: string): Promise<number> {
    return inSlices((await loaded()).counting(text));
  }

  function stream(): TokenStream {
    let counter: BpeStream | undefined;
    let pending = ''; // kept until the table is there
    let turn: Promise<unknown> = Promise.resolve();

    async function counted(): Promise<number> {
      counter ??= (await loaded()).stream();
      counter.append(pending);
      pending = '';
      return inSlices(counter.counting());
    }

    return {
      append: (text) => void (pending += text),
      count() {
        const result = turn.then(counted);
        turn = result.catch(() => undefined);
        return result;
      },
    };
  }

  function forget(text: string): void {
    if (counts.delete(text)) cached -= text.length;
  }

  function remember(text: string, counted: Promise<number>): void {
    counts.set(text, counted);
    cached += text.length;
    for (const oldest of counts.keys()) {
      if (cached <= CACHED_CHARACTERS) return;
      forget(oldest);
    }
  }

  return {
    stream,
    count(text) {
      if (text.length < WORTH_CACHING) return count(text);
      const counted = counts.get(text) ?? count(text);
      forget(text);
      remember(text, counted);
      counted.catch(() => forget(text));
      return counted;
    },
  };
}
