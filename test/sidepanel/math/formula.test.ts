/** Which text is mathematics. */
import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { describe, expect, it } from 'vitest';
import { escapeInline } from '../../../src/lib/pipeline/page/read/escape.ts';
import { escapeInlineText, escapeMarkdown } from '../../../src/lib/pipeline/text/escape-markdown.ts';
import { createInertCopy } from '../../../src/sidepanel/markdown/inert-markdown.ts';
import { parseMarkdown } from '../../../src/sidepanel/markdown/parse.ts';
import { createMarkdownStream } from '../../../src/sidepanel/markdown/stream.ts';
import type { Formula } from '../../../src/sidepanel/math/tree.ts';
import { runAtOnce } from '../../kit/base/run-at-once.ts';

function findFormulas(text: string): readonly Formula[] {
  const collect = (node: Nodes): readonly Formula[] =>
    node.type === 'formula' ? [node] : 'children' in node ? (node.children as Nodes[]).flatMap(collect) : [];
  return collect(parseMarkdown(text));
}
const findTex = (text: string): readonly string[] => findFormulas(text).map(({ tex }) => tex);

const amount = fc
  .tuple(
    fc.constantFrom('', '-', '~', '+', '('),
    fc.constantFrom('5', '10', '1,000', '2.50', '3k', '1.2M', '7bn', '0', '99.99', '.75'),
  )
  .map(([sign, number]) => [sign, number] as const);
const join = fc.constantFrom(
  ' and ',
  ' to ',
  ', ',
  ' or about ',
  '/',
  '–',
  ' – ',
  '-',
  '. It fell from ',
  ' (was ',
  '), now ',
  '\nto ',
  ' × 2 = ',
  '** and **',
  ' | ',
  '到',
  ' à ',
);
const written = (form: (sign: string, number: string) => string) =>
  fc
    .array(fc.tuple(amount, join), { minLength: 1, maxLength: 8 })
    .map((parts) => `It costs ${parts.map(([[sign, number], next]) => form(sign, number) + next).join('')}more.`);

