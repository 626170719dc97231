/**
 * Documents whose words are known before they are written down, quotes of them, and forgeries. The one rule: nothing here
 * uses what is tested; whether words stand in a document is told by comparing them one by one.
 */
import fc from 'fast-check';

/** A word, or one character of a script without spaces: as a reader sees it, and as Markdown. */
export interface Token {
  readonly see: string;
  readonly md: string;
  /** Whether a space is before it. */
  readonly spaced: boolean;
}

export interface Page {
  readonly markdown: string;
  readonly tokens: readonly Token[];
}

const LATIN =
  'the river council was not illegal legal said on Tuesday that nobody would be left behind when 12 1.5 million -5 °C 15% €5 10² 3,600 Müller fine office well-known non-toxic café don’t never less than more'.split(
    ' ',
  );
const GERMAN =
  'Die Bürgermeisterin sagte nicht dass größere Straßen über 1.200 Fälle kein Gesetz unmöglich möglich am 3. Oktober für alle Köln München'.split(
    ' ',
  );
const ARABIC = 'اجتمع مجلس المدينة يوم الثلاثاء لم يقل أحد إن القانون جديد ولا قديم ١٢ سنة'.split(' ');
const HAN = Array.from('市议会周二开会市长表示不会落下任何人没有新法律三十五万人口');
const THAI = Array.from(
  new Intl.Segmenter('th', { granularity: 'grapheme' }).segment('สภาเทศบาลประชุมเมื่อวันอังคารไม่มีใคร'),
).map(({ segment }) => segment);

const plain = (words: readonly string[], spaced: boolean): fc.Arbitrary<Token> =>
  fc.constantFrom(...words).map((see) => ({ see, md: see.replace(/(?<=^\d)\.$/, '\\.'), spaced }));

const SPECIAL: readonly Token[] = [
  { see: 'AT&T', md: 'AT&amp;T', spaced: true },
  { see: 'it’s', md: 'it&#8217;s', spaced: true },
  { see: '*starred*', md: '\\*starred\\*', spaced: true },
  { see: 'bold', md: '**bold**', spaced: true },
  { see: 'leaning', md: '*leaning*', spaced: true },
  { see: 'linked', md: '[linked](https://a.example/x_(y) "not seen")', spaced: true },
  { see: 'a*b', md: '`a*b`', spaced: true },
  { see: 'noted', md: 'noted[^1]', spaced: true },
  { see: 'cited', md: 'cited[\\[12\\]](#cite-12)', spaced: true },
  { see: 'gone', md: '~~gone~~', spaced: true },
  { see: 'snake_case', md: 'snake_case', spaced: true },
  { see: 'efficient', md: 'eﬃcient', spaced: true },
];

const script: fc.Arbitrary<fc.Arbitrary<Token>> = fc.constantFrom(
  plain(LATIN, true),
  plain(GERMAN, true),
  plain(ARABIC, true),
  plain(HAN, false),
  plain(THAI, false),
  fc.oneof({ weight: 3, arbitrary: plain(LATIN, true) }, fc.constantFrom(...SPECIAL)),
);

/** Words with the spaces between them: none at the beginning. */
export const written = (tokens: readonly Token[], side: 'see' | 'md' = 'see'): string =>
  tokens.map((token, i) => (i > 0 && token.spaced ? ' ' : '') + token[side]).join('');

const running = script.chain((token) => fc.array(token, { minLength: 4, maxLength: 30 }));

/** A block from the words of its parts: each part begins like a word of its own. */
type Shape = (parts: readonly (readonly Token[])[]) => string;
const md = (tokens: readonly Token[]): string => written(tokens, 'md');
const SHAPES: readonly Shape[] = [
  (parts) => parts.map(md).join('\n\n'),
  (parts) => parts.map((part) => `- ${md(part)}`).join('\n'),
  (parts) => parts.map((part, i) => `${i + 71}. ${md(part)}`).join('\n'),
  (parts) => parts.map((part) => `> ${md(part)}`).join('\n>\n'),
  (parts) => parts.map((part) => `## ${md(part)}`).join('\n\n'),
  (parts) =>
    `${parts.map(() => '|  ').join('')}|\n${parts.map(() => '| --- ').join('')}|\n| ${parts.map(md).join(' | ')} |`,
  (parts) => ['```text', ...parts.map((part) => written(part)), '```'].join('\n'),
];

const block = fc
  .tuple(fc.constantFrom(...SHAPES), fc.array(running, { minLength: 1, maxLength: 3 }))
  .map(([shape, parts]): Page => ({ markdown: shape(parts), tokens: parts.flat() }));

export const page: fc.Arbitrary<Page> = fc.array(block, { minLength: 1, maxLength: 5 }).map((blocks) => ({
  markdown: blocks.map(({ markdown }) => markdown).join('\n\n'),
  tokens: blocks.flatMap(({ tokens }) => tokens),
}));

/** A run of a page's words. */
export const runOf = ({ tokens }: Page, least = 1): fc.Arbitrary<readonly Token[]> =>
  fc
    .tuple(fc.nat(tokens.length - 1), fc.integer({ min: least, max: 24 }))
    .map(([at, length]) => tokens.slice(Math.min(at, Math.max(0, tokens.length - least)), at + length));

