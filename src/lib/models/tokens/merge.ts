/**
 * Byte-pair merging: of all neighbours that together are a token, the pair of lowest rank merges first, the leftmost
 * of equals. The one rule: n log n whatever the bytes, by a linked list of parts and a heap of the pairs worth merging.
 */
import { NO_RANK, type RankTable } from './ranks.ts';

/** A pair's place in the heap: rank first, then position. Exact, since ranks and positions stay far below 2^20 and 2^32. */
const POSITIONS = 2 ** 32;

export interface Merger {
  /** Ends of the tokens of `bytes[start..end)`, relative to `start`. The array is overwritten by the next call. */
  readonly merge: (bytes: Uint8Array, start: number, end: number) => Int32Array;
}

export function createMerger(table: RankTable): Merger {
  let next = new Int32Array(0); // part → where the part after it begins
  let previous = new Int32Array(0);
  let ranks = new Int32Array(0); // part → rank of it and its neighbour as one token
  let ends = new Int32Array(0);
  let heap = new Float64Array(0);
  let size = 0;

  function reserve(parts: number): void {
    if (next.length >= parts) return;
    [next, previous, ranks, ends] = [0, 0, 0, 0].map(() => new Int32Array(parts)) as [
      Int32Array<ArrayBuffer>,
      Int32Array<ArrayBuffer>,
      Int32Array<ArrayBuffer>,
      Int32Array<ArrayBuffer>,
    ];
    heap = new Float64Array(2 * parts); // every merge takes one pair out and puts at most two in
  }

  function push(rank: number, part: number): void {
    const key = rank * POSITIONS + part;
    let at = size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const other = heap[parent] ?? 0;
      if (other <= key) break;
      heap[at] = other;
      at = parent;
    }
    heap[at] = key;
  }

  function pop(): number {
    const top = heap[0] ?? 0;
    const key = heap[--size] ?? 0;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && (heap[child + 1] ?? 0) < (heap[child] ?? 0)) child++;
      const other = heap[child] ?? 0;
      if (other >= key) break;
      heap[at] = other;
      at = child;
    }
    heap[at] = key;
    return top;
  }

  return {
    merge(bytes, start, end) {
      const length = end - start;
      reserve(length);
      size = 0;

      /** Looks up `part` with its neighbour that ends at `until`; queues the pair when it is a token. */
      const pair = (part: number, until: number): void => {
        const rank = table.rankOf(bytes, start + part, start + until);
        ranks[part] = rank;
        if (rank !== NO_RANK) push(rank, part);
      };

      for (let part = 0; part < length; part++) {
        next[part] = part + 1;
        previous[part] = part - 1;
        if (part + 1 < length) pair(part, part + 2);
        else ranks[part] = NO_RANK;
      }
      while (size > 0) {
        const key = pop();
        const rank = Math.floor(key / POSITIONS);
        const part = key - rank * POSITIONS;
        if (ranks[part] !== rank) continue; // grown or swallowed since it was queued
        const swallowed = next[part] ?? length;
        const after = next[swallowed] ?? length;
        ranks[swallowed] = NO_RANK;
        next[part] = after;
        if (after < length) {
          previous[after] = part;
          pair(part, next[after] ?? length);
        } else ranks[part] = NO_RANK;
        const before = previous[part] ?? -1;
        if (before >= 0) pair(before, after);
      }

      let count = 0;
      for (let part = 0; part < length; part = next[part] ?? length) ends[count++] = next[part] ?? length;
      return ends.subarray(0, count);
    },
  };
}
