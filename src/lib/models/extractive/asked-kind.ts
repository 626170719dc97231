/** Whether a sentence may say what a question asks for by its first word: a date for "when", a number for "how many". */
import { splitWords } from '../../pipeline/engines/keywords.ts';
import type { Searchable } from '../../pipeline/retrieval/bm25.ts';
import { isLeaning } from './unfit-sentences.ts';

const WHEN =
  /^(?:when|(?:in |on )?(?:what|which) (?:year|month|day|date)|wann|quand|cu[aá]ndo|quando|wanneer|когда|متى)(?!\p{L})|什么时候|何时|哪一?年|いつ|언제/iu;
const HOW_MANY =
  /^(?:how many|wie ?viele|combien|cu[aá]nt[oa]s|quant[iaeo]s?|hoeveel|сколько|كم)(?!\p{L})|多少|几个|何人|몇/iu;
/** Times without a number: "at noon", "since the spring". */
const TIME_WORDS =
  /(?<!\p{L})(?:noon|midnight|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|januar|februar|märz|mai|juni|juli|oktober|dezember|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|today|yesterday|tomorrow|morning|evening|spring|summer|autumn|winter|century|year|month|week|day|hour|daily|weekly|after|before|during|until|since|jahr|tag|woche|monat|stunde|heute|morgen|gestern|mittag|abend|nach|vor|während|seit|année|jour|semaine|mois|siècle|après|avant|año|día|semana|mes|siglo|después|antes)/iu;
const NUMBER =
  /[\p{N}〇一二两三四五六七八九十百千万半]|(?<!\p{L})(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|hundred|thousand|million|dozen|half|no|none|several|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|hundert|tausend|kein\p{L}*|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|cent|mille|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|cien|mil|два|две|три|четыре|пять|шесть|семь|восемь|девять|десять|сто|тысяч\p{L}*)(?!\p{L})/iu;
const CAPITAL = /^\p{Lu}/u;
const CAPITALISES_NOUNS = /^de\b/i;

/** True for other questions. `language`: BCP 47 tag, or ''. */
export function createKindFilter(question: string, language: string): (quote: Searchable) => boolean {
  const asked = question.trim();
  const [isWhen, isCount] = [WHEN.test(asked), HOW_MANY.test(asked)];
  if (!isWhen && !isCount) return () => true;
  const words = splitWords(asked, language);
  const names = CAPITALISES_NOUNS.test(language) ? [] : words.slice(1).filter((word) => CAPITAL.test(word));
  const isAsked = (word: string): boolean => names.some((name) => word.slice(0, 4) === name.slice(0, 4));
  return ({ text, path }) => {
    if (!NUMBER.test(text) && !(isWhen && TIME_WORDS.test(text))) return false;
    if (names.length === 0 || isLeaning(text, language)) return true;
    const others = splitWords([text, ...path].join(' '), language).filter((word) => CAPITAL.test(word));
    // it names something else, and nothing that is asked about
    return others.some(isAsked) || others.slice(1).every((word) => words.includes(word));
  };
}
