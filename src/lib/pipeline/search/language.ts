/**
 * Whether a text is English, for pages that do not say. The one rule: cheap, and only what the analysis asks for:
 * Cyrillic and Arabic words say by their letters which stemmer is theirs.
 */
const SAMPLE = 20_000;
const ENGLISH = /^(?:the|and|of|to|is|that|with|for)$/;
/** In English prose about one word in five is one of these. */
const SHARE = 0.06;

/** `en`, or '' for any other language. */
export function guessLanguage(texts: Iterable<{ readonly text: string }>): string {
  let sample = '';
  for (const { text } of texts) {
    if (sample.length >= SAMPLE) break;
    sample += ` ${text.slice(0, SAMPLE)}`;
  }
  const words =
    sample
      .slice(0, SAMPLE)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  return words.filter((word) => ENGLISH.test(word)).length > SHARE * words.length ? 'en' : '';
}
