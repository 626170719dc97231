/** Extracts the words of a question that a search engine can use, in the user's language and order. */
import { ara, deu, eng, fra, ita, jpn, nld, pol, por, rus, spa, swe, tur, zho } from 'stopword';
import { iterateSegments } from '../text/segment.ts';

const QUESTION_WORDS = (
  'please tell explain describe does when why happen happens happened bitte erkläre erklär beschreibe wozu wofür woran geschah passiert ' +
  'quand où quel quelle cuál cuándo dónde qué quando dove quale когда где какая какой 언제 어디 무엇 누가 เมื่อ ไหร่ คือ อะไร ของ ที่ ไหน ใคร ทำไม อย่างไร ' +
  '请 请问 什么 什么时候 怎么 怎样 怎么样 为什么 多少 哪里 哪个 如何 吗 どの どれ どう なぜ 何 いつ どこ 誰 くらい ぐらい とは ください'
).split(' ');
const STOP_WORD_LISTS = [eng, deu, fra, spa, ita, por, nld, pol, rus, swe, tur, ara, zho, jpn].map(
  (words) => new Set([...words, ...QUESTION_WORDS]),
);
/** In UTF-16 units; longer words are dropped. */
const [MAX_WORD, MAX_INPUT] = [64, 2000];
/** A digit, an ideograph or a capital: C and R are languages. */
const MEANINGFUL_CHARACTER = /[\p{N}\p{Lo}\p{Lu}]/u;
const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]/u;

/** Each once; all words if only grammatical ones remain. `language`: BCP 47 tag, or ''. */
export function extractKeywords(text: string, language: string): readonly string[] {
  const words = splitWords(text.slice(0, MAX_INPUT), language);
  const list = selectStopWords(words);
  const kept = words.filter(
    (word) => !list.has(word.toLowerCase()) && (word.length > 1 || MEANINGFUL_CHARACTER.test(word)),
  );
  const distinct = new Map<string, string>();
  for (const word of kept.length > 0 ? kept : words)
    if (!distinct.has(word.toLowerCase())) distinct.set(word.toLowerCase(), word);
  return [...distinct.values()];
}

/** Tells words of grammar in the language of `text` from others. */
export function createStopWordTest(text: string): (word: string) => boolean {
  const list = selectStopWords(splitWords(text.slice(0, MAX_INPUT), ''));
  return (word) => list.has(word);
}

/** Words in the order of the text, as extracted for a query. */
export function splitWords(text: string, language: string): readonly string[] {
  const spaced = text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+(?:['’.+#&-][\p{L}\p{M}\p{N}+#]+)*[+#]*/gu) ?? [];
  return spaced
    .flatMap((word) =>
      UNSPACED.test(word)
        ? mergeLoneCharacters(iterateSegments(word, 'word', language)).filter((part) => /[\p{L}\p{N}]/u.test(part))
        : [word],
    )
    .filter((word) => word.length <= MAX_WORD);
}

const HAN_GRAMMAR = new Set([...zho, ...jpn, ...QUESTION_WORDS]);

function mergeLoneCharacters(parts: Iterable<string>): readonly string[] {
  const words: string[] = [];
  let isAfterLone = false;
  for (const part of parts) {
    const isLone = /^\p{Script=Han}$/u.test(part) && !HAN_GRAMMAR.has(part);
    if (isLone && isAfterLone) words.push(`${words.pop() ?? ''}${part}`);
    else words.push(part);
    isAfterLone = isLone;
  }
  return words;
}

function selectStopWords(words: readonly string[]): ReadonlySet<string> {
  let [best, most] = [STOP_WORD_LISTS[0] ?? new Set<string>(), 0];
  for (const list of STOP_WORD_LISTS) {
    const matches = words.filter((word) => list.has(word.toLowerCase())).length;
    if (matches > most) [best, most] = [list, matches];
  }
  return best;
}
