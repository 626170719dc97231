/**
 * A reading as a person corrected it: words that are still there keep their places, and those that stand in place of others
 * take theirs. The one rule: linear, whatever was done to the text.
 */
import type { Reading, ReadWord } from './types.ts';

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** How far ahead a word is looked for where both texts differ, in words. */
const AHEAD = 40;

/** The person's text with the places of its words. A word that was added has none. */
export function correctedReading(reading: Reading, text: string): Reading {
  const before = reading.words.map((word) => ({ ...word, text: reading.text.slice(word.start, word.end) }));
  const after = tokensOf(text);
  const words: ReadWord[] = [];
  const take = (was: ReadWord, { start, end }: Token, confidence: number): void =>
    void words.push({ start, end, confidence, box: was.box });
  let [i, j] = [0, 0];
  while (i < before.length && j < after.length) {
    const [was, is] = [before[i], after[j]];
    if (!was || !is) break;
    if (was.text === is.text) {
      take(was, is, was.confidence);
      i += 1;
      j += 1;
      continue;
    }
    const [gone, added] = nextCommon(before, i, after, j);
    // as many instead of as many: each stands where the other stood, and is the person's own
    if (gone === added) for (let k = 0; k < gone; k += 1) substitute(before[i + k], after[j + k], take);
    i += gone;
    j += added;
  }
  return { ...reading, text, words };
}

function substitute(
  was: ReadWord | undefined,
  is: Token | undefined,
  take: (was: ReadWord, is: Token, confidence: number) => void,
): void {
  if (was && is) take(was, is, 100);
}

/** How many words of either go by until both say the same again: the nearest such place. */
function nextCommon(
  before: readonly { readonly text: string }[],
  i: number,
  after: readonly Token[],
  j: number,
): readonly [gone: number, added: number] {
  for (let sum = 1; sum <= AHEAD; sum += 1)
    for (let gone = 0; gone <= sum; gone += 1) {
      const was = before[i + gone];
      if (was && was.text === after[j + sum - gone]?.text) return [gone, sum - gone];
    }
  return [1, 1];
}

function tokensOf(text: string): readonly Token[] {
  return Array.from(text.matchAll(/\S+/g), ({ 0: word, index }) => ({
    text: word,
    start: index,
    end: index + word.length,
  }));
}
