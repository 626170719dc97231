/** What a formula may put on screen. */
import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Markdown } from '../../../src/sidepanel/markdown/markdown.tsx';
import { renderTex } from '../../../src/sidepanel/math/mathml.tsx';
import { formatCopy } from '../../../src/sidepanel/answer/format-copy.ts';
import { createRunModel } from '../../../src/sidepanel/run/run-model.ts';
import { runAtOnce } from '../../kit/base/run-at-once.ts';
import '../kit/loaded-parts.ts';

const show = (tex: string): string => renderToStaticMarkup(<>{renderTex(tex, true)}</>);

const ELEMENTS =
  'math mrow mi mn mo ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts mprescripts mtable mtr mtd mstyle mphantom'.split(
    ' ',
  );
const ATTRIBUTES =
  'display class style displaystyle scriptlevel mathvariant stretchy fence separator form largeop movablelimits symmetric accent accentunder width height depth lspace rspace minsize maxsize linethickness'.split(
    ' ',
  );

const PIECES = [
  ...[
    'a',
    '1',
    '+',
    '=',
    '^',
    '_',
    '{',
    '}',
    '&',
    '\\\\',
    ' ',
    "'",
    '<',
    '>',
    '"',
    '#1',
    '~',
    '$',
    '%',
    '\u202E',
    '\0',
  ],
  ...[
    '\\frac',
    '\\sqrt',
    '\\left(',
    '\\right)',
    '\\text',
    '\\begin{matrix}',
    '\\end{matrix}',
    '\\hat',
    '\\over',
    '\\sum',
  ],
  ...['\\href{https://t.example/}{x}', '\\url{https://t.example}', '\\includegraphics{https://t.example/p.png}'],
  ...['\\class{quiet}{x}', '\\id{ask-field}{x}', '\\style{position:fixed}{x}', '\\data{a=b}{x}', '\\color{red}'],
  ...[
    '\\htmlClass{a}{b}',
    '\\hspace{-99em}',
    '\\kern9999em',
    '\\rule{9999em}{9999em}',
    '\\raisebox{99em}{x}',
    '\\rlap{x}',
  ],
  ...['\\def\\a{\\a\\a}\\a', '\\gdef\\b#1{#1#1}', '\\let\\c\\d', '\\ce{H2O}', '\\boxed{x}', '\\cancel{x}', '\\tag{1}'],
  ...[
    '\\fcolorbox{red}{blue}{x}',
    '\\bbox{x}',
    '\\Huge',
    '\\mathbb{R}',
    '\\unicode{x41}',
    '\\char"41',
    '\\ref{a}',
    '\\label{a}',
  ],
];

