/**
 * Detects English text on pages that declare no language. Nothing else is needed: Cyrillic and Arabic words select
 * their stemmer by script.
 */
const SAMPLE_LENGTH = 20_000;
const ENGLISH_WORD = /^(?:the|and|of|to|is|that|with|for)$/;
/** In English prose about one word in five matches. */
const MIN_SHARE = 0.06;

/** `en`, or '' for any other language. */
export function guessLanguage(texts: Iterable<{ readonly text: string }>): string {
  let sample = '';
  for (const { text } of texts) {
    if (sample.length >= SAMPLE_LENGTH) break;
    sample += ` ${text.slice(0, SAMPLE_LENGTH)}`;
  }
  const words =
    sample
      .slice(0, SAMPLE_LENGTH)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  return words.filter((word) => ENGLISH_WORD.test(word)).length > MIN_SHARE * words.length ? 'en' : '';
}
