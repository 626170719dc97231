/** What pages write that Markdown has to say otherwise, with the Markdown that says the same. */

export interface FidelityCase {
  readonly name: string;
  readonly html: string;
  readonly markdown: string;
  /** Other Markdown that says it as well. */
  readonly also?: readonly string[];
}

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

const MATHEMATICS: readonly FidelityCase[] = [
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

const caret = (text: string) => [
  text.replace(/\^\(([^)]*)\)/g, '<sup>$1</sup>'),
  text.replace(/\^\(([^)]*)\)/g, '^$1^'),
];

const HEIGHTS: readonly FidelityCase[] = [
  {
    name: 'raised digits',
    html: '<p>It is 6×10<sup>−23</sup> m.</p>',
    markdown: 'It is 6×10⁻²³ m.',
    also: caret('It is 6×10^(−23) m.'),
  },
  {
    name: 'what has no raised form',
    html: '<p>It is 2<sup>1/2</sup>.</p>',
    markdown: 'It is 2^(1/2).',
    also: caret('It is 2^(1/2).'),
  },
  {
    name: 'a power of a power',
    html: '<p>It is e<sup>x<sup>2</sup></sup>.</p>',
    markdown: 'It is e^(x²).',
    also: ['It is e<sup>x<sup>2</sup></sup>.'],
  },
  {
    name: 'two raised numbers side by side',
    html: '<p>It is 5 m<sup>2</sup><sup>3</sup>.</p>',
    markdown: 'It is 5 m²^(3).',
    also: ['It is 5 m<sup>2</sup><sup>3</sup>.'],
  },
  {
    name: 'a lowered term',
    html: '<p>It is a<sub>n+1</sub>.</p>',
    markdown: 'It is a\\_(n+1).',
    also: ['It is a<sub>n+1</sub>.', 'It is a~n+1~.'],
  },
  {
    name: 'a lowered digit',
    html: '<p>It is log<sub>2</sub>8.</p>',
    markdown: 'It is log₂8.',
    also: ['It is log<sub>2</sub>8.', 'It is log~2~8.'],
  },
  {
    name: 'a formula of chemistry',
    html: '<p>It is H<sub>2</sub>O.</p>',
    markdown: 'It is H2O.',
    also: ['It is H<sub>2</sub>O.', 'It is H₂O.'],
  },
  {
    name: 'an ordinal',
    html: '<p>The 1<sup>st</sup> of May.</p>',
    markdown: 'The 1st of May.',
    also: ['The 1<sup>st</sup> of May.'],
  },
  { name: 'the cents of a price', html: '<p>Now $19<sup>99</sup> only.</p>', markdown: 'Now $19.99 only.' },
];

const CODE: readonly FidelityCase[] = [
  {
    name: 'code with its language',
    html: '<div class="highlight-source-rust"><pre>fn main() {\n    x();\n}</pre></div>',
    markdown: '```rust\nfn main() {\n    x();\n}\n```',
  },
  {
    name: 'line numbers of Pygments',
    html: '<table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>1\n2</pre></div></td><td class="code"><pre>def f(x):\n    return x</pre></td></tr></table>',
    markdown: '```\ndef f(x):\n    return x\n```',
  },
  {
    name: 'line numbers of Hexo',
    html: '<figure class="highlight"><table><tr><td class="gutter"><pre><span class="line">1</span><br><span class="line">2</span></pre></td><td class="code"><pre><span class="line">a</span><br><span class="line">  b</span></pre></td></tr></table></figure>',
    markdown: '```\na\n  b\n```',
  },
  {
    name: 'line numbers of Chroma',
    html: '<pre><code class="language-go"><span class="line"><span class="ln">1</span><span class="cl">a\n</span></span><span class="line"><span class="ln">2</span><span class="cl">  b\n</span></span></code></pre>',
    markdown: '```go\na\n  b\n```',
  },
  {
    name: 'line numbers in a cell without a name',
    html: '<table><tr><td class="gl"><pre>1\n2</pre></td><td class="x"><pre>a\n  b</pre></td></tr></table>',
    markdown: '```\na\n  b\n```',
  },
  {
    name: 'line numbers in a block beside the code',
    html: '<div style="display:flex"><pre class="lineno">1\n2</pre><pre>a\n  b</pre></div>',
    markdown: '```\na\n  b\n```',
  },
  {
    name: 'code in a box that keeps its lines',
    html: '<div style="white-space:pre;font-family:monospace">def f(x):\n    return x</div>',
    markdown: '```\ndef f(x):\n    return x\n```',
  },
  {
    name: 'an element of code that is a block',
    html: '<code style="display:block;white-space:pre">a\n  b</code>',
    markdown: '```\na\n  b\n```',
  },
  { name: 'code that holds a fence', html: '<pre>```\nx\n```</pre>', markdown: '````\n```\nx\n```\n````' },
];

