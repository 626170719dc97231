/** Vectors of texts, all of length 1 so that their product is the cosine. */

/** By a hash of the text and its model. What it has not is computed again, so that losing all of it costs time alone. */
export interface VectorStore {
  load(hashes: readonly string[]): Promise<ReadonlyMap<string, Float32Array>>;
  save(vectors: ReadonlyMap<string, Float32Array>): Promise<void>;
  /** To be called after saving. Deletes the oldest beyond its bound. */
  trim(): Promise<void>;
}

export const NO_VECTORS: VectorStore = {
  load: () => Promise.resolve(new Map()),
  save: () => Promise.resolve(),
  trim: () => Promise.resolve(),
};

/** Most models have 384 to 4096. */
const MAX_DIMENSIONS = 8192;

/** Null for anything but a list of finite numbers. Of length 0 if all are 0. */
export function readVector(value: unknown): Float32Array | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_DIMENSIONS) return null;
  const numbers = value as readonly unknown[];
  if (!numbers.every((number) => Number.isFinite(number))) return null;
  const largest = Math.max(...(numbers as readonly number[]).map(Math.abs)) || 1;
  const scaled = (numbers as readonly number[]).map((number) => number / largest); // squares stay finite
  const length = Math.hypot(...scaled) || 1;
  return Float32Array.from(scaled, (number) => number / length);
}

/** Indices, nearest first, ties in order. */
export function rankByCosine(question: Float32Array, vectors: readonly Float32Array[]): readonly number[] {
  const scores = vectors.map((vector) => vector.reduce((sum, number, at) => sum + number * (question[at] ?? 0), 0));
  return scores.map((_, index) => index).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
}

/** The reply to a request to rank so many documents: each index once; [] for anything else. */
export function readRanks(reply: unknown, count: number): readonly number[] {
  const indices = Array.isArray(reply) ? (reply as readonly unknown[]) : [];
  const isIndex = (index: unknown): index is number =>
    Number.isInteger(index) && Number(index) >= 0 && Number(index) < count;
  return [...new Set(indices)].filter(isIndex);
}