describe('a formula on screen', () => {
  it('holds nothing but allowed elements and attributes, whatever its TeX says [R9.3a] [R11.7]', () => {
    let shown = 0;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }), (pieces) => {
        const markup = show(pieces.join(''));
        const page = document.createRange().createContextualFragment(markup);
        for (const element of page.querySelectorAll('*')) {
          expect(ELEMENTS).toContain(element.localName);
          for (const { name, value } of element.attributes) {
            expect(ATTRIBUTES).toContain(name);
            if (element.localName === 'mrow') expect(name).not.toMatch(/width|height|depth|space/);
            if (name === 'style') expect(value).toMatch(/^(?:padding-(?:left|right):[\d.]+(?:em|pt);?)+$/);
            else expect(value).toMatch(/^[a-z\d+. -]*$/);
          }
        }
        if (markup !== '') shown += 1;
        expect(page.textContent).not.toMatch(/[\u202E\0]/);
      }),
      { numRuns: 1500 },
    );
    expect(shown).toBeGreaterThan(150);
  });

  it.each([
    ['\\frac{a}{b}', '<mfrac><mi>a</mi><mi>b</mi></mfrac>'],
    ['\\mathbb{R}', 'ℝ'],
    ['\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}', '<mtable>'],
    ['\\begin{aligned}a&=b\\\\c&=d\\end{aligned}', 'tml-right'],
    ['f(x)=\\begin{cases}1&x>0\\\\0&\\text{otherwise}\\end{cases}', 'otherwise'],
    ['\\sum_{i=1}^n i^2', '∑'],
    ['\\overline{AB}', 'tml-overline'],
    ['\\boxed{x}', 'tml-fbox'],
    ['\\int_0^\\infty e^{-x^2}\\,dx', '∫'],
    ['\\operatorname{softmax}(x)', 'softmax'],
    ['\\vec{v}\\cdot\\hat{n}', '⋅'],
    ['\\ce{2H2 + O2 -> 2H2O}', 'O'],
  ])('is set: %s', (tex, part) => {
    expect(show(tex)).toContain(part);
  });

  const nest = (open: string, middle: string, close: string, depth: number): string =>
    open.repeat(depth) + middle + close.repeat(depth);
  const HOSTILE: Readonly<Record<string, string>> = {
    'a definition that doubles':
      '\\def\\a{xx}\\def\\b{\\a\\a}\\def\\c{\\b\\b}\\def\\d{\\c\\c}\\def\\e{\\d\\d}\\def\\f{\\e\\e}\\def\\g{\\f\\f}\\def\\h{\\g\\g}\\h',
    'a definition of itself': '\\def\\a{\\a\\a}\\a',
    'an expanded definition that doubles': `\\edef\\a{xx}${'\\edef\\a{\\a\\a}'.repeat(20)}\\a`,
    'a global one': '\\gdef\\a#1{\\a{#1#1}}\\a{x}',
    'a command that is renewed': '\\newcommand\\a{\\b\\b}\\newcommand\\b{\\a\\a}\\a',
    'fractions to the depth of 10,000': nest('\\frac{', '1', '}{2}', 10_000),
    'roots to the depth of 10,000': nest('\\sqrt{', '1', '}', 10_000),
    'braces to the depth of 10,000': nest('{', '1', '}', 10_000),
    'brackets that grow': nest('\\left(', 'x', '\\right)', 100),
    'boxes in boxes': nest('\\text{$', 'x', '$}', 60),
    'no TeX': '\\frac{a',
    'an unknown command': '\\unheardof',
    'a link': '\\href{https://t.example/}{x}',
    'a picture': '\\includegraphics{https://t.example/p.png}',
  };

  it.each(Object.entries(HOSTILE))('is shown as it is written if it is %s', (_name, tex) => {
    expect(renderTex(tex, true)).toBeNull();
    const page = document
      .createRange()
      .createContextualFragment(renderToStaticMarkup(<Markdown text={`$$\n${tex}\n$$`} />));
    expect(page.querySelector('math')).toBeNull();
    if (tex.length < 1000) expect(page.textContent).toContain(tex);
  });

  it('is copied as its TeX, as Markdown and with formatting', () => {
    const text = 'So $a_1*b$ holds:\n\n$$\n\\frac{a}{b}\n$$\n\nand \\(x<y\\), for $5 and $10.';
    const { markdown, html } = runAtOnce(formatCopy([text, [], createRunModel('r').state]));
    expect(markdown).toContain('$a_1*b$');
    expect(markdown).toContain('$$\n\\frac{a}{b}\n$$');
    expect(markdown).toContain('for $5 and $10.');
    const pasted = document.createRange().createContextualFragment(html).textContent;
    for (const part of ['So $a_1*b$ holds', '\\frac{a}{b}', 'for $5 and $10']) expect(pasted).toContain(part);
  });

  it('is written down with the rest where something has to be taken out', () => {
    const text = 'So $a_1*b$ costs $5 ![p](https://t.example/p.png)\n\n$$\na\\\\b\\c\n$$';
    const { markdown } = runAtOnce(formatCopy([text, [], createRunModel('r').state]));
    expect(markdown.trimEnd()).toBe('So $a_1*b$ costs $5 p\n\n$$\na\\\\ b\\c\n$$');
  });
});
