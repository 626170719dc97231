/** Formulas as pages have them, with their Markdown. */
import type { FidelityCase } from './fidelity.ts';

const katex = (glyphs: string, mathml = '') =>
  `<p>So <span class="katex">${mathml}<span class="katex-html" aria-hidden="true"><span class="base">${glyphs}</span></span></span> holds.</p>`;
const script = (...rows: readonly (readonly [top: string, text: string])[]) =>
  `<span class="msupsub"><span class="vlist-t${rows.length > 1 ? ' vlist-t2' : ''}"><span class="vlist-r"><span class="vlist">${rows
    .map(
      ([top, text]) => `<span style="top:${top}"><span class="pstrut"></span><span class="mord">${text}</span></span>`,
    )
    .join('')}</span></span></span></span>`;
const mathjax = (glyphs: string) =>
  `<p>So <mjx-container class="MathJax" jax="CHTML"><mjx-math class="MJX-TEX" aria-hidden="true">${glyphs}</mjx-math></mjx-container> holds.</p>`;
const glyph = (name: string, code: string) => `<mjx-${name}><mjx-c class="mjx-c${code}"></mjx-c></mjx-${name}>`;
const svg = (glyphs: string) =>
  `<p>So <mjx-container class="MathJax" jax="SVG"><svg><g data-mml-node="math">${glyphs}</g></svg></mjx-container> holds.</p>`;
const use = (node: string, code: string) => `<g data-mml-node="${node}"><use data-c="${code}"></use></g>`;
const inFormula = (tex: string) => `So $${tex}$ holds.`;

