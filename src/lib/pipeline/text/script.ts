/** What a language tag and the letters of a text say about its language. Rule: never a guess among Latin languages. */

const MAX_TAG = 100;

/** A language tag as people write them, in its canonical form; '' for what is none. */
export function canonicalTag(tag: string): string {
  const first = tag.split(',', 1)[0]?.trim().replaceAll('_', '-') ?? '';
  if (first.length > MAX_TAG || !/^[a-z]{2,3}(?:-|$)/i.test(first)) return '';
  try {
    return Intl.getCanonicalLocales(first)[0] ?? '';
  } catch {
    return '';
  }
}

/** Scripts that all but name a language, in the order they decide: Japanese and Korean also use Han. */
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

/** The language of a text, where its letters all but name it; else ''. */
export function languageByScript(sample: string): string {
  const text = sample.slice(0, 5_000);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 20) return '';
  for (const [language, script] of SCRIPTS) {
    // Kana is a good part of any Japanese text, though Han letters may outnumber it.
    const share = language === 'ja' ? 0.1 : 0.4;
    if ((text.match(script)?.length ?? 0) > letters * share) return language;
  }
  return '';
}
