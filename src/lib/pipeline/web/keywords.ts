/**
 * The words of a question that a search engine can use. The one rule: in the person's own language and order; what carries
 * grammar alone is left out, and scripts without spaces are cut into words by the dictionary.
 */
import { ara, deu, eng, fra, ita, jpn, nld, pol, por, rus, spa, swe, tur, zho } from 'stopword';
import { segments } from '../text/segment.ts';

/** Without a list of their own: words that ask, which engines have no use for. */
const ASKING = [
  'please',
  'tell',
  'explain',
  'describe',
  'bitte',
  'erkläre',
  'erklär',
  'beschreibe',
  '请',
  '请问',
  '什么',
  '吗',
];
const LISTS = [eng, deu, fra, spa, ita, por, nld, pol, rus, swe, tur, ara, zho, jpn].map(
  (words) => new Set([...words, ...ASKING]),
);
/** What is longer is no word, and what is read of a text is more than a person types. In UTF-16 units. */
const [LONGEST, READ] = [64, 2000];
const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]/u;

/** In order, each once; the words themselves where all of them carry grammar alone. `language`: a BCP 47 tag, or ''. */
export function keywordsOf(text: string, language: string): readonly string[] {
  const words = wordsOf(text.slice(0, READ), language);
  const list = listFor(words);
  const kept = words.filter(
    (word) => !list.has(word.toLowerCase()) && (word.length > 1 || /[\p{N}\p{Lo}]/u.test(word)),
  );
  const once = new Map((kept.length > 0 ? kept : words).map((word) => [word.toLowerCase(), word] as const));
  return [...once.values()];
}

function wordsOf(text: string, language: string): readonly string[] {
  const spaced = text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+(?:['’.+#-][\p{L}\p{M}\p{N}+#]+)*[+#]*/gu) ?? [];
  return spaced
    .flatMap((word) =>
      UNSPACED.test(word) ? [...segments(word, 'word', language)].filter((part) => /[\p{L}\p{N}]/u.test(part)) : [word],
    )
    .filter((word) => word.length <= LONGEST);
}

/** Of the language whose grammar has most of the words: a question says by them which it is. */
function listFor(words: readonly string[]): ReadonlySet<string> {
  let [best, most] = [LISTS[0] ?? new Set<string>(), 0];
  for (const list of LISTS) {
    const known = words.filter((word) => list.has(word.toLowerCase())).length;
    if (known > most) [best, most] = [list, known];
  }
  return best;
}
