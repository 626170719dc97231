/**
 * Turns a true sentence into one that says otherwise, one kind of turn at a time. The one rule: nothing here is shared with
 * the code under test, neither its words nor its way of reading numbers.
 */
import type { Chance } from './claim-random.ts';

/** Null where the sentence has nothing of the kind to turn. `names`: of the page it comes from. */
export type Flip = (sentence: string, chance: Chance, names: readonly string[]) => string | null;

type Edit = (match: RegExpMatchArray) => string | null;

/** At one place, chosen among those where the pattern fits and the edit changes something. */
function editOnce(text: string, pattern: RegExp, chance: Chance, edit: Edit): string | null {
  const edits = [...text.matchAll(pattern)].flatMap((match) => {
    const put = edit(match);
    return put === null || put === match[0] ? [] : [{ at: match.index, old: match[0], put }];
  });
  if (edits.length === 0) return null;
  const { at, old, put } = chance.pick(edits);
  return text.slice(0, at) + put + text.slice(at + old.length);
}

/** Another word in the place of one, with its capital. */
function swapWords(
  text: string,
  pairs: readonly (readonly [string, readonly string[]])[],
  chance: Chance,
): string | null {
  const table = new Map(pairs);
  const pattern = new RegExp(
    `(?<![\\w’'-])(?:${[...table.keys()].sort((a, b) => b.length - a.length).join('|')})(?![\\w’'-])`,
    'gi',
  );
  return editOnce(text, pattern, chance, ([word]) => {
    const others = table.get(word.toLowerCase());
    if (others === undefined) return null;
    const other = chance.pick(others);
    return /^[A-Z]/.test(word) ? other.charAt(0).toUpperCase() + other.slice(1) : other;
  });
}

const parsePairs = (text: string): readonly (readonly [string, readonly string[]])[] =>
  text.split(' | ').map((pair) => {
    const [word = '', others = ''] = pair.split(': ');
    return [word, others.split(', ')];
  });

const number: Flip = (sentence, chance) =>
  editOnce(sentence, /(?<![\w.,-])\d{1,3}(?:,\d{3})*(?:\.\d+)?(?![\w-]|[.,]\d)/g, chance, ([digits]) => {
    if (/^[12]\d{3}$/.test(digits)) return null;
    const value = Number(digits.replaceAll(',', ''));
    const other = chance.pick([
      value * 10,
      value + 1 + Math.floor(chance.next() * 9),
      value * 2 + 1,
      Math.max(1, Math.floor(value / 3)),
    ]);
    if (other === value) return null;
    return digits.includes(',') ? other.toLocaleString('en-US') : String(Number(other.toFixed(2)));
  });

const numberWord: Flip = (sentence, chance) =>
  swapWords(
    sentence,
    parsePairs(
      'two: three, five | three: two, four, seven | four: three, six | five: four, eight | ' +
        'six: five, nine | seven: six, eleven | eight: nine, four | ten: twelve, twenty | ' +
        'twenty: thirty, ten | million: billion | billion: million | thousand: million',
    ),
    chance,
  );

const unit: Flip = (sentence, chance) => {
  const others: Readonly<Record<string, readonly string[]>> = {
    days: ['weeks', 'hours'],
    day: ['week', 'month'],
    weeks: ['days', 'months'],
    months: ['years', 'weeks'],
    years: ['months', 'decades'],
    year: ['month', 'week'],
    hours: ['minutes', 'days'],
    minutes: ['hours', 'seconds'],
    seconds: ['minutes'],
    miles: ['kilometres', 'yards'],
    km: ['miles', 'm'],
    feet: ['metres', 'inches'],
    inches: ['feet', 'cm'],
    pounds: ['kilograms', 'ounces'],
    kg: ['pounds', 'g'],
    grams: ['ounces', 'kg'],
    mm: ['cm'],
    cm: ['mm'],
    metres: ['feet'],
    meters: ['feet'],
    acres: ['hectares'],
    gallons: ['litres'],
    percent: ['million', 'degrees'],
    degrees: ['percent'],
    GB: ['MB', 'TB'],
    MB: ['GB'],
  };
  const named = editOnce(
    sentence,
    new RegExp(`(?<=\\d[\\s-]?)(?:${Object.keys(others).join('|')})\\b`, 'g'),
    chance,
    ([word]) => chance.pick(others[word] ?? [word]),
  );
  return (
    named ??
    editOnce(sentence, /\$(?=\d)|£(?=\d)|€(?=\d)/g, chance, ([sign]) =>
      chance.pick(['$', '€', '£'].filter((one) => one !== sign)),
    )
  );
};

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const WEEKDAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

