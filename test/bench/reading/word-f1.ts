/** Words in common, each as often as both have it. */

export const splitWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

export interface WordScore {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** Shares, 0 to 1. */
export function scoreWords(found: string, truth: string): WordScore {
  const left = new Map<string, number>();
  const expected = splitWords(truth);
  for (const word of expected) left.set(word, (left.get(word) ?? 0) + 1);
  const got = splitWords(found);
  let common = 0;
  for (const word of got) {
    const n = left.get(word) ?? 0;
    if (n === 0) continue;
    common += 1;
    left.set(word, n - 1);
  }
  const share = (of: number): number => (of === 0 ? 0 : common / of);
  return {
    precision: share(got.length),
    recall: share(expected.length),
    f1: common === 0 ? 0 : (2 * common) / (got.length + expected.length),
  };
}