const NOTES: readonly FidelityCase[] = [
  {
    name: 'a note and its mark',
    html: '<p>The sky is blue.<sup><a href="#fn1" id="r1">1</a></sup></p><ol><li id="fn1">See <i>Optics</i>. <a href="#r1">↩</a></li></ol>',
    markdown: 'The sky is blue.[^1]\n\n[^1]: See *Optics*.',
  },
  {
    name: 'notes with signs',
    html: '<p>Blue<sup><a href="#a">*</a></sup> or grey.<sup><a href="#b">†</a></sup></p><p id="a">* Mostly.</p><p id="b">† In autumn.</p>',
    markdown: 'Blue[^*] or grey.[^†]\n\n[^*]: Mostly.\n\n[^†]: In autumn.',
  },
  {
    name: 'a mark around its number, and two marks',
    html: '<p>Blue.<a href="#n1"><sup>1</sup></a> Grey.<sup><a href="#n1">1</a>,<a href="#n2">2</a></sup></p><p id="n1">1. One.</p><p id="n2">[2] Two.</p>',
    markdown: 'Blue.[^1] Grey.[^1][^2]\n\n[^1]: One.\n\n[^2]: Two.',
  },
  {
    name: 'references of an encyclopedia',
    html: '<p>It froze.<sup class="reference"><a href="#cite_note-1">[1]</a></sup></p><ol><li id="cite_note-1"><b><a href="#cite_ref-1">^</a></b> <span>The Tide, 1963.</span></li></ol>',
    markdown: 'It froze.[^1]\n\n[^1]: The Tide, 1963.',
  },
];

const TABLES: readonly FidelityCase[] = [
  {
    name: 'a cell over two rows',
    html: '<table><tr><th>Town</th><th>Year</th></tr><tr><td rowspan="2">Bern</td><td>2001</td></tr><tr><td>2002</td></tr></table>',
    markdown: '| Town | Year |\n| --- | --- |\n| Bern | 2001 |\n| 〃 | 2002 |',
    also: ['| Town | Year |\n| --- | --- |\n| Bern | 2001 |\n| Bern | 2002 |', '<td rowspan="2">Bern</td>'],
  },
  {
    name: 'a table of roles',
    html: '<div role="table"><div role="rowgroup"><div role="row"><span role="columnheader">Town</span><span role="columnheader">Rain</span></div></div><div class="x"><div role="row"><span role="cell">Bern</span><span role="cell">100 mm</span></div></div></div>',
    markdown: '| Town | Rain |\n| --- | --- |\n| Bern | 100 mm |',
  },
  {
    name: 'a caption within a table of roles',
    html: '<div role="table"><p>Rain in May</p><div role="row"><b role="columnheader">Town</b></div><div role="row"><b role="cell">Bern</b></div></div>',
    markdown: '*Rain in May*\n\n| Town |\n| --- |\n| Bern |',
  },
  {
    name: 'pictures that say yes and no',
    html: '<table><tr><th>Plan</th><th>SSO</th></tr><tr><td>Pro</td><td><svg role="img" aria-label="Yes"></svg></td></tr><tr><td>Free</td><td><i title="No"></i></td></tr></table>',
    markdown: '| Plan | SSO |\n| --- | --- |\n| Pro | Yes |\n| Free | No |',
  },
  {
    name: 'a bar within a cell',
    html: '<table><tr><th>Sign</th></tr><tr><td>a | b</td></tr></table>',
    markdown: '| Sign |\n| --- |\n| a \\| b |',
  },
];

const LISTS: readonly FidelityCase[] = [
  {
    name: 'numbers of their own',
    html: '<ol start="5"><li>five</li><li value="10">ten</li></ol>',
    markdown: '5. five\n10. ten',
  },
  { name: 'counting down', html: '<ol reversed><li>b</li><li>a</li></ol>', markdown: '2. b\n1. a' },
  {
    name: 'boxes to tick',
    html: '<ul><li><label><input type="checkbox" checked> flour</label></li><li><p><input type="checkbox"> eggs</p></li></ul>',
    markdown: '- [x] flour\n- [ ] eggs',
  },
  {
    name: 'a list within a list',
    html: '<ol><li>one<ul><li>inner</li></ul></li><li>two</li></ol>',
    markdown: '1. one\n   - inner\n2. two',
  },
];

