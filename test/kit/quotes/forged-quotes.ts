/**
 * Quotes as a model turns them around, from what a page says. The one rule: nothing here uses what is tested, and a forgery
 * whose very words are on the page is none.
 */
import { ANTONYMS, UNITS } from './forged-words.ts';
import type { Random } from '../base/random.ts';
import type { Said } from './said.ts';

/** Null where a sentence does not allow it. */
export type Forgery = (said: Said, random: Random) => string | null;

const isWord = (word: string): boolean => /[\p{L}\p{N}]/u.test(word);

/** Replaces one of the matches; null if there is none or nothing changes. */
const change =
  (pattern: RegExp, put: (match: string, random: Random) => string): Forgery =>
  ({ sentence }, random) => {
    const match = random.pick([...sentence.matchAll(pattern)]);
    if (match === undefined) return null;
    const changed =
      sentence.slice(0, match.index) + put(match[0], random) + sentence.slice(match.index + match[0].length);
    return changed === sentence ? null : changed;
  };

/** One word of a sentence in a script with spaces, neither the first nor the last. */
const changeWords =
  (edit: (words: string[], at: number, random: Random, said: Said) => string[] | null): Forgery =>
  (said, random) => {
    const words = said.sentence.split(' ');
    if (words.length < 5 || !said.isSpaced) return null;
    const at = 1 + random.below(words.length - 2);
    return isWord(words[at] ?? '') ? (edit(words, at, random, said)?.join(' ') ?? null) : null;
  };

const insert = (character: string): Forgery => change(/\p{L}(?=\p{L})/gu, (letter) => letter + character);

const swap =
  (pairs: readonly (readonly [string, string])[]): Forgery =>
  (said, random) => {
    const found = pairs
      .flatMap(([a, b]) => [[a, b] as const, [b, a] as const])
      .filter(([word]) => new RegExp(String.raw`(?<![\p{L}\p{N}])${word}(?![\p{L}\p{N}])`, 'u').test(said.sentence));
    const pair = random.pick(found);
    if (pair === undefined) return null;
    return said.sentence.replace(new RegExp(String.raw`(?<![\p{L}\p{N}])${pair[0]}(?![\p{L}\p{N}])`, 'u'), pair[1]);
  };

const NEGATION =
  /(?<![\p{L}\p{N}])(?:not|never|no|nobody|cannot|nicht|nie|kein\p{L}*|keine|pas|jamais|no|nunca|non|mai|não|nie|не|никогда|δεν|ποτέ|không|chưa|नहीं|لا|لم|ليس|לא)(?![\p{L}\p{N}])|不|没|从未|ない|ません|ไม่|못|없/gu;
const NEGATION_WITHIN = new RegExp(String.raw`(?<=\p{L} )(?:${NEGATION.source})(?= \p{L})`, 'gu');
const CONTRAST =
  /(?<![\p{L}\p{N}])(?:but|however|although|except|unless|only|aber|jedoch|obwohl|mais|cependant|aunque|embargo|ma|tuttavia|mas|entanto|jednak|хотя|однако|όμως|nhưng|nhiên|लेकिन|لكن|اما|אולם)(?![\p{L}\p{N}])|但是|但|แต่|그러나|しかし/gu;

/** Leaves out the match, and a few words after it. */
const elide =
  (pattern: RegExp, most: number): Forgery =>
  (said, random) => {
    const { sentence, isSpaced } = said;
    const match = random.pick([...sentence.matchAll(pattern)]);
    if (match === undefined) return null;
    const unit = isSpaced ? ' ' : '';
    const before = sentence.slice(0, match.index).trimEnd();
    const after = sentence.slice(match.index + match[0].length).trim();
    const rest = after
      .split(unit)
      .slice(random.below(most + 1))
      .join(unit);
    if (!hasPieces(before, isSpaced) || !hasPieces(rest, isSpaced)) return null;
    return `${before} ${random.pick(['…', '...', '[…]', '[...]', '(…)'])} ${rest}`;
  };

const hasPieces = (text: string, isSpaced: boolean): boolean =>
  isSpaced ? text.split(' ').filter(isWord).length >= 2 : text.length >= 6;

const TWINS: Readonly<Record<string, string>> = {
  a: 'а',
  c: 'с',
  e: 'е',
  o: 'о',
  p: 'р',
  x: 'х',
  y: 'у',
  i: 'і',
  A: 'А',
  B: 'В',
  E: 'Е',
  H: 'Н',
  K: 'К',
  M: 'М',
  O: 'О',
  P: 'Р',
  T: 'Т',
  а: 'a',
  с: 'c',
  е: 'e',
  о: 'o',
  р: 'p',
  ο: 'o',
  α: 'a',
  ν: 'v',
  l: 'I',
  日: '曰',
  人: '入',
  土: '士',
  未: '末',
  己: '已',
};
const TONES = '\u0300\u0301\u0303\u0309\u0323';

