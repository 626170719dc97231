/** What a text's script tells: its language (never among those in Latin script), direction and density. */

const MAX_TAG = 100;

/** '' if invalid. */
export function canonicaliseTag(tag: string): string {
  const first = tag.split(',', 1)[0]?.trim().replaceAll('_', '-') ?? '';
  if (first.length > MAX_TAG || !/^[a-z]{2,3}(?:-|$)/i.test(first)) return '';
  try {
    return Intl.getCanonicalLocales(first)[0] ?? '';
  } catch {
    return '';
  }
}

/** In order of precedence: Japanese and Korean also use Han. */
const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['bn', /\p{Script=Bengali}/gu],
  ['ta', /\p{Script=Tamil}/gu],
  ['te', /\p{Script=Telugu}/gu],
  ['ka', /\p{Script=Georgian}/gu],
  ['hy', /\p{Script=Armenian}/gu],
  ['km', /\p{Script=Khmer}/gu],
];

const MIN_LETTERS = 20;

/** '' if none, or if there are fewer letters. */
export function detectLanguageByScript(sample: string, minLetters = MIN_LETTERS): string {
  const text = sample.slice(0, 5_000);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters < minLetters) return '';
  for (const [language, script] of SCRIPTS) {
    // Han letters may outnumber kana in Japanese.
    const share = language === 'ja' ? 0.1 : 0.4;
    if ((text.match(script)?.length ?? 0) > letters * share) return language;
  }
  return '';
}

/** Returns the text that a language is detected from: its beginning, without blocks of code. */
export const takeLanguageSample = (text: string): string =>
  text
    .slice(0, MAX_SAMPLED)
    .replace(/^[ \t>]*(`{3,}|~{3,})[^]*?(?:^[ \t>]*\1|$(?![^]))/gm, '')
    .trim()
    .slice(0, SAMPLE_LENGTH);
const MAX_SAMPLED = 20_000;
const SAMPLE_LENGTH = 2000;

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
