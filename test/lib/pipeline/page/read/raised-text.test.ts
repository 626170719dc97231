import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alignQuote } from '../../../../../src/lib/pipeline/cite/align.ts';
import { openSource } from '../../../../../src/lib/pipeline/cite/source.ts';
import { locateQuote } from '../../../../../src/lib/pipeline/page/locate/locate.ts';
import { documentOf, markdownOf, openShadow } from '../kit.ts';

test.each([
  ['6.022×10<sup>23</sup> of them', '6.022×10²³ of them'],
  ['2<sup>10</sup> is 1024', '2¹⁰ is 1024'],
  ['10<sup>−<span>3</span></sup> m', '10⁻³ m'],
  ['$19<sup>99</sup>', '$19⁹⁹'],
  ['in 1999<sup><a href="/notes">2</a></sup> it', 'in 1999[²](https://example.org/notes) it'],
  ['log<sub>2</sub>8 and 10<sub>2</sub>', 'log₂8 and 10₂'],
  ['3 <sup>1</sup>/<sub>2</sub>', '3 ¹/₂'],
  ['H<sub>2</sub>O and CO<sub>2</sub>', 'H2O and CO2'],
  ['the 1<sup>st</sup>, XX<sup>e</sup>, M<sup>me</sup>', 'the 1st, XXe, Mme'],
  ['so.<sup>[1]</sup>', 'so.\\[1\\]'],
  ['a half <math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>', 'a half $\\frac{1}{2}$'],
  ['<math><msup><mn>10</mn><mn>6</mn></msup></math>', '$10^{6}$'],
  ['<math><msqrt><mn>16</mn></msqrt><mo>=</mo><mn>4</mn></math>', '$\\sqrt{16}=4$'],
  ['<math><mroot><mi>x</mi><mn>3</mn></mroot><mtext> of 5%</mtext></math>', '$\\sqrt[3]{x}\\text{ of 5\\%}$'],
  ['<math><munderover><mo>∑</mo><mn>1</mn><mi>n</mi></munderover><mi>i</mi></math>', '$∑_{1}^{n}i$'],
  ['<math><mo>(</mo><mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac><mo>)</mo></math>', '$(\\binom{n}{k})$'],
  ['<math><mfrac linethickness="0.5px"><mn>1</mn><mn>2</mn></mfrac></math>', '$\\frac{1}{2}$'],
  [
    '<math><mmultiscripts><mi>U</mi><mn>2</mn><none/><mprescripts/><mn>92</mn><mn>238</mn></mmultiscripts></math>',
    '${}_{92}^{238}U_{2}$',
  ],
  ['<math><mmultiscripts><mi>R</mi><mi>i</mi><mi>j</mi><mi>k</mi><none/></mmultiscripts></math>', '$R_{i}^{j}{}_{k}$'],
  ['<math><mfenced open="[" close="]" separators=";"><mn>1</mn><mn>2</mn></mfenced></math>', '$[1;2]$'],
  ['<math><mover><mi>x</mi><mo>¯</mo></mover></math>', '$\\overline{x}$'],
  [
    'Let <span class="MathJax_Preview">x</span><span class="MathJax"><i aria-hidden="true">a/b</i><math><mi>a</mi></math></span><script type="math/tex">\\frac{a}{b}</script> be',
    'Let $\\frac{a}{b}$ be',
  ],
  ['Energy <span class="katex"><span class="katex-html" aria-hidden="true">E=mc</span></span>', 'Energy E=mc'],
  ['<math alttext=""><msup><mn>10</mn><mn>6</mn></msup></math>', '$10^{6}$'],
])('%s is read with its meaning', (html, text) => {
  expect(markdownOf(`<p>${html}</p>`)).toBe(text);
});

test.each([
  ['<sup><a href="#fn1">1</a></sup>', '\\[1\\]'],
  ['<a href="#fn1"><sup>1</sup></a>', '\\[1\\]'],
  ['<sup><a href="#fn1">1</a>,<a href="#fn2">2</a></sup>', '\\[1\\]\\[2\\]'],
  ['<span><sup><a href="#a">a</a></sup></span>', '\\[a\\]'],
])('%s is the mark of a note, which no quote needs', (mark, read) => {
  const html = `<p>The sky is blue${mark} and the sea is green everywhere.</p>`;
  const quote = 'The sky is blue and the sea is green everywhere.';
  expect(markdownOf(html)).toBe(`The sky is blue${read} and the sea is green everywhere.`);
  expect(alignQuote(quote, [openSource(markdownOf(html))], '1', 'verbatim').verdict).toBe('verbatim');
  expect(locateQuote(documentOf(html), openShadow, { exact: quote, before: '', after: '' })?.found).toBe('exact');
});

test('what was raised is found on the page again, at its own place', () => {
  const doc = documentOf('<p>There are 6.022×10<sup>23</sup> particles in a mole.</p>');
  const found = locateQuote(doc, openShadow, { exact: '10²³ particles', before: '6.022×', after: ' in' });
  expect(found?.found).toBe('exact');
  expect(found?.ranges.map(String)).toEqual(['10', '23', ' particles']);
});

test('digits of another height never become digits of one number, on either reader', () => {
  const digits = fc.stringMatching(/^[1-9]\d{0,5}$/);
  fc.assert(
    fc.property(digits, digits, fc.constantFrom('sup', 'sub'), (one, other, name) => {
      const html = `<p>It says ${one}<${name}>${other}</${name}> in the book.</p>`;
      const text = markdownOf(html);
      expect(text).not.toContain(one + other);
      const found = locateQuote(documentOf(html), openShadow, { exact: text, before: '', after: '' });
      expect(found?.found).toBe('exact');
      expect(found?.ranges.map(String).join('')).toBe(`It says ${one}${other} in the book.`);
    }),
    { numRuns: 40 },
  );
});
