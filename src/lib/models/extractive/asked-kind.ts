/** Whether a sentence may say what a question asks for by its first word: a date for "when", a number for "how many", a name for "who". */
import { splitWords } from '../../pipeline/engines/keywords.ts';
import type { Searchable } from '../../pipeline/retrieval/bm25.ts';
import { isLeaning } from './leaning.ts';

const WHEN =
  /^(?:when|(?:in |on )?(?:what|which) (?:year|month|day|date)|wann|quand|cu[aá]ndo|quando|wanneer|когда|متى)(?!\p{L})|什么时候|何时|哪一?年|いつ|언제/iu;
const HOW_MANY =
  /^(?:how many|wie ?viele|combien|cu[aá]nt[oa]s|quant[iaeo]s?|hoeveel|сколько|كم)(?!\p{L})|多少|几个|何人|몇/iu;
/** Times without a number: "at noon", "since the spring". */
const TIME_WORDS =
  /(?<!\p{L})(?:noon|midnight|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|januar|februar|märz|mai|juni|juli|oktober|dezember|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|today|yesterday|tomorrow|morning|evening|spring|summer|autumn|winter|century|year|month|week|day|hour|daily|weekly|after|before|during|until|since|jahr|tag|woche|monat|stunde|heute|morgen|gestern|mittag|abend|nach|vor|während|seit|année|jour|semaine|mois|siècle|après|avant|año|día|semana|mes|siglo|después|antes)/iu;
const NUMBER =
  /[\p{N}〇一二两三四五六七八九十百千万半]|(?<!\p{L})(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|hundred|thousand|million|dozen|half|no|none|several|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|hundert|tausend|kein\p{L}*|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|cent|mille|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|cien|mil|два|две|три|четыре|пять|шесть|семь|восемь|девять|десять|сто|тысяч\p{L}*)(?!\p{L})/iu;
const WHO =
  /^(?:(?:by |for |to |with )?(?:who|whose|whom)|(?:par |à |pour )?qui|(?:por |a |de )?qui[eé]n(?:es)?|(?:da )?chi|(?:por )?quem|кто|кем)(?!\p{L})/iu;
/** Persons and bodies without a name: "two brothers", "the council". */
const PEOPLE =
  /(?<!\p{L})(?:he|she|they|people|persons?|m[ae]n|wom[ae]n|child(?:ren)?|boys?|girls?|kings?|queens?|princes?s?|emperors?|presidents?|ministers?|mayors?|governors?|judges?|governments?|councils?|compan(?:y|ies)|firms?|teams?|groups?|arm(?:y|ies)|police|courts?|parliaments?|part(?:y|ies)|committees?|boards?|universit(?:y|ies)|schools?|famil(?:y|ies)|brothers?|sisters?|fathers?|mothers?|sons?|daughters?|friends?|founders?|owners?|authors?|writers?|painters?|architects?|workers?|farmers?|soldiers?|teachers?|students?|doctors?|nurses?|members?|leaders?|players?|citizens?|residents?|users?|customers?|visitors?|volunteers?|peasants?|attorneys?|lawyers?|officials?|experts?|agenc(?:y|ies)|departments?|organi[sz]ations?|institutions?|associations?|banks?|unions?|ministr(?:y|ies)|church(?:es)?|states?|nations?|countr(?:y|ies)|industr(?:y|ies)|\p{L}{4,}(?:turers?|tors?|gners?|ders?|chers?|kers?|ners?)|monks?|priests?|bishops?|popes?|nobles?|merchants?|tribes?|settlers?|invaders?|\p{L}{3,}(?:ists?|ians?|eers?|smiths?|wrights?|holders?)|il|elle|ils|elles|gens|hommes?|femmes?|enfants?|rois?|reines?|maires?|ministres?|conseil|gouvernement|sociétés?|équipes?|frères?|sœurs?|familles?|él|ella|ellos|gente|personas?|hombres?|mujer(?:es)?|niñ[oa]s?|rey(?:es)?|reinas?|alcaldes?a?|ministr[oa]s?|consejo|gobierno|empresas?|equipos?|herman[oa]s?|familias?)(?!\p{L})/iu;
const CAPITAL = /^\p{Lu}/u;
const CAPITALISES_NOUNS = /^de\b/i;

/** True for other questions. `language`: BCP 47 tag, or ''. */
export function createKindFilter(question: string, language: string): (quote: Searchable) => boolean {
  const asked = question.trim();
  if (WHO.test(asked) && !CAPITALISES_NOUNS.test(language)) return createNameFilter(asked, language);
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

/** A name that the question does not have, or a word for people. In German and in scripts without capitals it cannot be told. */
function createNameFilter(question: string, language: string): (quote: Searchable) => boolean {
  const asked = new Set(splitWords(question, language).map((word) => word.toLowerCase()));
  const isNew = (word = ''): boolean => CAPITAL.test(word) && !TIME_WORDS.test(word) && !asked.has(word.toLowerCase());
  return ({ text }) => {
    const words = splitWords(text, language);
    return PEOPLE.test(text) || words.some((word, at) => isNew(word) && (at > 0 || isNew(words[1])));
  };
}
