/** Properties of characters and texts that depend on their script. */

const CJK = /[\u2E80-\u303F\u3040-\u30FF\u31C0-\u9FFF\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFFEF\u{20000}-\u{3FFFF}]/u;
const RTL = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF]/;

/** Han and Kana, with their punctuation: written without spaces. */
export const isDense = (character: string): boolean => CJK.test(character);

/** A whole code point; '' for an empty text. */
export const getLastCharacter = (text: string): string =>
  /(?:[\ud800-\udbff][\udc00-\udfff]|[^])$/.exec(text.slice(-2))?.[0] ?? '';

/** A whole code point; '' for an empty text. */
export const getFirstCharacter = (text: string): string =>
  text === '' ? '' : String.fromCodePoint(text.codePointAt(0) ?? 0);

/** Reads at most 400 units per text. */
export function isRtl(texts: Iterable<string>): boolean {
  let balance = 0;
  for (const text of texts)
    for (const character of text.slice(0, 400))
      if (RTL.test(character)) balance += 1;
      else if (/\p{L}/u.test(character)) balance -= 1;
  return balance > 0;
}

export function measureTextWeight(text: string): number {
  let weight = 0;
  for (const character of text.slice(0, 400)) weight += isDense(character) ? 2 : 1;
  return weight;
}
