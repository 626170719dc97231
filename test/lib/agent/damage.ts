/**
 * Ways in which models spoil JSON, each as a function of the object that was meant. The one rule: a damage leaves
 * everything in the text that a careful reader needs to restore the object. `UNSEEN` kinds were not tuned for.
 */
import fc from 'fast-check';

export type Meant = Readonly<Record<string, unknown>>;
export type Damage = (meant: Meant) => string;

/** How to write each piece of JSON. */
interface Pen {
  readonly text: (text: string) => string;
  readonly key: (key: string) => string;
  readonly scalar: (value: unknown) => string;
  readonly comma: string;
  readonly colon: string;
  readonly line: string;
  readonly last: string;
  readonly close: (closer: string, depth: number) => string;
}

const PEN: Pen = {
  text: (text) => JSON.stringify(text),
  key: (key) => JSON.stringify(key),
  scalar: (value) => JSON.stringify(value),
  comma: ',',
  colon: ': ',
  line: '\n',
  last: '',
  close: (closer) => closer,
};

function write(value: unknown, pen: Pen, depth = 0): string {
  if (typeof value === 'string') return pen.text(value);
  if (typeof value !== 'object' || value === null) return pen.scalar(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const indent = pen.line === '\n' ? '  '.repeat(depth + 1) : '';
  const items = Array.isArray(value)
    ? value.map((item) => indent + write(item, pen, depth + 1))
    : Object.entries(value).map(([key, item]) => indent + pen.key(key) + pen.colon + write(item, pen, depth + 1));
  const end = pen.close(close, depth);
  if (items.length === 0) return open + end;
  return open + pen.line + items.join(pen.comma + pen.line) + pen.last + pen.line + indent.slice(2) + end;
}

const by =
  (pen: Partial<Pen>): Damage =>
  (meant) =>
    write(meant, { ...PEN, ...pen });
const plain = by({});
const compact: Damage = (meant) => JSON.stringify(meant);
const single = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
const words = (said: Readonly<Record<string, string>>) => (value: unknown) =>
  said[String(value)] ?? JSON.stringify(value);
const unescapedQuotes = (text: string): string => JSON.stringify(text).replaceAll('\\"', '"');
const around =
  (before: string, after: string, of: Damage = plain): Damage =>
  (meant) =>
    before + of(meant) + after;

export const SEEN: Readonly<Record<string, Damage>> = {
  'trailing commas': by({ last: ',' }),
  'trailing commas on one line': by({ last: ',', line: ' ' }),
  'single quotes': by({ text: single, key: single }),
  'single quotes, apostrophes bare': by({
    text: (text) => single(text).replaceAll("\\'", "'"),
    key: single,
  }),
  'unquoted keys': by({ key: (key) => key }),
  'unquoted keys on one line': by({ key: (key) => key, line: ' ' }),
  'Python words': by({ scalar: words({ true: 'True', false: 'False', null: 'None' }) }),
  'Python all over': by({ text: single, key: single, scalar: words({ true: 'True', false: 'False', null: 'None' }) }),
  'line comments': by({ comma: ', // and then', last: ' // the end' }),
  'block comments': by({ comma: ', /* "next": */', line: ' ' }),
  'hash comments': by({ comma: ', # more' }),
  fence: around('```json\n', '\n```'),
  'fence without a name': around('```\n', '\n```', compact),
  'prose around': around('Here is the call you asked for:\n\n', '\n\nLet me know if you need more!'),
  'missing commas': by({ comma: '' }),
  'missing commas on one line': by({ comma: '', line: ' ' }),
  'smart quotes': by({ text: (text) => `“${JSON.stringify(text).slice(1, -1)}”`, key: (key) => `“${key}”` }),
  'raw line breaks in texts': by({
    text: (text) =>
      `"${text
        .split('\n')
        .map((line) => PEN.text(line).slice(1, -1))
        .join('\n')}"`,
  }),
  'unescaped inner quotes': by({ text: unescapedQuotes }),
  'unescaped inner quotes on one line': by({ text: unescapedQuotes, line: '' }),
  'encoded twice': (meant) => JSON.stringify(JSON.stringify(meant)),
  'escaped as in a string': (meant) => JSON.stringify(JSON.stringify(meant)).slice(1, -1),
  'NaN for null': by({ scalar: words({ null: 'NaN' }) }),
  'hexadecimal numbers': by({
    scalar: (value) =>
      typeof value === 'number' && Number.isInteger(value) && value >= 0
        ? `0x${value.toString(16)}`
        : JSON.stringify(value),
  }),
  'plus signs': by({
    scalar: (value) => (typeof value === 'number' && value >= 0 ? '+' : '') + JSON.stringify(value),
  }),
  'byte order mark': around('\ufeff', ''),
  'think block': around('<think>The user wants {"a": 1}, so I call it.</think>\n', ''),
  tags: around('<tool_call>\n', '\n</tool_call>'),
  'Markdown bullets': (meant) => plain(meant).replace(/^ +(?=["}\]])/gm, '- '),
  'escaped underscores': by({ key: (key) => PEN.key(key.replaceAll('_', '\\_')).replaceAll('\\\\_', '\\_') }),
  'the same twice': (meant) => `${compact(meant)}\n${compact(meant)}`,
  'missing last closer, fenced': (meant) => `\`\`\`json\n${plain(meant).slice(0, -1)}\n\`\`\``,
  'missing all closers, tagged': (meant) => `${compact(meant).replace(/[}\]]+$/, '')}</tool_call>`,
  'texts joined by plus': by({
    text: (text) => `${PEN.text(text.slice(0, 4))} + ${PEN.text(text.slice(4))}`,
  }),
};

export const UNSEEN: Readonly<Record<string, Damage>> = {
  'full-width colons and commas': by({ colon: '： ', comma: '，' }),
  'doubled braces': (meant) => `{${plain(meant)}}`,
  'opening mark of keys missing': by({ key: (key) => `${key}"` }),
  'a mark after the object': around('', '"'),
  'closers too many': around('', '}}]'),
  'leading commas': (meant) => plain(meant).replaceAll(',\n', '\n,').replace('{\n', '{\n,'),
  'a return statement': around('return ', ';'),
  'an assignment': around('const args = ', ';\nrun(args);'),
  'a function call': around('call_tool(', ')', compact),
  CDATA: around('<![CDATA[', ']]>'),
  'words in capitals': by({ scalar: words({ true: 'TRUE', false: 'FALSE', null: 'NULL' }) }),
  'invisible spaces': by({ colon: '\u200b:\u00a0', line: '\u2009' }),
  'Windows line ends': (meant) => plain(meant).replaceAll('\n', '\r\n').replaceAll(',\r', ',\r\n\r').concat('\r\n,'),
  'keys in backticks': by({ key: (key) => `\`${key}\`` }),
  'arrows for colons': by({ colon: ' => ' }),
  'semicolons for commas': by({ comma: ';' }),
  'quoted as in mail': (meant) => plain(meant).replace(/^/gm, '> '),
  'page entities': (meant) => plain(meant).replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
  'French marks': by({ text: (text) => `«${JSON.stringify(text).slice(1, -1)}»` }),
  'colons missing': by({ colon: ' ' }),
  'commas doubled': by({ comma: ',,' }),
  'prose with braces before': around('The template {name} stays as it is. Arguments:\n', ''),
  'a heading and a list before': around('## Call\n1. search\n2. read\n\n', '\n'),
  'control characters between': by({ line: '\u0000' }),
  'texts in three marks': by({ text: (text) => `"""${JSON.stringify(text).slice(1, -1)}"""` }),
  'outer braces missing': (meant) => compact(meant).slice(1, -1),
  'closing mark of texts missing': by({ text: (text) => PEN.text(text).slice(0, -1) }),
};

/** Kinds that were written down after the reader was done; what they showed to be dangerous was then mended. */
export const FRESH: Readonly<Record<string, Damage>> = {
  'a language word before': around('json\n', ''),
  'end token after': around('', '<|im_end|>'),
  'tags of a page around': around('<pre><code>', '</code></pre>'),
  'bold keys': by({ key: (key) => `**"${key}"**` }),
  'lines of dashes around': around('---\n', '\n---'),
  'the words of an older protocol': around('Action: search\nAction Input: ', '\nObservation: none yet', compact),
  'apostrophes escaped': by({ text: (text) => PEN.text(text).replaceAll("'", "\\'") }),
  'single quotes on keys alone': by({ key: single }),
  'undefined for null': by({ scalar: words({ null: 'undefined' }) }),
  'fence of tildes': around('~~~json\n', '\n~~~'),
  'smart opening, straight closing': by({ text: (text) => `“${PEN.text(text).slice(1)}` }),
  'backslashes at line ends': (meant) => plain(meant).replaceAll('\n', '\\\n'),
  'slashes escaped': by({ text: (text) => PEN.text(text).replaceAll('/', '\\/') }),
  'capital escapes': by({
    text: (text) => PEN.text(text).replace(/[^\0-~]/g, (c) => `\\U${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
  }),
  'a comment at the top': around('// the arguments\n', ''),
  'spaces inside key marks': by({ colon: ' : ' }),
};

const word = fc.constantFrom(
  ...'tide gauge harbour “old” sea-level the a of in 3.5 2024 naïve 潮位 "why" "so called" it\'s don\'t (see note) x=1 a/b #3 {x} [1] <b> & 50% C:\\temp'.split(
    ' ',
  ),
);
const mark = fc.constantFrom(' ', ' ', ' ', ', ', ': ', '; ', '. ', '\n', ' – ', '? ', '_');
const sentence = fc
  .array(fc.tuple(word, mark), { minLength: 1, maxLength: 8 })
  .map((pieces) => pieces.map(([said, end], at) => (at < pieces.length - 1 ? said + end : said)).join(''));
const key = fc.constantFrom('query', 'max_results', 'url', 'tags', 'page_no', 'filters', 'reasoning', 'deep', 'note');
const scalar: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: sentence },
  fc.constantFrom('', 'a "quoted" word', 'say "hi", ok', 'https://example.org/a?b=1#c', 'x', '"all of it"'),
  fc.integer({ min: -1000, max: 100_000 }),
  fc.constantFrom(0.5, -2.25, 1e21, true, false, null),
);
const { meant } = fc.letrec<{ value: unknown; meant: Meant }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    tie('meant'),
  ),
  meant: fc.dictionary(key, tie('value'), { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
}));

/** Arguments as tools take them: sentences, addresses, numbers, lists, objects in objects. */
export const anyMeant: fc.Arbitrary<Meant> = meant;

export type Outcome = 'mended' | 'refused' | 'wrong';

export interface Rate {
  readonly mended: number;
  /** Accepted as whole, and not what was meant. */
  readonly wrong: number;
  readonly total: number;
}

export function rate(outcomes: readonly Outcome[]): Rate {
  const count = (wanted: Outcome): number => outcomes.filter((outcome) => outcome === wanted).length;
  return { mended: count('mended'), wrong: count('wrong'), total: outcomes.length };
}
