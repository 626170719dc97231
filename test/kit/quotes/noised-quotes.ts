/** True quotes as a model may write them: what type, markup and habit do to words without changing what they say. */
import { FORGERIES } from './forged-quotes.ts';
import type { Random } from '../base/random.ts';
import type { Said } from './said.ts';

/** Null where a sentence does not allow it. */
export type Noise = (said: Said, random: Random) => string | null;

/** Null unless something changes. */
const each =
  (pattern: RegExp, put: string | ((...match: string[]) => string)): Noise =>
  ({ sentence }) => {
    const changed = typeof put === 'string' ? sentence.replace(pattern, put) : sentence.replace(pattern, put);
    return changed === sentence ? null : changed;
  };
const oneOf =
  (pattern: RegExp, put: (match: string) => string): Noise =>
  ({ sentence }, random) => {
    const match = random.pick([...sentence.matchAll(pattern)]);
    if (match === undefined) return null;
    return sentence.slice(0, match.index) + put(match[0]) + sentence.slice(match.index + match[0].length);
  };
const plain =
  (noise: Noise): Noise =>
  (said, random) =>
    /[`*_[\]\\|<>&#~]/.test(said.sentence) ? null : noise(said, random);
const statement =
  (noise: Noise): Noise =>
  (said, random) =>
    said.isQuestion ? null : noise(said, random);
const cased =
  (noise: Noise): Noise =>
  (said, random) =>
    /\p{Ll}/u.test(said.sentence) && !/\d\s?\p{L}{1,4}(?!\p{L})|(?<!\p{L})\p{Lu}{2,}/u.test(said.sentence)
      ? noise(said, random)
      : null;
/** Negation or contrast: what is left out beside them is no harmless clause. */
const isTurning = (text: string): boolean => TURNING.some((forge) => forge(text));
const said = (sentence: string): Said => ({
  sentence: `xxxx xxxx xxxx ${sentence} xxxx xxxx xxxx`,
  isQuestion: false,
  isSpaced: true,
  language: '',
  next: '',
  afterNext: '',
  elsewhere: '',
  names: [],
  page: '',
});
const FIRST: Random = { below: () => 0, pick: (items) => items[0] };
const TURNING = ['an ellipsis over a negation', 'an ellipsis over a contrast'].map(
  (kind) => (text: string) => FORGERIES[kind]?.forge(said(text), FIRST) !== null,
);
const ELLIPSES = ['…', '...', '[…]', '[...]', '(...)', '. . .'];

const toFullWidth = (text: string): string =>
  text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));
const DASH = /(?<=[\p{L}\p{P}]) [–—] (?=\p{L})/gu;

/** The first piece and the last, with an ellipsis for what is between; null where that may turn what they say. */
function elide(
  first: string | undefined,
  left: string | undefined,
  last: string | undefined,
  language: string,
  random: Random,
): string | null {
  if (first === undefined || left === undefined || last === undefined) return null;
  if (language === '' || !isHarmless(left, language)) return null;
  return `${first}, ${random.pick(ELLIPSES) ?? '…'} ${last}`;
}

export const NOISES: Readonly<Record<string, Noise>> = {
  'as it stands': ({ sentence }) => sentence,
  'fixed spaces': each(/ /g, '\u00a0'),
  'narrow spaces': each(/(?<!\d) (?!\d)/g, '\u2009'),
  'many spaces': each(/ /g, '   '),
  'lines broken': each(/ /g, '\n'),
  'straight quotation marks': each(/«\s?|\s?»|[“”„]/g, '"'),
  'curly apostrophes': each(/(?<=\p{L})'(?=\p{L})/gu, '’'),
  'straight apostrophes': each(/’/g, "'"),
  'letter apostrophes': each(/(?<=\p{L})['’](?=\p{L})/gu, '\u02bc'),
  'corner or angle marks': each(/“([^”]*)”/g, '«$1»'),
  'spaced angle marks': each(/“([^”]*)”/g, '« $1 »'),
  'marks typed as in TeX': each(/“([^”]*)”/g, "``$1''"),
  'fixed hyphens': each(/(?<=\p{L})-(?=\p{L})/gu, '\u2011'),
  'true hyphens': each(/(?<=\p{L})-(?=\p{L})/gu, '\u2010'),
  'long dashes for short ones': each(/ – /g, ' — '),
  'short dashes for long ones': each(/ ?—+ ?/g, ' – '),
  'dashes without spaces': each(DASH, '—'),
  'dashes with spaces': each(/(?<=\p{L})—(?=\p{L})/gu, ' — '),
  'two hyphens for a dash': each(DASH, '--'),
  'two spaced hyphens for a dash': each(/ ?—+ ?| – /g, ' -- '),
  'a hyphen for a dash': each(/ [–—] /g, ' - '),
  ligatures: each(/ffi|fi|fl/g, (match) => ({ ffi: 'ﬃ', fi: 'ﬁ', fl: 'ﬂ' })[match] ?? match),
  'soft hyphens': each(/(?<=\p{Ll}{3})(?=\p{Ll}{3})/gu, '\u00ad'),
  'accents apart': ({ sentence }) => (sentence.normalize('NFD') === sentence ? null : sentence.normalize('NFD')),
  'compatible characters': ({ sentence }) =>
    sentence.normalize('NFKC') === sentence || /[²³½¼¾¹⁰-₟ªº]/.test(sentence) ? null : sentence.normalize('NFKC'),
  'wide letters': plain(({ sentence }) => (/^[ -~“”‘’]*$/.test(sentence) ? toFullWidth(sentence) : null)),
  'narrow brackets and commas': each(/[（），；：？！]/g, (mark) => mark.normalize('NFKC')),
  'wide brackets': ({ sentence, isSpaced }) =>
    !isSpaced && /[()]/.test(sentence) ? sentence.replace(/[()]/g, toFullWidth) : null,
  'spaces beside numbers in Chinese': each(
    /(?<=[\u3040-\u9fff])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=[\u3040-\u9fff])/g,
    ' ',
  ),
  'Thai vowels apart': each(/\u0e33/g, '\u0e4d\u0e32'),
  'Thai tones after the vowel': each(/([\u0e48-\u0e4b])\u0e33/g, '\u0e4d$1\u0e32'),
  'joiners dropped': each(/[\u200c\u200d]/g, ''),
  'Arabic points dropped': each(/[\u064b-\u0652\u0670]/g, ''),
  'Arabic letters lengthened': each(
    /(?<=[\u0628\u062a-\u062e\u0633-\u063a\u0641-\u0647])(?=[\u0628\u062a-\u062e\u0633-\u063a\u0641-\u0647])/g,
    '\u0640',
  ),
  'entities for quotation marks': each(/["“”’]/g, (mark) => `&#${String(mark.charCodeAt(0))};`),
  'an entity for &': each(/&(?!\w+;)/g, '&amp;'),
  'a word in bold': plain(oneOf(/(?<![\p{L}\p{N}])\p{L}{3,}(?![\p{L}\p{N}])/gu, (word) => `**${word}**`)),
  'a word in italics': plain(oneOf(/(?<= )\p{L}{3,}(?= )/gu, (word) => `*${word}*`)),
  'a word as code': plain(oneOf(/(?<= )\p{L}{3,}(?= )/gu, (word) => `\`${word}\``)),
  'a word linked': plain(oneOf(/(?<= )\p{L}{3,}(?= )/gu, (word) => `[${word}](https://a.example/b)`)),
  'a fence': plain(({ sentence }) => `\`\`\`${sentence}\`\`\``),
  'a fence with a language': plain(({ sentence }) => `\`\`\`text\n${sentence}\n\`\`\``),
  'marks escaped': each(/[()!.](?=\s)/g, '\\$&'),
  'in quotation marks': ({ sentence }) => `“${sentence}”`,
  'in single marks': ({ sentence }) => (/\d$/.test(sentence) ? null : `'${sentence}'`),
  'after a bullet': plain(({ sentence }, random) => `${random.pick(['•', '▪', '◦', '●', '‣']) ?? '•'} ${sentence}`),
  'after a hyphen as a bullet': plain(({ sentence }) => (/^\p{L}/u.test(sentence) ? `- ${sentence}` : null)),
  'between ellipses': ({ sentence }) => `… ${sentence} …`,
  'between marks of direction': ({ sentence }) => `\u200e${sentence}\u200f`,
  'a stop put at the end': statement(({ sentence }) => (/[\p{L}]$/u.test(sentence) ? `${sentence}.` : null)),
  'the stop left out': statement(({ sentence }) => (/\p{L}[.。]$/u.test(sentence) ? sentence.slice(0, -1) : null)),
  'small letters': cased(({ sentence }) => sentence.toLowerCase()),
  capitals: cased(({ sentence }) => (sentence.includes('ß') ? null : sentence.toUpperCase())),
  'a small first letter': cased(({ sentence }) =>
    /^\p{Lu}\p{Ll}/u.test(sentence) ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : null,
  ),
  'an edited first letter': plain(({ sentence }) => {
    const first = /^\p{L}(?=\p{Ll}{2})/u.exec(sentence)?.[0];
    const other = first === first?.toUpperCase() ? first?.toLowerCase() : first?.toUpperCase();
    return first === undefined || other === first ? null : `[${other ?? ''}]${sentence.slice(1)}`;
  }),
  'an edited first letter within': plain(
    statement(({ sentence, isSpaced }) => {
      const words = sentence.split(' ').slice(2);
      const [first = ''] = words;
      return isSpaced && words.length > 3 && /^\p{Ll}{3}/u.test(first)
        ? [`[${first.charAt(0).toUpperCase()}]${first.slice(1)}`, ...words.slice(1)].join(' ')
        : null;
    }),
  ),
  'accents left out': ({ sentence, language, page }) => {
    const without = sentence.replace(/[\u00c0-\u00ff]/g, (letter) =>
      letter.normalize('NFD').replace(/[\u0300-\u036f]/g, ''),
    );
    return without === sentence ||
      language === 'vi' ||
      /[\u0180-\u024f\u1e00-\u1eff]/.test(page) ||
      /[\u0100-\u1eff]/.test(without)
      ? null
      : without;
  },
  'commas left out': ({ sentence }) => {
    const without = sentence.replace(/(?<=\p{Ll}{3}), (?=\p{Ll}{4})/gu, ' ');
    return without === sentence || isTurning(sentence) || TURNS.test(sentence) ? null : without;
  },
  'two sentences': ({ sentence, next }) => (next === '' ? null : `${sentence} ${next}`),
  'a run of words': statement(({ sentence, isSpaced }, random) => {
    const words = sentence.split(' ');
    if (!isSpaced || words.length < 8) return null;
    const from = random.below(words.length - 5);
    return words.slice(from, from + 5).join(' ');
  }),
  'an ellipsis over a sentence': ({ sentence, next, afterNext, language, isQuestion }, random) =>
    afterNext === '' || language === '' || isQuestion || /[?？;]$/.test(next + afterNext) || !isHarmless(next, language)
      ? null
      : `${sentence} ${random.pick(ELLIPSES) ?? '…'} ${afterNext}`,
  'an ellipsis over a clause': statement(({ sentence, language }, random) => {
    const [first, left, last, ...more] = sentence.split(/(?<=\p{L}),\s(?=\p{L})/u);
    return elide(first, left, last && [last, ...more].join(', '), language, random);
  }),
  'a short piece beside an ellipsis': statement(({ sentence, language }, random) => {
    const [, first, left, last] = /^(\p{L}+(?: \p{L}+)?), ([^,]+), (.{12,})$/u.exec(sentence) ?? [];
    return elide(first, left, last, language, random);
  }),
};

/** English, German and French suffice for clauses that turn nothing: short, and without any word that could. */
const TURNS =
  /(?<!\p{L})(?:no\p{L}*|cannot|n’t|never|without|only|if|unless|while|whereas|yet|though|although|however|but|except|until|instead|rather|merely|despite|nor|none|besides|other|apart|false|wrong|barely|hardly|rarely|seldom|fail\p{L}*|refus\p{L}*|den\p{L}+|lack\p{L}*|alleged\p{L}*|supposed\p{L}*|minus|myth|lest|exclud\p{L}*|contrary|otherwise|kein\p{L}*|nicht\p{L}*|nie\p{L}*|nein|ohne|weder|noch|kaum|aber|doch|jedoch|sondern|ob\p{L}*|wenn|falls|sofern|nur|bloß|statt|anstatt|trotz\p{L}*|dennoch|während|bis|fast|außer|allerdings|hingegen|dagegen|vielmehr|angeblich|falsch)(?!\p{L})|['’]t\b/iu;
const isHarmless = (text: string, language: string): boolean => /^(?:en|de)\b/.test(language) && !TURNS.test(text);