export const MATHEMATICS: readonly FidelityCase[] = [
  {
    name: 'MathML with its TeX',
    html: '<p>So <math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math> holds.</p>',
    markdown: inFormula('x^2'),
  },
  {
    name: 'MathML alone',
    html: '<p>So <math><mfrac><mn>1</mn><mn>2</mn></mfrac></math> holds.</p>',
    markdown: inFormula('\\frac{1}{2}'),
  },
  {
    name: 'MathML with scripts on both sides',
    html: '<p>So <math><mmultiscripts><mi>U</mi><mprescripts/><mn>92</mn><mn>238</mn></mmultiscripts></math> holds.</p>',
    markdown: inFormula('{}_{92}^{238}U'),
  },
  {
    name: 'MathML, a matrix',
    html: '<p>So <math><mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr></mtable></math> holds.</p>',
    markdown: inFormula('\\begin{matrix}a & b\\end{matrix}'),
  },
  {
    name: 'MathJax 2 with a preview',
    html: '<p>So <span class="MathJax_Preview">a/b</span><span class="MathJax"><nobr>ab</nobr></span><script type="math/tex">\\frac{a}{b}</script> holds.</p>',
    markdown: inFormula('\\frac{a}{b}'),
  },
  {
    name: 'MathJax 2 with MathML for screen readers',
    html: '<p>So <span class="MathJax_Preview"></span><span class="mjx-chtml MathJax_CHTML"><span aria-hidden="true">c2</span><span class="MJX_Assistive_MathML"><math><msup><mi>c</mi><mn>2</mn></msup></math></span></span><script type="math/tex">c^2</script> holds.</p>',
    markdown: inFormula('c^2'),
  },
  {
    name: 'MathJax 2, a line of its own',
    html: '<p>So</p><div class="MathJax_Display"><span class="MathJax">S</span></div><script type="math/tex; mode=display">S_n</script>',
    markdown: 'So\n\n$$\nS_n\n$$',
  },
  {
    name: 'MathJax 2 before it has run',
    html: '<p>So <span class="MathJax_Preview">[x]</span><script type="math/tex">x_1</script> holds.</p>',
    markdown: inFormula('x_1'),
  },
  {
    name: 'MathJax 2 without its script',
    html: '<p>So <span class="MathJax" data-mathml="&lt;math&gt;&lt;msqrt&gt;&lt;mn&gt;2&lt;/mn&gt;&lt;/msqrt&gt;&lt;/math&gt;"><nobr>√2</nobr></span> holds.</p>',
    markdown: inFormula('\\sqrt{2}'),
  },
  {
    name: 'MathJax 3, glyphs alone',
    html: mathjax(`<mjx-msup>${glyph('mi', '1D465')}<mjx-script>${glyph('mn', '32')}</mjx-script></mjx-msup>`),
    markdown: inFormula('x^{2}'),
  },
  {
    name: 'MathJax 3, glyphs of a sum',
    html: mathjax(
      `<mjx-munderover><mjx-over>${glyph('mi', '1D45B')}</mjx-over><mjx-box><mjx-munder><mjx-row><mjx-base>${glyph('mo', '2211')}</mjx-base></mjx-row><mjx-row><mjx-under>${glyph('mn', '31')}</mjx-under></mjx-row></mjx-munder></mjx-box></mjx-munderover>`,
    ),
    markdown: inFormula('∑_{1}^{n}'),
    also: [inFormula('\\sum_{1}^{n}')],
  },
  {
    name: 'MathJax 3, glyphs of a root',
    html: mathjax(
      `<mjx-mroot><mjx-root>${glyph('mn', '33')}</mjx-root><mjx-sqrt><mjx-surd>${glyph('mo', '221A')}</mjx-surd><mjx-box>${glyph('mi', '1D465')}</mjx-box></mjx-sqrt></mjx-mroot>`,
    ),
    markdown: inFormula('\\sqrt[3]{x}'),
  },
  {
    name: 'MathJax 3 as SVG',
    html: svg(`<g data-mml-node="mfrac">${use('mi', '1D44E')}${use('mn', '32')}<rect></rect></g>`),
    markdown: inFormula('\\frac{a}{2}'),
  },
  {
    name: 'MathJax 3 as SVG, both scripts',
    html: svg(`<g data-mml-node="msubsup">${use('mi', '1D465')}${use('mn', '32')}${use('mi', '1D456')}</g>`),
    markdown: inFormula('x_{i}^{2}'),
  },
  {
    name: 'MathJax 4',
    html: mathjax('<mjx-mrow data-latex="a \\le b"></mjx-mrow>'),
    markdown: inFormula('a \\le b'),
  },
  {
    name: 'KaTeX',
    html: katex(
      'x2',
      '<span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span>',
    ),
    markdown: inFormula('x^2'),
  },
  {
    name: 'KaTeX without MathML',
    html: katex(`<span class="mord">c</span>${script(['-3.06em', '2'])}`),
    markdown: inFormula('c^{2}'),
  },
  {
    name: 'KaTeX without MathML, both scripts',
    html: katex(`<span class="mord">x</span>${script(['-2.55em', 'i'], ['-3.06em', '2'])}`),
    markdown: inFormula('x_{i}^{2}'),
  },
  {
    name: 'KaTeX without MathML, a fraction',
    html: katex(
      '<span class="mfrac"><span class="vlist-t"><span class="vlist-r"><span class="vlist"><span>b</span><span><span class="frac-line"></span></span><span>a</span></span></span></span></span>',
    ),
    markdown: inFormula('\\frac{a}{b}'),
  },
  { name: 'TeX between brackets', html: '<p>So \\(a_1 * b_2 * c\\) holds.</p>', markdown: inFormula('a_1 * b_2 * c') },
  {
    name: 'TeX between two dollars',
    html: '<p>So</p><p>$$\\frac{a}{b} * c_*$$</p>',
    markdown: 'So\n\n$$\n\\frac{a}{b} * c_*\n$$',
  },
  { name: 'TeX on a line of its own', html: '<p>So</p><p>\\[x*y = 3\\]</p>', markdown: 'So\n\n$$\nx*y = 3\n$$' },
  { name: 'TeX between dollars', html: '<p>So $x_1^2 * y_1$ holds.</p>', markdown: inFormula('x_1^2 * y_1') },
  { name: 'prices, which are no TeX', html: '<p>It is $5 or $10.</p>', markdown: 'It is $5 or $10.' },
  {
    name: 'variables of a shell, which are no TeX',
    html: '<p>Set $FOO_BAR and $BAZ_QUX.</p>',
    markdown: 'Set $FOO_BAR and $BAZ_QUX.',
  },
];
