/** The language of a page. Rule: what the page declares, then what its script proves, else ''; never a guess among Latin languages. */

/** BCP 47 tag of the document, or ''. `sample` is text of its content. */
export function languageOf(doc: Document, sample: string): string {
  const declared = [
    doc.documentElement.getAttribute('lang'),
    doc.documentElement.getAttribute('xml:lang'),
    doc.querySelector('body')?.getAttribute('lang'),
    doc.querySelector('meta[http-equiv="content-language" i]')?.getAttribute('content'),
    doc.querySelector('meta[property="og:locale"]')?.getAttribute('content'),
    doc.querySelector('meta[name="language" i]')?.getAttribute('content'),
  ];
  for (const tag of declared) {
    const known = canonical(tag ?? '');
    if (known !== '') return known;
  }
  return byScript(sample);
}

const MAX_TAG = 100;

/** The first tag of a list in its canonical form, or ''. */
export function canonical(tag: string): string {
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

function byScript(sample: string): string {
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
