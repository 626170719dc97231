/** Exact o200k_base token counts in linear time, in slices. Special tokens count as plain text. */
import { NO_RANK, type RankTable } from './ranks.ts';
import { createSplitter } from './split.ts';
import { createMerger } from './merger.ts';

const WINDOW = 4096;
const SLICE_CHARACTERS = 4096;
const SEARCH_SLICE_CHARACTERS = 65_536;

export interface BpeStream {
  append(text: string): void;
  /** Must not overlap; text appended meanwhile counts in the next call. */
  countInSlices(): Generator<undefined, number>;
}

export interface Bpe {
  countInSlices(text: string): Generator<undefined, number>;
  stream(): BpeStream;
}

export function createBpe(table: RankTable, window = WINDOW): Bpe {
  const { findPieceEnd, isSeam } = createSplitter();
  const merge = createMerger(table);
  let bytes = new Uint8Array(3 * 256);

  function* countInSlices(text: string): Generator<undefined, number> {
    let total = 0;
    let sinceYield = 0;
    for (let start = 0, end; start < text.length; start = end) {
      end = findPieceEnd(text, start);
      if (bytes.length < 3 * (end - start)) bytes = new Uint8Array(3 * (end - start));
      const length = writeUtf8(text, start, end, bytes);
      if (table.getRank(bytes, 0, length) !== NO_RANK) total++;
      else if (length <= window) total += merge(bytes, 0, length).length;
      else total += yield* countRun(length);
      sinceYield += end - start;
      if (sinceYield >= SLICE_CHARACTERS) {
        yield;
        sinceYield = 0;
      }
    }
    return total;
  }

  /** Joins windows at a token both contain: only a window's last few tokens depend on what follows. */
  function* countRun(length: number): Generator<undefined, number> {
    const run = bytes; // another count that starts between two slices must not overwrite these bytes
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
        total = 0;
        start = 0;
        ends = merge(run, 0, Math.min(size, length)).slice();
      }
    }
    return total + ends.length;
  }

  return {
    countInSlices,
    stream() {
      let settledTokens = 0; // tokens of all text before `unsettled`
      let unsettled = '';
      let searched = 0; // length of its beginning without a boundary
      function* countUnsettled(): Generator<undefined, number> {
        const text = unsettled;
        let seam = text.length - 1;
        for (; seam >= searched && !isSeam(text, seam); seam--) if (seam % SEARCH_SLICE_CHARACTERS === 0) yield;
        if (seam < searched) {
          searched = text.length;
          return settledTokens + (yield* countInSlices(text));
        }
        const before = yield* countInSlices(text.slice(0, seam));
        const after = yield* countInSlices(text.slice(seam));
        settledTokens += before;
        unsettled = unsettled.slice(seam);
        searched = text.length - seam;
        return settledTokens + after;
      }
      return {
        append: (text) => void (unsettled += text),
        countInSlices: countUnsettled,
      };
    },
  };
}

/** `TextEncoder` would need many substrings. A lone surrogate becomes U+FFFD. */
function writeUtf8(text: string, start: number, end: number, into: Uint8Array): number {
  let at = 0;
  for (let i = start; i < end; i++) {
    let code = text.charCodeAt(i);
    if (code < 0x80) {
      into[at++] = code;
      continue;
    }
    if (code < 0x800) {
      into[at++] = 0xc0 | (code >> 6);
      into[at++] = 0x80 | (code & 0x3f);
      continue;
    }
    if ((code & 0xf800) === 0xd800) {
      const whole = i + 1 < end ? (text.codePointAt(i) ?? 0) : 0;
      code = whole > 0xffff ? whole : 0xfffd;
    }
    if (code > 0xffff) {
      i++;
      into[at++] = 0xf0 | (code >> 18);
      into[at++] = 0x80 | ((code >> 12) & 0x3f);
    } else into[at++] = 0xe0 | (code >> 12);
    into[at++] = 0x80 | ((code >> 6) & 0x3f);
    into[at++] = 0x80 | (code & 0x3f);
  }
  return at;
}
