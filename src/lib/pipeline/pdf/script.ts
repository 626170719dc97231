/** How letters behave at the end of a line, by their script. */

const CJK = /[\u2E80-\u303F\u3040-\u30FF\u31C0-\u9FFF\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFFEF\u{20000}-\u{3FFFF}]/u;
const RTL = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF]/;

/** Whether words of the character's script stand without spaces between them: Han and Kana, with their punctuation. */
export const isDense = (character: string): boolean => CJK.test(character);

/** The last character, whole; '' of an empty text. */
export const lastOf = (text: string): string =>
  /(?:[\ud800-\udbff][\udc00-\udfff]|[^])$/.exec(text.slice(-2))?.[0] ?? '';

/** The first character, whole; '' of an empty text. */
export const firstOf = (text: string): string => (text === '' ? '' : String.fromCodePoint(text.codePointAt(0) ?? 0));

/** Whether most letters of the texts are written from right to left. Looks at the beginning of long ones. */
export function isRtl(texts: Iterable<string>): boolean {
  let balance = 0;
  for (const text of texts)
    for (const character of text.slice(0, 400))
      if (RTL.test(character)) balance += 1;
      else if (/\p{L}/u.test(character)) balance -= 1;
  return balance > 0;
}

/** How much there is to read: a Han or Kana character says about as much as two letters. */
export function weightOf(text: string): number {
  let weight = 0;
  for (const character of text.slice(0, 400)) weight += isDense(character) ? 2 : 1;
  return weight;
}
