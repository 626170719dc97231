/** Merges the bytes of a piece to tokens, lowest rank first, with a heap of the pairs that can be merged. */
import { NO_RANK, type RankTable } from './ranks.ts';

/** Exact: ranks stay far below 2^20 and positions below 2^32. */
const POSITIONS = 2 ** 32;

/** Returns the ends of the tokens, relative to `start`. The next call overwrites the array. */
export type Merge = (bytes: Uint8Array, start: number, end: number) => Int32Array;

export function createMerger(table: RankTable): Merge {
  let next = new Int32Array(0); // part → start of the next part
  let previous = new Int32Array(0);
  let ranks = new Int32Array(0); // part → rank of the part and its neighbour as one token
  let ends = new Int32Array(0);
  let heap = new Float64Array(0);
  let size = 0;

  function reserve(parts: number): void {
    if (next.length >= parts) return;
    next = new Int32Array(parts);
    previous = new Int32Array(parts);
    ranks = new Int32Array(parts);
    ends = new Int32Array(parts);
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

  return (bytes, start, end) => {
    const length = end - start;
    reserve(length);
    size = 0;

    const queuePair = (part: number, until: number): void => {
      const rank = table.getRank(bytes, start + part, start + until);
      ranks[part] = rank;
      if (rank !== NO_RANK) push(rank, part);
    };

    for (let part = 0; part < length; part++) {
      next[part] = part + 1;
      previous[part] = part - 1;
      if (part + 1 < length) queuePair(part, part + 2);
      else ranks[part] = NO_RANK;
    }
    while (size > 0) {
      const key = pop();
      const rank = Math.floor(key / POSITIONS);
      const part = key - rank * POSITIONS;
      if (ranks[part] !== rank) continue; // merged or extended since it was queued
      const absorbed = next[part] ?? length;
      const after = next[absorbed] ?? length;
      ranks[absorbed] = NO_RANK;
      next[part] = after;
      if (after < length) {
        previous[after] = part;
        queuePair(part, next[after] ?? length);
      } else ranks[part] = NO_RANK;
      const before = previous[part] ?? -1;
      if (before >= 0) queuePair(before, after);
    }

    let count = 0;
    for (let part = 0; part < length; part = next[part] ?? length) ends[count++] = next[part] ?? length;
    return ends.subarray(0, count);
  };
}