describe('mathematics in an answer', () => {
  it.each([
    ['before the number', (sign: string, number: string) => `${sign}$${number}`],
    ['behind the number', (sign: string, number: string) => `${sign}${number}$`],
    ['behind a space', (sign: string, number: string) => `${sign}${number} $`],
    ['of a country', (sign: string, number: string) => `${sign}US$${number}`],
    ['escaped', (sign: string, number: string) => `${sign}\\$${number}`],
  ])('is never made of prices with the dollar %s', (_where, form) => {
    fc.assert(
      fc.property(written(form), (text) => {
        expect(findTex(text)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('is never made of prices of all forms with words between them', () => {
    const price = fc.constantFrom('$5', '10$', '7 $', 'US$3', '$1.50/month', '$2k', '($4)', '-$6', '$80 million');
    const words = fc.constantFrom(
      ' and then ',
      ', which is less than ',
      ' (about ',
      ' instead of the ',
      '. In May it was ',
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(price, words), { minLength: 2, maxLength: 8 }), (parts) => {
        expect(findTex(parts.flat().join(''))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['for a line', escapeMarkdown],
    ['within a line', escapeInlineText],
    ['as a page is read', escapeInline],
  ])('is never made of brackets of a page that are escaped %s', (_where, escape) => {
    const piece = fc.constantFrom(...'[|]|[A-Z]|(|)|\\|x|T|he|n = 12|<|^|.|\\beta|- | '.split('|'));
    const text = fc
      .oneof(fc.string({ unit: piece }), fc.string())
      // behind a space it could be what a model writes
      .map((page) => page.replaceAll('$', '').replace(/\[\s+/g, '['));
    fc.assert(
      fc.property(text, fc.constantFrom('', '- ', 'See '), (page, before) => {
        expect(findTex(`${before}${escape(page)} here`)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it('is never made of variables of a shell', () => {
    const variable = fc.constantFrom(...'$FOO|$B2|$MY_DIR|${a}|${HOST}|${x:-1}|$(pwd)|$(id -u)|$HOME'.split('|'));
    const between = fc.constantFrom(...'|.|/|:|-|_|@|=|,| |" "|/bin:| && echo |.tar.gz '.split('|'));
    fc.assert(
      fc.property(fc.array(fc.tuple(variable, between), { minLength: 2, maxLength: 6 }), (parts) => {
        expect(findTex(parts.flat().join(''))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    '“\\[T\\]he court held that \\[n = 12\\]',
    'Use \\[A-Z\\] or array\\[i\\] or f\\(x\\).',
    '- \\[x\\] done',
    'see note \\[a\\] here',
    '\\[p \\< 0.05\\]',
    '\\[A-Z\nand \\[x\\]',
    'Set $HOME and $PATH, or $HOME/$USER.',
    '$AAPL rose, $MSFT fell to 150$.',
    'Ke$ha and A$AP',
    'Prices are $ (cheap), $$ (fair) and $$$ (dear), from $$ to $$.',
    'See \\[1\\], \\(2020\\) and \\[Smith 2020\\].',
    'It is \\(as they say\\) so.',
    '`$x$` and `\\(x\\)`',
    '```\n$x$\n$$\na\n$$\n```',
    '    $x$',
    'Pay $5 `or $x`.',
    'unfinished $\\frac{a}{b',
    'unfinished \\(x + 1',
    '\\$x\\$',
    '$ x $',
  ])('is not in %j', (text) => {
    expect(findTex(text)).toEqual([]);
  });

  it.each<[string, readonly string[]]>([
    ['The $n$th of $n-1$, $x_1*x_2$ and **$y$**.', ['n', 'n-1', 'x_1*x_2', 'y']],
    ['$5$ or $3x+5$ or $\\frac{1}{2}$ at $5', ['5', '3x+5', '\\frac{1}{2}']],
    ['设$x$为实数', ['x']],
    ['\\(a + b\\) and \\[ c = d \\]', ['a + b', 'c = d']],
    ['Thus \\[\\frac{a}{b}\\].', ['\\frac{a}{b}']],
    ['So:\n\\[E = mc^2\\]\nand\n\n- \\[F = ma\\]', ['E = mc^2', 'F = ma']],
    ['| $P(A\\|B)$ | **$\\|x$** |\n|-|-|', ['P(A|B)', '|x']],
    ['$\\|x\\|_2$', ['\\|x\\|_2']],
    ['$AB$和', ['AB']],
    ['$$E = mc^2$$', ['E = mc^2']],
    ['So:\n$$\na\n= b\n- c\n$$\nand', ['a\n= b\n- c']],
    [
      '\\[\n\\begin{aligned}\na &= b \\\\\nc &= d\n\\end{aligned}\n\\].',
      ['\\begin{aligned}\na &= b \\\\\nc &= d\n\\end{aligned}'],
    ],
    ['> $$\n> a = 1\n> $$', ['a = 1']],
    ['- $x$\n- $$\n  y = 1\n  $$', ['x', 'y = 1']],
    ['| $a$ | $5 |\n|-|-|\n| b | $6 |', ['a']],
    ['$x > 0 \\text{ if it is so}$', ['x > 0 \\text{ if it is so}']],
    ['$a \\$ b_1$', ['a \\$ b_1']],
  ])('of %j is found', (text, tex) => {
    expect(findTex(text)).toEqual(tex);
  });

  it('keeps its bars in the cell of a table, and in a copy of it', () => {
    const part = fc.constantFrom('\\|', 'x', 'P(', ')', '\\\\ ', '\\mid ', '^2');
    fc.assert(
      fc.property(fc.string({ unit: part }), (tex) => {
        const table = `| **$a_1 ${tex}b$** | c |\n|-|-|`;
        expect(findTex(table)).toEqual([`a_1 ${tex.replaceAll('\\|', '|')}b`]);
        const { markdown } = runAtOnce(createInertCopy(`${table}\n\n![words](p.png)`, new Set()));
        expect(markdown).toContain('\n\nwords'); // it is written anew
        expect(findTex(markdown)).toEqual(findTex(table));
      }),
    );
  });

  it('leaves what follows an unclosed block as it is', () => {
    const [formula, after] = parseMarkdown('$$\na + b\n\nSo **this** stays.').children;
    expect(formula).toMatchObject({ type: 'formula', tex: '', value: '$$\na + b' });
    expect(after).toMatchObject({ type: 'paragraph', children: [{}, { type: 'strong' }, {}] });
  });

  it('is text while it is unfinished', () => {
    const stream = createMarkdownStream();
    const begun = 'So $\\frac{a}{b';
    expect(stream.update(begun)).toMatchObject([{ children: [{ type: 'text', value: begun }] }]);
    expect(stream.update(`${begun}}$.`)).toMatchObject([
      { children: [{ value: 'So ' }, { type: 'formula' }, { value: '.' }] },
    ]);
  });
});