const date: Flip = (sentence, chance) => {
  const ways = [
    (): string | null =>
      editOnce(sentence, /\b(?:1[5-9]|20)\d{2}\b(?!,\d)/g, chance, ([year]) =>
        String(Number(year) + chance.pick([-11, -3, -1, 1, 2, 10])),
      ),
    (): string | null =>
      editOnce(sentence, new RegExp(`\\b(?:${MONTHS.join('|')})(?= \\d)`, 'g'), chance, ([month]) =>
        chance.pick(MONTHS.filter((one) => one !== month)),
      ),
    (): string | null =>
      editOnce(sentence, new RegExp(`(?<=(?:${MONTHS.join('|')}) )\\d{1,2}\\b(?!\\d)`, 'g'), chance, ([day]) =>
        String((Number(day) % 28) + 1),
      ),
    (): string | null =>
      editOnce(sentence, new RegExp(`\\b(?:${WEEKDAYS.join('|')})\\b`, 'g'), chance, ([day]) =>
        chance.pick(WEEKDAYS.filter((one) => one !== day)),
      ),
  ];
  const from = Math.floor(chance.next() * ways.length);
  for (let i = 0; i < ways.length; i += 1) {
    const made = ways[(from + i) % ways.length]?.() ?? null;
    if (made !== null) return made;
  }
  return null;
};