const retone = (letter: string, random: Random): string =>
  letter
    .normalize('NFD')
    .replace(
      new RegExp(`[${TONES}]`, 'u'),
      (tone) => random.pick(Array.from(TONES).filter((other) => other !== tone)) ?? tone,
    )
    .normalize('NFC');
const untone = (text: string): string =>
  text
    .normalize('NFD')
    .replace(new RegExp(`[${TONES}]`, 'gu'), '')
    .normalize('NFC');

const HEDGES =
  /(?<![\p{L}\p{N}])(?:may|might|could|almost|about|nearly|some|few|usually|often|etwa|fast|oft|vielleicht)\s/giu;

/** By kind. `made` ones are forgeries whatever else is on the page; others only if their words are not. */
export const FORGERIES: Readonly<Record<string, { readonly forge: Forgery; readonly made?: true }>> = {
  'an ellipsis over a negation': { made: true, forge: elide(NEGATION, 0) },
  'an ellipsis over a negation and more': { made: true, forge: elide(NEGATION, 3) },
  'an ellipsis over a contrast': { made: true, forge: elide(CONTRAST, 4) },
  'an ellipsis over a sentence with a contrast or negation': {
    made: true,
    forge: ({ sentence, next, afterNext }) =>
      next !== '' && afterNext !== '' && (next.search(NEGATION) >= 0 || next.search(CONTRAST) >= 0)
        ? `${sentence} … ${afterNext}`
        : null,
  },
  'an ellipsis over part of a clause': {
    made: true,
    forge: (said, random) =>
      said.isSpaced
        ? elide(/(?<=[\p{Ll}\p{Lo}]{2} )[\p{Ll}\p{Lo}]{3,}(?= [\p{Ll}\p{Lo}]{2})/gu, 0)(said, random)
        : null,
  },
  'an ellipsis into another section': {
    made: true,
    forge: ({ sentence, elsewhere }) => (elsewhere === '' ? null : `${sentence} … ${elsewhere}`),
  },
  'a question as a statement': {
    made: true,
    forge: ({ sentence, isQuestion }) => (isQuestion ? sentence.slice(0, -1).trimEnd() : null),
  },
  'a question with a full stop': {
    made: true,
    forge: ({ sentence, isQuestion }) =>
      isQuestion ? `${sentence.slice(0, -1).trimEnd()}${/[？]$/.test(sentence) ? '。' : '.'}` : null,
  },
  'the end of a question as a statement': {
    made: true,
    forge({ sentence, isQuestion, isSpaced }) {
      const words = sentence.split(' ');
      return isQuestion && isSpaced && words.length > 4 ? words.slice(2).join(' ').slice(0, -1).trimEnd() : null;
    },
  },
  'a statement as a question': {
    forge: ({ sentence }) => (/[.。]$/.test(sentence) ? `${sentence.slice(0, -1)}?` : null),
  },
  'two sentences merged': {
    made: true,
    forge: ({ sentence, next, isSpaced }) =>
      isSpaced && /\p{Ll}\.$/u.test(sentence) && /^\p{Lu}\p{Ll}/u.test(next) && !next.endsWith('?')
        ? `${sentence.slice(0, -1)} ${next.charAt(0).toLowerCase()}${next.slice(1)}`
        : null,
  },
  'one sentence made two': {
    made: true,
    forge: changeWords((words, at) => {
      const [last = '', word = ''] = [words[at - 1], words[at]];
      if (at < 2 || !/^\p{Ll}{4,}$/u.test(last) || !/^\p{Ll}{2,}/u.test(word)) return null;
      return [
        ...words.slice(0, at - 1),
        `${last}.`,
        word.charAt(0).toUpperCase() + word.slice(1),
        ...words.slice(at + 1),
      ];
    }),
  },
  'halves of two sentences': {
    forge({ sentence, elsewhere, isSpaced }) {
      const [a, b] = [sentence.split(' '), elsewhere.split(' ')];
      return isSpaced && a.length > 3 && b.length > 3
        ? [...a.slice(0, Math.ceil(a.length / 2)), ...b.slice(Math.ceil(b.length / 2))].join(' ')
        : null;
    },
  },
  'a letter of another script': {
    forge: change(new RegExp(`[${Object.keys(TWINS).join('')}]`, 'gu'), (letter) => TWINS[letter] ?? letter),
  },
  'an override of direction': { made: true, forge: insert('\u202e') },
  'a mark of direction': { made: true, forge: change(/ /g, () => ' \u2067') },
  'a zero-width character': {
    made: true,
    forge: (said, random) =>
      said.isSpaced ? insert(random.pick(['\u200b', '\u2060', '\ufeff', '\u2063']) ?? '\u200b')(said, random) : null,
  },
  'tag characters': { made: true, forge: change(/\p{L}/gu, (letter) => `${letter}\u{e006e}\u{e006f}\u{e0074}`) },
  'a hyphen hidden in a number': { made: true, forge: change(/\d(?=\d)/g, (digit) => `${digit}\u00ad`) },
  'another tone': {
    forge: (said, random) =>
      said.language === 'vi' ? change(/[à-ỹ]/giu, (letter) => retone(letter, random))(said, random) : null,
  },
  'tones left out': {
    forge: ({ sentence, language }) => (language === 'vi' && untone(sentence) !== sentence ? untone(sentence) : null),
  },
  'a digit changed': { forge: change(/\d/g, (digit, random) => String((Number(digit) + 1 + random.below(9)) % 10)) },
  'a digit more': { forge: change(/\d/g, (digit, random) => digit + String(random.below(10))) },
  'a digit less': { forge: change(/(?<=\d)\d/g, () => '') },
  'a separator of a number dropped': { forge: change(/(?<=\d)[.,](?=\d)/g, () => '') },
  'a number written as its power': { forge: change(/[²³]/g, (power) => (power === '²' ? '2' : '3')) },
  'another unit': { forge: swap(UNITS) },
  'a unit in another case': {
    forge: change(/(?<=\d\s?)(?:mW|MW|mm|kg|km|GB|MB|Mb|W|g|m|t)(?![\p{L}\p{N}])/gu, (unit) =>
      unit === unit.toUpperCase() ? unit.toLowerCase() : unit.toUpperCase(),
    ),
  },
  'another sign': {
    forge: change(
      /(?<=\s)[-−+±~<>≤≥](?=\d)|(?<=\d\s?)[%‰]|[€$£](?=\d)/gu,
      (sign, random) => random.pick(['+', '‰', '¥', '>', ''].filter((other) => other !== sign)) ?? '',
    ),
  },
  'another name': {
    forge: changeWords((words, at, random, { names }) =>
      /^\p{Lu}\p{Ll}/u.test(words[at] ?? '')
        ? words.with(at, random.pick(names.filter((name) => name !== words[at])) ?? 'Quimper')
        : null,
    ),
  },
  'the opposite': { forge: swap(ANTONYMS) },
  'a negation left out': {
    // in scripts without spaces a quote may end within a word; at the end it is a shorter quote
    forge: (said, random) =>
      said.isSpaced
        ? (change(NEGATION_WITHIN, () => '')(said, random)
            ?.replace(/ {2,}/g, ' ')
            .trim() ?? null)
        : null,
  },
  'a negation put in': { forge: changeWords((words, at) => words.toSpliced(at, 0, 'not')) },
  'a hedge left out': { forge: change(HEDGES, () => '') },
  'half a word at the end': {
    forge: changeWords((words, at) =>
      /^\p{L}{3,}$/u.test(words[at] ?? '') ? [...words.slice(0, at), (words[at] ?? '').slice(0, -1)] : null,
    ),
  },
  'half a word at the start': {
    forge: changeWords((words, at) =>
      /^\p{L}{3,}$/u.test(words[at] ?? '') && words.length - at > 2
        ? [(words[at] ?? '').slice(1), ...words.slice(at + 1)]
        : null,
    ),
  },
  'a prefix left out': { forge: change(/(?<![\p{L}\p{N}])(?:un|in|im|il|dis|non-|Un|In)(?=\p{Ll}{4})/gu, () => '') },
  'a word in another case': {
    made: true,
    forge: changeWords((words, at) => {
      const word = words[at] ?? '';
      if (
        !/^\p{L}{2,}$/u.test(word) ||
        /[.!?:"“„«([—–-]$/.test(words[at - 1] ?? '') ||
        word.toLowerCase() === word.toUpperCase()
      )
        return null;
      const other = /^\p{Lu}/u.test(word) ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1);
      return words.every((one) => !/^\p{L}{4}/u.test(one) || /^\p{Lu}/u.test(one)) ? null : words.with(at, other);
    }),
  },
  'a word left out': { forge: changeWords((words, at) => words.toSpliced(at, 1)) },
  'a word put in': {
    forge: changeWords((words, at, random, { names }) =>
      words.toSpliced(at, 0, random.pick(['always', 'only', ...names]) ?? 'only'),
    ),
  },
  'words in another order': {
    forge: changeWords((words, at) =>
      isWord(words[at + 1] ?? '') ? words.toSpliced(at, 2, words[at + 1] ?? '', words[at] ?? '') : null,
    ),
  },
  'a letter changed': { forge: change(/\p{Ll}/gu, (letter) => (letter === 'q' ? 'z' : 'q')) },
  'an accent put on': { forge: change(/[aeou](?=\p{Ll})/gu, (letter) => `${letter}\u0301`) },
};
