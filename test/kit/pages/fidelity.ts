/** What pages write that Markdown has to say otherwise, with the Markdown that says the same. */
import { MATHEMATICS } from './fidelity-mathematics.ts';

export interface FidelityCase {
  readonly name: string;
  readonly html: string;
  readonly markdown: string;
  /** Other Markdown that says it as well. */
  readonly also?: readonly string[];
}

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
