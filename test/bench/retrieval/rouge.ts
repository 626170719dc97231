/** ROUGE-1, -2 and -L, F measure, of texts as words. */
export type Words = readonly string[];

export const wordsIn = (text: string): Words => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

export interface Rouge {
  readonly one: number;
  readonly two: number;
  readonly longest: number;
}

/** In percent. What is said is cut to the reference's length first, so that no system gains by length. */
export function rouge(text: string, reference: Words): Rouge {
  const said = wordsIn(text).slice(0, reference.length);
  const f = (both: number, size: number): number => (both === 0 ? 0 : (200 * both) / size);
  return {
    one: f(shared(said, reference), said.length + reference.length),
    two: f(shared(pairs(said), pairs(reference)), Math.max(0, said.length - 1) + Math.max(0, reference.length - 1)),
    longest: f(longestCommon(said, reference), said.length + reference.length),
  };
}

const pairs = (words: Words): Words => words.slice(1).map((word, i) => `${words[i] ?? ''} ${word}`);

/** Clipped overlap. */
function shared(said: Words, reference: Words): number {
  const left = new Map<string, number>();
  for (const word of reference) left.set(word, (left.get(word) ?? 0) + 1);
  let both = 0;
  for (const word of said) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    both += 1;
    left.set(word, count - 1);
  }
  return both;
}

function longestCommon(a: Words, b: Words): number {
  let before = new Array<number>(b.length + 1).fill(0);
  for (const word of a) {
    const row = [0];
    for (const [j, other] of b.entries())
      row.push(word === other ? (before[j] ?? 0) + 1 : Math.max(before[j + 1] ?? 0, row[j] ?? 0));
    before = row;
  }
  return before.at(-1) ?? 0;
}
