import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alignQuote } from '../../../../../src/lib/pipeline/cite/align.ts';
import { openSource } from '../../../../../src/lib/pipeline/cite/source.ts';
import { toInlineText } from '../../../../../src/lib/pipeline/text/inline.ts';
import { locateQuote } from '../../../../../src/lib/pipeline/page/locate/locate.ts';
import { documentOf, markdownOf, openShadow } from '../kit.ts';

test.each([
  ['6.022×10<sup>23</sup> of them', '6.022×10²³ of them'],
  ['2<sup>10</sup> is 1024', '2¹⁰ is 1024'],
  ['10<sup>−<span>3</span></sup> m', '10⁻³ m'],
  ['$19<sup>99</sup> or <b>5</b><sup>50</sup> €', '$19.99 or **5**.50 €'],
  ['2<sup>1/2</sup> is x<sup>y*z</sup>', '2^(1/2) is x^(y\\*z)'],
  ['e<sup>x<sup>2</sup></sup>, m<sup>2</sup><sup>3</sup>, (a+b)<sup>m</sup>', 'e^(x²), m²^(3), (a+b)^(m)'],
  ['a<sub>n+1</sub>, x<sub>1</sub>, V<sub>max</sub>', 'a\\_(n+1), x₁, V\\_(max)'],
  ['n<sup>o</sup> 4, the 1<sup>a</sup>', 'nº 4, the 1ª'],
  ['in 1999<sup><a href="/notes">2</a></sup> it', 'in 1999[²](https://example.org/notes) it'],
  ['log<sub>2</sub>8 and 10<sub>2</sub>', 'log₂8 and 10₂'],
  ['3 <sup>1</sup>/<sub>2</sub>', '3 ¹/₂'],
  ['H<sub>2</sub>O and CO<sub>2</sub>', 'H2O and CO2'],
  ['the 1<sup>st</sup>, XX<sup>e</sup>, M<sup>me</sup>', 'the 1st, XXe, Mme'],
  ['so.<sup>[1]</sup>', 'so.\\[1\\]'],
])('%s is read with its meaning', (html, text) => {
  expect(markdownOf(`<p>${html}</p>`)).toBe(text);
});

test.each([
  ['<sup><a href="#fn1">1</a></sup>', '[^1]'],
  ['<a href="#fn1"><sup>1</sup></a>', '[^1]'],
  ['<sup><a href="#fn1">1</a>,<a href="#fn2">2</a></sup>', '[^1][^2]'],
  ['<sup><a href="#fn1">†</a></sup>', '[^†]'],
  ['<a href="#fn1" role="doc-noteref">[1]</a>', '[^1]'],
  ['<span><sup><a href="#a">a</a></sup></span>', '[^a]'],
])('%s is the mark of a note, which no quote needs', (mark, read) => {
  const html = `<p>The sky is blue${mark} and the sea is green everywhere.</p>`;
  const quote = 'The sky is blue and the sea is green everywhere.';
  expect(markdownOf(html)).toBe(`The sky is blue${read} and the sea is green everywhere.`);
  expect(alignQuote(quote, [openSource(markdownOf(html))], '1', 'verbatim').verdict).toBe('verbatim');
  expect(locateQuote(documentOf(html), openShadow, { exact: quote, before: '', after: '' })?.found).toBe('exact');
});

test('a note is quoted without the mark that it begins with', () => {
  const markdown = markdownOf(
    '<p>The sky is blue.<sup><a href="#n">1</a></sup></p><p id="n">1. It is grey in winter.</p>',
  );
  expect(markdown).toContain('[^1]: It is grey in winter.');
  expect(toInlineText('[^1]: It is grey in winter.').text).toBe('It is grey in winter.');
  expect(alignQuote('It is grey in winter.', [openSource(markdown)], '1', 'verbatim').verdict).toBe('verbatim');
});

const MARK = '<p>The sky is blue.<sup><a href="#n">1</a></sup> So it is.</p>';

test.each([
  ['a mark that a script opens', MARK.replace('#n', '#') + '<p>One more.</p><p>The last.</p>'],
  [
    'a note behind other text of its block',
    `<div>${MARK}And so on.<br><a name="n">1.</a> It is grey.</div><p>More.</p>`,
  ],
  ['a heading of sources', `${MARK}<div><h2 id="n">Sources</h2><ol><li>A book.</li></ol></div>`],
])('%s makes no note of a text', (_, html) => {
  expect(markdownOf(html)).toContain('The sky is blue.[^1] So it is.');
  expect(markdownOf(html)).not.toContain('[^1]:');
});

test('the number of a note in a table stays in its cell', () => {
  const row = '<tr><th id="n">1</th><td>It is grey.</td></tr><tr><td id="n">2</td><td>It is green.</td></tr>';
  expect(markdownOf(`${MARK}<table><tr><th>No.</th><th>Note</th></tr>${row}</table>`)).toContain(
    '| 2 | It is green. |',
  );
});

test.each([
  ['by an address in which letters are encoded', `${MARK.replace('#n', '#n%C3%A9')}<p id="né">It is grey.</p>`],
  ['by an anchor behind its number', `${MARK}<p>1. <a name="n"></a>It is grey.</p>`],
])('a note is found %s', (_, html) => {
  expect(markdownOf(html)).toContain('[^1]: It is grey.');
});

test('what is written around a term is found on the page again', () => {
  const html = '<p>It takes 2<sup>n/2</sup> steps and <q>no more</q> in the worst case.</p>';
  const quote = markdownOf(html);
  expect(quote).toBe('It takes 2^(n/2) steps and “no more” in the worst case.');
  const found = locateQuote(documentOf(html), openShadow, { exact: quote, before: '', after: '' });
  expect(found?.found).toBe('exact');
  expect(found?.ranges.map(String).join('')).toBe('It takes 2n/2 steps and no more in the worst case.');
});

test('TeX that the page has as text is found on it again', () => {
  const html = '<p>The sum \\(a_1 * b_2\\) is larger than the product of all others.</p>';
  const quote = markdownOf(html);
  expect(quote).toContain('$a_1 * b_2$');
  const found = locateQuote(documentOf(html), openShadow, { exact: quote, before: '', after: '' });
  expect(found?.ranges.map(String).join('')).toContain('is larger than the product of all others');
});

test('an opening sign without its closing one is no part of the formula behind it', () => {
  expect(markdownOf('<p>The sign \\( begins \\(x_1 = 2\\) and \\[a \\\\[2pt] b\\].</p>')).toContain(
    'begins $x_1 = 2$ and',
  );
  expect(markdownOf('<p>So \\[a \\\\[2pt] b\\].</p>')).toContain('$$\na \\\\[2pt] b\n$$');
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