type Noise = (text: string) => string;
/** What type does to words. */
const TYPE: readonly Noise[] = [
  (text) => text.replaceAll(' ', '  \n'),
  (text) => text.replaceAll(' ', '\u00a0'),
  (text) => text.replaceAll('’', "'"),
  (text) => text.replaceAll('-', '\u2011'),
  (text) => text.replaceAll('fi', 'ﬁ'),
  (text) => text.replace(/(\p{L})(\p{L})/u, '$1\u00ad$2'),
  (text) => text.normalize('NFD'),
  (text) => text.replaceAll('&', '&amp;'),
];
/** What a model puts around them. */
const WRAPS: readonly Noise[] = [(text) => `“${text}”`, (text) => `"${text}."`, (text) => `… ${text} …`];

/** A true quote as a model may write it: as it reads, with noise, or as Markdown. */
export const quoteOf = (tokens: readonly Token[]): fc.Arbitrary<string> => {
  const read = fc
    .subarray([...TYPE], { maxLength: 3 })
    .map((noises) => noises.reduce((text, noise) => noise(text), written(tokens)));
  const text = /\[(?:\^|\\)/.test(md(tokens)) ? read : fc.oneof(read, fc.constant(md(tokens)));
  return fc.tuple(text, fc.subarray([...WRAPS], { maxLength: 1 })).map(([quote, [wrap]]) => wrap?.(quote) ?? quote);
};

const word = (see: string, spaced: boolean): Token => ({ see, md: see, spaced });
const swap = (tokens: readonly Token[], at: number, see: string): readonly Token[] =>
  tokens.map((token, i) => (i === at ? word(see, token.spaced) : token));
const edited = (see: string, at: number): string => {
  const letters = Array.from(see);
  const i = at % letters.length;
  return letters.map((letter, k) => (k === i ? (letter === 'q' ? 'z' : 'q') : letter)).join('');
};

type Forgery = (tokens: readonly Token[], at: number, other: readonly Token[]) => readonly Token[];
/** `createCutPoint` is inside: neither the first nor the last. */
export const FORGERIES: Readonly<Record<string, Forgery>> = {
  'a changed number': (tokens, at) =>
    tokens.map((token, i) =>
      i >= at && /\d/.test(token.see)
        ? word(
            token.see.replace(/\d/, (d) => String((Number(d) + 1) % 10)),
            token.spaced,
          )
        : token,
    ),
  'a swapped word': (tokens, at, other) => swap(tokens, at, other[0]?.see ?? ''),
  'a dropped word': (tokens, at) => tokens.filter((_, i) => i !== at),
  'an added not': (tokens, at) => [
    ...tokens.slice(0, at),
    word(tokens[at]?.spaced === false ? '不' : 'not', true),
    ...tokens.slice(at),
  ],
  'another name': (tokens, at) => swap(tokens, at, 'Schmidt'),
  'one letter edited': (tokens, at) => swap(tokens, at, edited(tokens[at]?.see ?? 'x', at)),
  'two quotes stitched': (tokens, at, other) => [...tokens.slice(0, at), ...other],
  'words reordered': (tokens, at) => [
    ...tokens.slice(0, at - 1),
    ...tokens.slice(at, at + 1),
    ...tokens.slice(at - 1, at),
    ...tokens.slice(at + 1),
  ],
  'another sign or unit': (tokens) =>
    tokens.map(({ see, spaced }) =>
      word(
        see
          .replace(/^-(?=\d)/, '+')
          .replace('%', '‰')
          .replace('€', '$')
          .replace('²', '2')
          .replace('°C', '°F'),
        spaced,
      ),
    ),
  'a sign dropped': (tokens) =>
    tokens.map(({ see, spaced }) => word(see.replace(/^[-€](?=\d)|%$|²$|(?<=\d)[.,](?=\d)/u, ''), spaced)),
  'the end of a word': (tokens) =>
    swap(
      tokens,
      0,
      Array.from(tokens[0]?.see ?? '')
        .slice(1)
        .join(''),
    ),
  'the beginning of a word': (tokens) =>
    swap(
      tokens,
      tokens.length - 1,
      Array.from(tokens.at(-1)?.see ?? '')
        .slice(0, -1)
        .join(''),
    ),
  'a prefix taken off': (tokens) => tokens.map(({ see, spaced }) => word(see.replace(/^(?:un|il|non-)/, ''), spaced)),
};

/** As the loosest verdict compares words: without case, accents, quotation marks, and what is around a word. */
const bare = (see: string): string =>
  see
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ﬃ', 'ffi')
    .replace(/[’‘`]/g, "'")
    .replace(/^[.,;:!()*_'"]+(?=\p{L})|[.,;:!()*_'"]+$/gu, '');

/** Whether these words stand in the page in this order, compared one by one. */
export function stands(tokens: readonly Token[], { tokens: all }: Page): boolean {
  const wanted = tokens.map(({ see }) => bare(see)).filter((see) => see !== '');
  const there = all.map(({ see }) => bare(see));
  return there.some((_, at) => wanted.every((see, i) => there[at + i] === see));
}
