/** Exact o200k_base token counts in linear time, in slices. Special tokens count as plain text. */
import { NO_RANK, type RankTable } from './ranks.ts';
import { createMerger } from './merger.ts';
import { createBpeStream, type BpeStream } from './bpe-stream.ts';
import { openRun } from './open-run.ts';
import { createSplitter } from './split.ts';
import { writeUtf8 } from './utf8.ts';

const WINDOW = 4096;
const SLICE_CHARACTERS = 4096;

export interface Bpe {
  countInSlices(text: string): Generator<undefined, number>;
  stream(): BpeStream;
}

export function createBpe(table: RankTable, window = WINDOW): Bpe {
  const splitter = createSplitter();
  const { findPieceEnd } = splitter;
  const merge = createMerger(table);
  let bytes = new Uint8Array(3 * 256);

  /** Tokens of the pieces that begin before `until`. */
  function* countPieces(text: string, until = text.length): Generator<undefined, number> {
    let total = 0;
    let sinceYield = 0;
    for (let start = 0, end; start < until; start = end) {
      end = findPieceEnd(text, start);
      if (bytes.length < 3 * (end - start)) bytes = new Uint8Array(3 * (end - start));
      const length = writeUtf8(text, start, end, bytes);
      if (table.getRank(bytes, 0, length) !== NO_RANK) total++;
      else if (length <= window) total += merge(bytes, 0, length).length;
      else {
        const run = bytes.subarray(0, length);
        bytes = new Uint8Array(3 * 256); // another count may start between two slices
        total += (yield* openRun(merge, run, window)).tokens;
      }
      sinceYield += end - start;
      if (sinceYield >= SLICE_CHARACTERS) {
        yield;
        sinceYield = 0;
      }
    }
    return total;
  }

  return {
    countInSlices: (text) => countPieces(text),
    stream: () => createBpeStream({ ...splitter, countPieces, merge }),
  };
}
