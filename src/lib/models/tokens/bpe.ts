/**
 * Exact token counts of o200k_base. The one rule: time grows in step with the text, whatever the text, and long work
 * yields every few milliseconds. A pure function of the rank table; special tokens are plain text.
 */
import { createMerger } from './merge.ts';
import { NO_RANK, type RankTable } from './ranks.ts';
import { atOnce } from './slices.ts';
import { createSplitter } from './split.ts';
import { writeUtf8 } from './utf8.ts';

/** Bytes of an unbroken run that are merged at once. */
const WINDOW = 4096;
/** Characters between two yields. */
const SLICE = 4096;
/** Characters between two yields of a search for a word boundary, which only looks at each. */
const GLANCE = 65_536;

export interface BpeStream {
  /** Costs nothing: the work is done when somebody asks. */
  append(text: string): void;
  /** Tokens of everything appended so far. Costs what is new, and what follows the last word boundary. */
  count(): number;
  /** The same, yielding between slices of the work. One at a time; what is appended meanwhile is for the next. */
  counting(): Generator<undefined, number>;
}

export interface Bpe {
  count(text: string): number;
  /** The same, yielding between slices of the work. */
  counting(text: string): Generator<undefined, number>;
  /** Counts a text that arrives in pieces, without counting its beginning again. */
  stream(): BpeStream;
}

export function createBpe(table: RankTable, window = WINDOW): Bpe {
  const { pieceEnd, isSeam } = createSplitter();
  const { merge } = createMerger(table);
  let bytes = new Uint8Array(3 * 256);

  function* counting(text: string): Generator<undefined, number> {
    let total = 0;
    let sinceYield = 0;
    for (let start = 0, end; start < text.length; start = end) {
      end = pieceEnd(text, start);
      if (bytes.length < 3 * (end - start)) bytes = new Uint8Array(3 * (end - start));
      const length = writeUtf8(text, start, end, bytes);
      if (table.rankOf(bytes, 0, length) !== NO_RANK) total++;
      else if (length <= window) total += merge(bytes, 0, length).length;
      else total += yield* countRun(length);
      sinceYield += end - start;
      if (sinceYield >= SLICE) {
        yield;
        sinceYield = 0;
      }
    }
    return total;
  }

  /**
   * Tokens of a long piece, window by window. Neighbouring tokens that stay as they are when merged alone, in pairs,
   * are the merge of the whole; so two windows may be joined at a token that both of them contain. Only the last few
   * tokens of a window depend on what follows it: the join is tried an eighth from the end.
   */
  function* countRun(length: number): Generator<undefined, number> {
    const run = bytes; // a count that starts between two slices of this one must not write here
    bytes = new Uint8Array(3 * 256);
    let total = 0;
    let start = 0;
    let size = window;
    let ends = merge(run, 0, Math.min(size, length)).slice();
    while (start + size < length) {
      yield;
      const kept = ends.findLastIndex((end) => end <= size - size / 8) + 1;
      const seam = start + (ends[kept - 1] ?? 0);
      const following = merge(run, seam, Math.min(seam + size, length));
      if (kept > 0 && seam + (following[0] ?? 0) === start + (ends[kept] ?? 0)) {
        total += kept;
        start = seam;
        ends = following.slice();
      } else {
        size *= 2;
        const joint = ends[0];
        ends = merge(run, start, Math.min(start + size, length)).slice();
        if (start === 0 || ends[0] === joint) continue;
        // with more of the run in sight the token at the last join is another: nothing before it holds
        total = 0;
        start = 0;
        ends = merge(run, 0, Math.min(size, length)).slice();
      }
    }
    return total + ends.length;
  }

  const count = (text: string): number => atOnce(counting(text));

  return {
    count,
    counting,
    stream() {
      let settled = 0; // tokens of all that came before `rest`
      let rest = '';
      let looked = 0; // no boundary in this much of it
      function* countingOn(): Generator<undefined, number> {
        const text = rest;
        let seam = text.length - 1;
        for (; seam >= looked && !isSeam(text, seam); seam--) if (seam % GLANCE === 0) yield;
        if (seam < looked) {
          looked = text.length;
          return settled + (yield* counting(text));
        }
        const before = yield* counting(text.slice(0, seam));
        const after = yield* counting(text.slice(seam));
        settled += before;
        rest = rest.slice(seam);
        looked = text.length - seam;
        return settled + after;
      }
      return {
        append: (text) => void (rest += text),
        count: () => atOnce(countingOn()),
        counting: countingOn,
      };
    },
  };
}
