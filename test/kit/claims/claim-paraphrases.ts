/**
 * Says a sentence in other words and still the same: other order, other forms of numbers and dates, fewer modifiers, synonyms.
 * The one rule: nothing here is shared with the code under test.
 */
import type { Chance } from './claim-random.ts';

/** Null where the sentence has nothing to say otherwise. */
export type Paraphrase = (sentence: string, chance: Chance) => string | null;

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** Names and acronyms keep their capital. */
const uncapitalise = (text: string): string =>
  /^(?:The|A|An|In|On|At|It|They|He|She|We|You|This|That|These|Those|There|For|With|When|While|If|As|After|Before|Because|Although|Many|Most|Some|All|Every|Each|Our|Your|Their|His|Her|Its|By|From|To|But|And|So|Not|No|One|Two|Three)\b/.test(
    text,
  )
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;

const change = (text: string, pattern: RegExp, put: string | ((...parts: string[]) => string)): string | null => {
  const made = text.replace(pattern, put as string);
  return made === text ? null : made;
};

const LED = /^(?:The (?:article|author|text|page) |According to|As the page|In short|It also)/;

const leadIn: Paraphrase = (sentence, chance) =>
  LED.test(sentence)
    ? null
    : `${chance.pick(['The article says that', 'According to the page,', 'The author notes that', 'As the page explains,', 'The text states that', 'In short,', 'It also says that', 'The page reports that'])} ${uncapitalise(sentence)}`;

const reordered: Paraphrase = (sentence) =>
  change(
    sentence,
    /^((?:When|If|Because|Although|While|After|Before|Since|Unless|As|Once) [^,;:()]{8,90}), ([^,;:()]{8,140})\.$/,
    (_, side = '', main = '') => `${capitalise(main)} ${uncapitalise(side)}.`,
  ) ??
  change(
    sentence,
    /^((?:In|On|At|For|During|By|With|From) [^,;:()]{3,50}), ([^,;:()]{8,140})\.$/,
    (_, side = '', main = '') => `${capitalise(main)} ${uncapitalise(side)}.`,
  ) ??
  change(
    sentence,
    /^([^,;:()]{12,120}?),? ((?:because|when|if|although|while) [^,;:()]{8,100})\.$/,
    (_, main = '', side = '') => `${capitalise(side)}, ${uncapitalise(main)}.`,
  );

const DROPPED =
  / (?:very|really|quite|also|actually|simply|highly|extremely|truly|particularly|especially|certainly|clearly|famous|beautiful|amazing|wonderful|great|popular|important|special|unique|incredible|impressive|lovely|huge|then|indeed|currently|recently|easily|quickly|well-known)(?= [a-z])/g;

const dropped: Paraphrase = (sentence) =>
  change(sentence, / \([^()]{2,60}\)/, '') ??
  change(sentence, /, which [^,.;()]{4,60},/, '') ??
  change(sentence, DROPPED, '');

const SYNONYMS: Readonly<Record<string, string>> = {
  big: 'large',
  large: 'big',
  help: 'assist',
  helps: 'assists',
  buy: 'purchase',
  begin: 'start',
  start: 'begin',
  use: 'employ',
  uses: 'employs',
  used: 'employed',
  show: 'demonstrate',
  shows: 'demonstrates',
  important: 'significant',
  people: 'persons',
  kids: 'children',
  children: 'kids',
  quick: 'fast',
  make: 'create',
  makes: 'creates',
  need: 'require',
  needs: 'requires',
  get: 'obtain',
  gets: 'obtains',
  keep: 'retain',
  keeps: 'retains',
  find: 'discover',
  choose: 'select',
  company: 'firm',
  companies: 'firms',
  car: 'vehicle',
  house: 'home',
  job: 'position',
  money: 'funds',
  problem: 'issue',
  problems: 'issues',
  idea: 'notion',
  ideas: 'notions',
  build: 'construct',
  built: 'constructed',
  around: 'near',
  ensure: 'make sure',
  provide: 'supply',
  provides: 'supplies',
  offers: 'provides',
  offer: 'provide',
  several: 'various',
  enough: 'sufficient',
  happy: 'glad',
  difficult: 'hard',
  simple: 'plain',
  entire: 'whole',
  wants: 'wishes',
  said: 'stated',
  says: 'states',
  method: 'approach',
  way: 'manner',
  ways: 'methods',
  place: 'spot',
  area: 'region',
  doctor: 'physician',
  purchase: 'buy',
  attempt: 'try',
  comfortable: 'cosy',
  students: 'pupils',
  customers: 'clients',
  users: 'people who use it',
  researchers: 'scientists',
  product: 'item',
  products: 'goods',
};

const synonyms: Paraphrase = (sentence, chance) => {
  const made = sentence.replace(/(?<![\w’'-])[a-z]+(?![\w’'-])/g, (word) => {
    const other = Object.hasOwn(SYNONYMS, word) ? SYNONYMS[word] : undefined;
    return other === undefined || !chance.happens(0.8) ? word : other;
  });
  return made === sentence ? null : made;
};

const SPELLED =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );
const TENS = '_ _ twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const spell = (value: number): string =>
  SPELLED[value] ?? `${TENS[Math.floor(value / 10)] ?? ''}${value % 10 === 0 ? '' : `-${SPELLED[value % 10] ?? ''}`}`;

