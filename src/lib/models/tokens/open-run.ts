/**
 * Counts a growing run of text that has no boundary, such as Chinese without punctuation. Exact: a sequence of tokens is the
 * encoding of its text if each two neighbours are (github.com/github/rust-gems, crate `bpe`), so tokens may be kept once the
 * encoding of what follows begins with the token that followed them.
 */
import type { Merge } from './merger.ts';

export interface OpenRun {
  /** Tokens of the run with these bytes at its end; null if they cannot be counted without the ones before. */
  append(bytes: Uint8Array): number | null;
}

const SLICE_BYTES = 4096;

/** Counts the bytes of a run, with a window that is wide enough for it: see {@link createOpenRun}. */
export function* openRun(
  merge: Merge,
  bytes: Uint8Array,
  window: number,
): Generator<undefined, { readonly open: OpenRun; readonly tokens: number }> {
  for (let width = window; ; width *= 2) {
    const open = createOpenRun(merge, width);
    let tokens: number | null = 0;
    for (let at = 0; at < bytes.length && tokens !== null; at += SLICE_BYTES) {
      tokens = open.append(bytes.subarray(at, at + SLICE_BYTES));
      yield;
    }
    if (tokens !== null) return { open, tokens };
  }
}

/** `window`: bytes that are merged again with what is appended; of a longer tail the first two thirds are kept. */
function createOpenRun(merge: Merge, window: number): OpenRun {
  let tail = new Uint8Array(4 * window);
  let length = 0;
  let keptTokens = 0; // before `tail`
  let firstEnd = 0; // of the tail's first token, which the kept ones were followed by
  let limit = window;

  function keepAllButEnd(ends: Int32Array): void {
    const kept = ends.findLastIndex((end) => end <= length - window / 3) + 1;
    const seam = ends[kept - 1] ?? 0;
    const next = (ends[kept] ?? 0) - seam;
    if (kept === 0 || merge(tail, seam, length)[0] !== next) {
      limit *= 2;
      return;
    }
    keptTokens += kept;
    firstEnd = next;
    tail.copyWithin(0, seam, length);
    length -= seam;
    limit = window;
  }

  return {
    append(bytes) {
      if (length + bytes.length > tail.length) {
        const larger = new Uint8Array(2 * (length + bytes.length));
        larger.set(tail.subarray(0, length));
        tail = larger;
      }
      tail.set(bytes, length);
      length += bytes.length;
      const ends = merge(tail, 0, length);
      if (keptTokens > 0 && ends[0] !== firstEnd) return null;
      const total = keptTokens + ends.length;
      if (length > limit) keepAllButEnd(ends.slice());
      return total;
    },
  };
}
