/** Markdown that parsers take long for: each shape at any length. */

const repeat = (unit: string, head = '', foot = '') => {
  return (length: number): string => head + unit.repeat(Math.ceil(length / unit.length)).slice(0, length) + foot;
};
const nest = (open: string, middle: string, close: string) => {
  return (length: number): string => {
    const depth = Math.ceil(length / (open.length + close.length));
    return open.repeat(depth) + middle + close.repeat(depth);
  };
};
const count = (line: (index: number) => string) => {
  return (length: number): string => {
    let text = '';
    for (let index = 0; text.length < length; index++) text += line(index);
    return text.slice(0, length);
  };
};

export const HOSTILE_SHAPES: Readonly<Record<string, (length: number) => string>> = {
  'nested strong': nest('**a ', '', ' a**'),
  'strong without words': nest('**', 'a', '**'),
  'open strong': repeat('**a '),
  'mixed emphasis': repeat('*a **b* c** _d '),
  'closing emphasis': repeat('a** b* '),
  'nested strikethrough': nest('~~a ', '', ' a~~'),
  'open brackets': repeat('['),
  'nested brackets': nest('[', 'a', ']'),
  'nested links': nest('[a ', '', '](b) '),
  'open links': repeat('[a]('),
  'nested pictures': nest('![', 'a', '](b)'),
  'parentheses in a link': repeat('(', '[a]('),
  'open titles': repeat('[a](b "c'),
  references: repeat('[a][b]'),
  footnotes: repeat('[^a] '),
  definitions: repeat('[^a]: b\n[c]: d\n'),
  'one open comment': repeat('a b ', '<!-- '),
  'open comments': repeat('<!-- a '),
  'open CDATA': repeat('<![CDATA['),
  'open instructions': repeat('<?a '),
  'open tags': repeat('<a b="'),
  attributes: repeat('b=c ', '<a '),
  'HTML lines': repeat('<div>\n'),
  'backticks of growing runs': count((index) => `${'`'.repeat(index + 1)}a `),
  backticks: repeat('`a', '', '``'),
  'a table': repeat('|a|b|\n', '|a|b|\n|-|-|\n'),
  'a wide table': (length) => `${'|a'.repeat(length / 6)}|\n${'|-'.repeat(length / 6)}|\n${'|b'.repeat(length / 6)}`,
  'a row': repeat('|a', '|a|\n|-|\n'),
  'heads of tables': repeat('|a|\n|-|\n'),
  'quotes on one line': repeat('> '),
  'quoted lines': repeat('> a\n'),
  'deep quotes': repeat('>>>>>>>>> a\n'),
  'quotes of growing depth': count((index) => `${'>'.repeat(index % 60)} a\n`),
  'a quote of lazy lines': repeat('b\n', '> a\n'),
  items: repeat('- a\n'),
  'lists of one item': repeat('- a\n+ b\n* c\n'),
  'nested items': count((index) => `${' '.repeat(2 * (index % 200))}- a\n`),
  'items on one line': repeat('- + 1. '),
  'one long item': repeat('  b\n', '- a\n'),
  'one item of marks': repeat('  **b\n', '- a\n'),
  'one line in an item': repeat('a **b ', '- '),
  'an item’s line that goes on': repeat('a ', '- ', '\nend'),
  'a table in an item': repeat('  |b|\n', '- |a|\n  |-|\n'),
  'blank lines in an item': repeat('\n', '- a\n', 'b'),
  'code in a quoted item': repeat('>   b\n', '> - ```\n'),
  autolinks: repeat('https://a.b/c www.d.e f@g.h '),
  'one address': repeat('a)', 'https://a.b/'),
  'entities in an address': repeat('&a;', 'https://a.b/'),
  'addresses in brackets': repeat('<https://a.b'),
  entities: repeat('&amp;&#x'),
  escapes: repeat('\\'),
  'hard breaks': repeat('a  \n'),
  spaces: repeat(' ', 'a', 'b'),
  'underlines of headings': repeat('a\n=\n'),
  'one heading of marks': repeat('**a ', '# '),
  rules: repeat('---\n'),
  'a fence': repeat('a\n', '```\n'),
  'a line of code': repeat('a', '```\n'),
  'open fences': repeat('```\n~~~\n'),
  'lines of one paragraph': repeat('a\r'),
  'one word': repeat('x'),
  'bold Chinese': repeat('潮**汐**每天'),
  prices: repeat('$5 '),
  dollars: repeat('$'),
  formulas: repeat('$x$ '),
  'different formulas': count((index) => `$x_{${String(index)}}$ `),
  'open formulas': repeat('\\(a '),
  'blocks of formulas': repeat('$$\na\n$$\n'),
  'open blocks of formulas': repeat('$$\na\n\n'),
  'one open block of a formula': repeat('a\n', '$$\n'),
  'nested fractions': nest('\\frac{', '1', '}{2}'),
  'nested fractions in a formula': repeat(`$${'\\frac{'.repeat(150)}1${'}{2}'.repeat(150)}$ `),
  'all at once': repeat('> - [**a* `b ~~c <d &e; ![f](g "h\n'),
};