const WORDS: readonly FidelityCase[] = [
  {
    name: 'the readings beside words',
    html: '<p><ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>を読む。</p>',
    markdown: '漢字を読む。',
    also: ['漢（かん）字（じ）を読む。'],
  },
  {
    name: 'quotation marks of an element',
    html: '<p>He said <q>go <q>now</q></q>.</p>',
    markdown: 'He said “go ‘now’”.',
    also: ['He said "go "now"".'],
  },
  { name: 'a heading by its role', html: '<div role="heading" aria-level="3">Towns</div>', markdown: '### Towns' },
  {
    name: 'fields within a sentence',
    html: '<p>Bake at <input value="180"> degrees for <select><option>10</option><option selected>20</option></select> minutes.</p>',
    markdown: 'Bake at 180 degrees for 20 minutes.',
  },
  {
    name: 'words on buttons within a sentence',
    html: '<p>Press <button>Delete</button> to end.</p>',
    markdown: 'Press Delete to end.',
  },
  {
    name: 'names with underscores',
    html: '<p>Call snake_case and 2*3*4.</p>',
    markdown: 'Call snake_case and 2\\*3\\*4.',
  },
  { name: 'a tag as text', html: '<p>Use &lt;b&gt; here.</p>', markdown: 'Use \\<b> here.' },
  {
    name: 'a price for eyes and one for screen readers',
    html: '<p>Costs <span aria-hidden="true">$19.99</span><span style="position:absolute;clip:rect(0,0,0,0)">$19.99</span> today.</p>',
    markdown: 'Costs $19.99 today.',
  },
];

const EMBEDS: readonly FidelityCase[] = [
  {
    name: 'a film',
    html: '<p>Watch:</p><iframe src="https://www.youtube.com/embed/abc" title="The tide" allowfullscreen></iframe>',
    markdown: 'Watch:\n\n[The tide](https://www.youtube.com/embed/abc)',
    also: ['Watch:\n\n![](https://www.youtube.com/watch?v=abc)'],
  },
  {
    name: 'a map',
    html: '<p>Find us:</p><iframe src="https://www.google.com/maps/embed?pb=1"></iframe>',
    markdown: 'Find us:\n\n[www.google.com](https://www.google.com/maps/embed?pb=1)',
  },
  {
    name: 'a recording',
    html: '<p>Listen:</p><audio controls title="Bells"><source src="https://e.org/a.mp3"></audio>',
    markdown: 'Listen:\n\n[Bells](https://e.org/a.mp3)',
  },
  {
    name: 'a document',
    html: '<p>Read:</p><object data="https://e.org/x.pdf" type="application/pdf"></object>',
    markdown: 'Read:\n\n[x.pdf](https://e.org/x.pdf)',
  },
  {
    name: 'what stands in for a document',
    html: '<object data="https://e.org/x.pdf"><p>The minutes of the year are a document of their own, <a href="https://e.org/x.pdf">the paper</a>.</p></object>',
    markdown: 'The minutes of the year are a document of their own, [the paper](https://e.org/x.pdf).',
  },
];

const TRICKS: Readonly<Record<string, string>> = {
  'no opacity, out of its place': 'position:absolute;opacity:0',
  'letters of no size': 'font-size:0',
  'an indent off the screen': 'text-indent:-9999px',
  'a place off the screen': 'position:absolute;left:-9999px',
  'a fixed place off the screen': 'position:fixed;top:-9999px',
  'a scale of nothing': 'transform:scale(0)',
  'no height': 'height:0;overflow:hidden',
  'no height at most': 'max-height:0;overflow:hidden',
  'an empty path': 'clip-path:polygon(0 0, 0 0, 0 0)',
  'an inset of all': 'clip-path:inset(50%)',
  'a box of a pixel': 'position:absolute;width:1px;height:1px;overflow:hidden',
  'no display': 'display:none',
  'no visibility': 'visibility:hidden',
};

const HIDDEN: readonly FidelityCase[] = Object.entries(TRICKS).map(([name, style]) => ({
  name: `words hidden by ${name}`,
  html: `<p>Words before.</p><p style="${style}">Hidden words.</p><p>Words behind.</p>`,
  markdown: 'Words before.\n\nWords behind.',
}));

/** By what they are of. */
export const FIDELITY: Readonly<Record<string, readonly FidelityCase[]>> = {
  mathematics: MATHEMATICS,
  'raised and lowered text': HEIGHTS,
  code: CODE,
  notes: NOTES,
  tables: TABLES,
  lists: LISTS,
  words: WORDS,
  embeds: EMBEDS,
  'hidden text': HIDDEN,
};

/** Whether Markdown of a page says what a case has to say, in whichever marks. */
export function saysAsWell(markdown: string, { markdown: expected, also = [] }: FidelityCase): boolean {
  const isCode = expected.startsWith('```');
  const said = reduce(markdown, isCode);
  return [expected, ...also].some((text) => said.includes(reduce(text, isCode)));
}

/** Without what differs between ways to write the same. `isCode`: indents count. */
function reduce(markdown: string, isCode: boolean): string {
  const text = markdown
    .replace(/\\([^\w\s\\])/g, '$1')
    .replace(/^( *)[-+*] +/gm, '$1- ')
    .replace(/\*|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}({])/gu, '')
    .replace(/^(\d+)\. +/gm, '$1. ')
    .replace(/-{3,}/g, '---')
    .replace(/\n{2,}/g, '\n')
    .replace(/\$\$\n?([^$]+?)\n?\$\$/g, '$$$$$1$$$$');
  return (isCode ? text : text.replace(/[ \t]+/g, ' ').replace(/ ?\n ?/g, '\n')).trim();
}
