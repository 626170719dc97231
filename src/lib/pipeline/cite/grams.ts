/** A Bloom-like filter over all eight-character runs of a long text: "no" is certain, "yes" is only likely. */
const GRAM_LENGTH = 8;
/** Shorter texts are searched directly, which is faster. */
const MIN_TEXT_LENGTH = 50_000;
/** Shifts the oldest of eight characters out of a 32-bit number. */
const HASH_SHIFT = 4;

export type MayContain = (words: string) => boolean;

/** Linear in the text; takes up to four bits per character. */
export function createGramFilter(text: string): MayContain {
  if (text.length < MIN_TEXT_LENGTH) return () => true;
  const size = 2 ** Math.min(26, Math.ceil(Math.log2(text.length * 4)));
  const bits = new Uint32Array(size / 32);
  everyGramHash(text, (hash) => {
    const bit = hash & (size - 1);
    const word = bit >>> 5;
    bits[word] = (bits[word] ?? 0) | (1 << (bit & 31));
    return true;
  });
  return (words) =>
    everyGramHash(words, (hash) => {
      const bit = hash & (size - 1);
      return ((bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0;
    });
}

/** Passes the hash of every run to `use` until it returns false. */
function everyGramHash(text: string, use: (hash: number) => boolean): boolean {
  let rolling = 0;
  for (let i = 0; i < text.length; i += 1) {
    rolling = ((rolling << HASH_SHIFT) + Math.imul(text.charCodeAt(i), 0x9e3779b1)) | 0;
    if (i < GRAM_LENGTH - 1) continue;
    if (!use(Math.imul(rolling ^ (rolling >>> 15), 0x85ebca6b) >>> 4)) return false;
  }
  return true;
}
