/**
 * The words of a question that a search engine can use. The one rule: in the person's own language and order; what carries
 * grammar alone is left out, and scripts without spaces are cut into words by the dictionary.
 */
import { ara, deu, eng, fra, ita, jpn, nld, pol, por, rus, spa, swe, tur, zho } from 'stopword';
import { segments } from '../text/segment.ts';

/** Words that ask, which engines have no use for and the lists leave out. */
const ASKING = (
  'please tell explain describe does bitte erkläre erklär beschreibe ' +
  '请 请问 什么 什么时候 怎么 怎样 怎么样 为什么 多少 哪里 哪个 如何 吗 どの どれ どう なぜ 何 いつ どこ 誰 くらい ぐらい とは ください'
).split(' ');
const LISTS = [eng, deu, fra, spa, ita, por, nld, pol, rus, swe, tur, ara, zho, jpn].map(
  (words) => new Set([...words, ...ASKING]),
);
/** What is longer is no word, and what is read of a text is more than a person types. In UTF-16 units. */
const [LONGEST, READ] = [64, 2000];
/** A digit, a character that is a word, or a capital: C and R are languages. */
const NAMED_BY_ONE = /[\p{N}\p{Lo}\p{Lu}]/u;
const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]/u;

/** In order, each once; the words themselves where all of them carry grammar alone. `language`: a BCP 47 tag, or ''. */
export function keywordsOf(text: string, language: string): readonly string[] {
  const words = wordsOf(text.slice(0, READ), language);
  const list = listFor(words);
  const kept = words.filter((word) => !list.has(word.toLowerCase()) && (word.length > 1 || NAMED_BY_ONE.test(word)));
  const once = new Map<string, string>();
  for (const word of kept.length > 0 ? kept : words)
    if (!once.has(word.toLowerCase())) once.set(word.toLowerCase(), word);
  return [...once.values()];
}

function wordsOf(text: string, language: string): readonly string[] {
  const spaced = text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+(?:['’.+#&-][\p{L}\p{M}\p{N}+#]+)*[+#]*/gu) ?? [];
  return spaced
    .flatMap((word) =>
      UNSPACED.test(word)
        ? joined(segments(word, 'word', language)).filter((part) => /[\p{L}\p{N}]/u.test(part))
        : [word],
    )
    .filter((word) => word.length <= LONGEST);
}

const HAN_GRAMMAR = new Set([...zho, ...jpn, ...ASKING]);

/** Single characters beside each other are a name that the dictionary does not know, save those that carry grammar. */
function joined(parts: Iterable<string>): readonly string[] {
  const words: string[] = [];
  let open = false;
  for (const part of parts) {
    const isLone = /^\p{Script=Han}$/u.test(part) && !HAN_GRAMMAR.has(part);
    if (isLone && open) words.push(`${words.pop() ?? ''}${part}`);
    else words.push(part);
    open = isLone;
  }
  return words;
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
