/**
 * Whether a long text may hold some words, told without reading it again. The one rule: a no is certain, a yes is only
 * likely. All runs of eight characters of the text leave a bit; words with a run that left none are not in it.
 */
const LENGTH = 8;
/** Shorter texts are read faster than this is asked. */
const LEAST = 50_000;
/** The oldest of eight characters is shifted out of a number of 32 bits. */
const SHIFT = 4;

export type MayHold = (words: string) => boolean;

/** Linear in the text; takes up to four bits for each of its characters. */
export function gramsOf(text: string): MayHold {
  if (text.length < LEAST) return () => true;
  const size = 2 ** Math.min(26, Math.ceil(Math.log2(text.length * 4)));
  const bits = new Uint32Array(size / 32);
  runs(text, (hash) => {
    const bit = hash & (size - 1);
    const word = bit >>> 5;
    bits[word] = (bits[word] ?? 0) | (1 << (bit & 31));
    return true;
  });
  return (words) =>
    runs(words, (hash) => {
      const bit = hash & (size - 1);
      return ((bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0;
    });
}

/** Hands on the hash of every run until one is refused. */
function runs(text: string, use: (hash: number) => boolean): boolean {
  let rolling = 0;
  for (let i = 0; i < text.length; i += 1) {
    rolling = ((rolling << SHIFT) + Math.imul(text.charCodeAt(i), 0x9e3779b1)) | 0;
    if (i < LENGTH - 1) continue;
    if (!use(Math.imul(rolling ^ (rolling >>> 15), 0x85ebca6b) >>> 4)) return false;
  }
  return true;
}