const numbers: Paraphrase = (sentence, chance) => {
  const ways: readonly (() => string | null)[] = [
    () =>
      change(sentence, /(?<![\w.,])(\d{1,3}),(\d{3})(?![\w,.]\d|,)/, (_, a = '', b = '') =>
        chance.pick([`${a}${b}`, `${a} ${b}`]),
      ),
    () => change(sentence, /(\d)\s?%/, '$1 percent'),
    () => change(sentence, /(\d) percent\b/, '$1%'),
    () => change(sentence, /\$(\d+(?:\.\d+)?) (million|billion)/, '$1 $2 dollars'),
    () =>
      change(sentence, /(?<![\w.,$£€:/-])([1-9]\d?)(?= [a-z]{3})(?! (?:percent|million|billion))/, (_, digits = '') =>
        spell(Number(digits)),
      ),
    () =>
      change(
        sentence,
        /(?<=[a-z] )(two|three|four|five|six|seven|eight|nine|ten|twelve)(?= [a-z]{4,})(?! (?:hundred|thousand|million|billion))/,
        (word = '') => String(SPELLED.indexOf(word)),
      ),
    () => change(sentence, /(?<![\w.,])(\d{1,3}),000,000\b/, '$1 million'),
  ];
  return ways.map((way) => way()).find((made) => made !== null) ?? null;
};

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

const dates: Paraphrase = (sentence, chance) =>
  change(
    sentence,
    new RegExp(`\\b(${MONTHS.join('|')}) (\\d{1,2})(?:st|nd|rd|th)?, (\\d{4})`),
    (_, month = '', day = '', year = '') =>
      chance.pick([
        `${day} ${month} ${year}`,
        `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`,
        `${day} ${month.slice(0, 3)} ${year}`,
      ]),
  ) ??
  change(sentence, new RegExp(`\\b(\\d{1,2}) (${MONTHS.join('|')}) (\\d{4})`), '$2 $1, $3') ??
  change(sentence, new RegExp(`\\b(${MONTHS.join('|')}) (\\d{1,2})\\b(?!,? \\d)`), '$2 $1');

const contractions: Paraphrase = (sentence) =>
  change(sentence, /\b(is|are|was|were|do|does|did|has|have|had|would|could|should) not\b/, '$1n’t') ??
  change(sentence, /\b(is|are|was|were|do|does|did|has|have|had|would|could|should)n['’]t\b/i, '$1 not') ??
  change(sentence, /\b[Cc]an['’]t\b/, 'cannot') ??
  change(sentence, /\bcannot\b/, 'can’t') ??
  change(sentence, /\b(it|that|there|he|she)['’]s (?=(?:a|an|the|not|important|also)\b)/i, '$1 is ') ??
  change(sentence, /\b(we|you|they)['’]re\b/i, '$1 are') ??
  change(sentence, /\b(I|we|you|they|it)['’]ll\b/i, '$1 will');

const pronouns: Paraphrase = (sentence, chance) =>
  change(
    sentence,
    /^[A-Z][a-z]+ [A-Z][a-z]+ (?=(?:is|was|has|had|said|will|would|can|could|also|began|became|won|made)\b)/,
    () => `${chance.pick(['He', 'She', 'It'])} `,
  ) ?? change(sentence, /^The [a-z]+ (?=(?:is|was|has|will|can|could|also)\b)/, 'It ');

const shortened: Paraphrase = (sentence) =>
  change(sentence, /^([^,;:()]{30,160}), (?:and|so) [^;:()]{15,}\.$/, '$1.') ??
  change(sentence, /^([^;()]{30,160}); [^;]{10,}\.$/, '$1.') ??
  change(
    sentence,
    /^(?:However|Moreover|Therefore|Also|Additionally|Furthermore|Overall|Finally|Indeed|Instead|In fact|For example|As a result), (.{20,})$/,
    (_, rest = '') => capitalise(rest),
  );

const passive: Paraphrase = (sentence) =>
  change(
    sentence,
    /^((?:The|A|An) [a-z]+(?: [a-z]+)?) (won|built|wrote|published|designed|produced|created|opened|developed|introduced|received) (the [a-z]+(?: [a-z]+)?)\.$/,
    (_, who = '', verb = '', what = '') =>
      `${capitalise(what)} was ${verb === 'wrote' ? 'written' : verb} by ${uncapitalise(who)}.`,
  ) ??
  change(
    sentence,
    /\b(?:was|were) (built|written|published|designed|produced|created|developed|introduced) by ((?:(?! and )[^,.;]){4,40})\.$/,
    (_, verb = '', who = '') => `was the work of ${who}, who ${verb === 'written' ? 'wrote' : verb} it.`,
  );

const cleft: Paraphrase = (sentence) =>
  change(sentence, /^There (?:is|are) ([^,.;]{6,60}) (?:that|which) /, (_, what = '') => `${capitalise(what)} `) ??
  change(
    sentence,
    /^It is (important|possible|essential|easy|best|better) to ([^,;]{6,})\.$/,
    (_, how = '', what = '') => `${capitalise(`to ${what}`)} is ${how}.`,
  );

export const PARAPHRASES: Readonly<Record<string, Paraphrase>> = {
  'lead-in': leadIn,
  reordered,
  'modifiers dropped': dropped,
  synonyms,
  'forms of numbers': numbers,
  'forms of dates': dates,
  contractions,
  pronouns,
  shortened,
  passive,
  cleft,
};