/** Where a capital means a name: mid-sentence, more than three letters, behind a lower-case word. */
const NAME = /(?<=[a-z,] )(?:[A-Z][a-z]{3,}(?: [A-Z][a-z]{2,}){0,2})(?![\w’'-])/g;

export function listNames(text: string): readonly string[] {
  return [...new Set([...text.matchAll(NAME)].map(([name]) => name))].filter(
    (name) => !MONTHS.some((month) => name.includes(month)) && !WEEKDAYS.some((day) => name.includes(day)),
  );
}

const LEAD_IN = /(?:that|page,|explains,|short,) $/;

const name: Flip = (sentence, chance, names) =>
  editOnce(sentence, NAME, chance, ({ 0: old, index = 0 }) => {
    if (LEAD_IN.test(sentence.slice(0, index))) return null; // may be any word that began the sentence
    if (MONTHS.some((month) => old.includes(month)) || WEEKDAYS.some((day) => old.includes(day))) return null;
    const words = new Set(sentence.toLowerCase().split(/\W+/));
    const others = names.filter((other) => other.split(' ').every((word) => !words.has(word.toLowerCase())));
    return others.length === 0 ? null : chance.pick(others);
  });

const negationAdded: Flip = (sentence, chance) => {
  if (
    /\b(?:not|no|never|neither|nor|none|without|nothing|nobody|hardly|un\w+|dis\w+|fail\w*|lack\w*)\b|n['’]t\b/i.test(
      sentence,
    )
  )
    return null;
  return editOnce(
    sentence,
    /\b(?:is|are|was|were|has|have|had|will|would|can|could|should|must|may|might|does|did)\b(?= [a-z]{2})/g,
    chance,
    ([verb]) => (chance.happens(0.25) && verb !== 'will' ? `${verb} never` : `${verb} not`),
  );
};

const negationRemoved: Flip = (sentence, chance) => {
  const ways: readonly (() => string | null)[] = [
    () =>
      editOnce(
        sentence,
        /\b(is|are|was|were|has|have|had|does|do|did|would|could|should)n['’]t\b(?! (?:only|just|necessarily|all|merely|simply))/g,
        chance,
        ([, verb]) => verb ?? null,
      ),
    () => editOnce(sentence, /\b(?:can['’]t|cannot|can not)\b/g, chance, () => 'can'),
    () => editOnce(sentence, /\bwon['’]t\b/g, chance, () => 'will'),
    () =>
      editOnce(
        sentence,
        /(?<=\b(?:is|are|was|were|has|have|had|will|would|can|could|should|must|may|might|does|do|did)) (?:not|never)\b(?! (?:only|just|necessarily|all|merely|simply|least))/g,
        chance,
        () => '',
      ),
    () => editOnce(sentence, /(?<=[a-z] )without(?= [a-z])/g, chance, () => 'with'),
  ];
  for (const way of ways) {
    const made = way();
    if (made !== null) return made;
  }
  return null;
};

const quantifier: Flip = (sentence, chance) =>
  swapWords(
    sentence,
    [
      ['all', ['some', 'most', 'few']],
      ['every', ['almost no', 'some']],
      ['most', ['all', 'few']],
      ['some', ['all', 'most']],
      ['many', ['all', 'few']],
      ['few', ['many', 'all']],
      ['always', ['sometimes', 'rarely']],
      ['often', ['always', 'rarely']],
      ['usually', ['always', 'rarely']],
      ['sometimes', ['always']],
      ['at least', ['at most', 'up to']],
      ['at most', ['at least']],
      ['up to', ['at least', 'more than']],
      ['more than', ['less than', 'up to']],
      ['less than', ['more than']],
      ['fewer than', ['more than']],
    ].filter(
      ([word]) =>
        !(
          word === 'most' &&
          /\b(?:the|its|his|their|our|your) most\b|\bmost [a-z]+(?:ed|ing|ive|ous|ful|al|ant|ent|able|ible|ly|ar)\b/i.test(
            sentence,
          )
        ) && !(word === 'all' && /\b(?:after|above|at|of|in|first of) all\b/i.test(sentence)),
    ) as [string, string[]][],
    chance,
  );

const hedge: Flip = (sentence, chance) => {
  const ways: readonly (() => string | null)[] = [
    () => editOnce(sentence, /\b(?:may|might|could)(?= (?:be|have)\b)/g, chance, ([,]) => 'will'),
    () =>
      editOnce(sentence, /\b(?:may|might|could)(?= [a-z]+)(?! (?:be|have|not|also|well|never|only)\b)/g, chance, () =>
        chance.pick(['will', 'will always', 'does']),
      ),
    () =>
      editOnce(
        sentence,
        /(?<=[a-z] )(?:probably|possibly|perhaps|likely|reportedly|allegedly|apparently|presumably) (?=[a-z])/g,
        chance,
        () => '',
      ),
    () => editOnce(sentence, /\b(?:seems|appears) to be\b/g, chance, () => 'is'),
    () =>
      editOnce(sentence, /\b(?:suggests?|suggested)(?= that\b)/g, chance, ([word]) =>
        word.endsWith('ed') ? 'proved' : 'proves',
      ),
  ];
  const fitting = ways.map((way) => way()).filter((made) => made !== null);
  return fitting.length === 0 ? null : chance.pick(fitting);
};

const comparative: Flip = (sentence, chance) =>
  swapWords(
    sentence,
    parsePairs(
      'higher: lower | lower: higher | larger: smaller | smaller: larger | bigger: smaller | ' +
        'better: worse | worse: better | faster: slower | longer: shorter | older: younger | younger: older | ' +
        'earlier: later | largest: smallest | biggest: smallest | highest: lowest | best: worst | ' +
        'easier: harder | stronger: weaker | before: after | after: before | above: below | ' +
        'cheaper: more expensive',
    ),
    chance,
  );

const direction: Flip = (sentence, chance) =>
  swapWords(
    sentence,
    parsePairs(
      'increased: decreased, fell | increase: decrease, decline | increases: decreases | ' +
        'increasing: decreasing | rose: fell | rise: fall | rising: falling | grew: shrank | ' +
        'growing: shrinking | growth: decline | fell: rose | declined: grew | decline: growth, rise | ' +
        'reduce: increase | reduced: increased | decreased: increased | improve: worsen | ' +
        'improved: worsened | won: lost | lost: won | started: ended | begins: ends | allows: forbids | ' +
        'opened: closed',
    ),
    chance,
  );

export const FLIPS: Readonly<Record<string, Flip>> = {
  number,
  'number in words': numberWord,
  unit,
  date,
  name,
  'negation added': negationAdded,
  'negation removed': negationRemoved,
  quantifier,
  'hedge dropped': hedge,
  comparative,
  direction,
};
