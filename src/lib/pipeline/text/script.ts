/** Infers a language from a tag or a text's script. Never guesses among languages in Latin script. */

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

/** '' if none. */
export function detectLanguageByScript(sample: string): string {
  const text = sample.slice(0, 5_000);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 20) return '';
  for (const [language, script] of SCRIPTS) {
    // Han letters may outnumber kana in Japanese.
    const share = language === 'ja' ? 0.1 : 0.4;
    if ((text.match(script)?.length ?? 0) > letters * share) return language;
  }
  return '';
}
