import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balanceMarkup, MAX_DEPTH, MAX_EMPHASES } from '../../../../../src/lib/pipeline/page/fetched/balance-markup.ts';
import { readPage } from '../kit.ts';

const AT = { url: 'https://example.org/a/page.html', base: 'https://example.org/a/page.html' };
const FIXTURES = join(import.meta.dirname, '../../../../fixtures/pages');
const parsed = (html: string): Document => new DOMParser().parseFromString(html, 'text/html');
const readAs = (html: string) => readPage(parsed(html), () => null, AT);
const balance = (html: string): string => balanceMarkup(html).markup;
const bodyOf = (html: string): string => parsed(balance(html)).body.innerHTML;

/** A cell that stands in a table alone is given a row and a group of rows. */
const DEEPEST_MADE = 2 * MAX_DEPTH + 10;

/** What a parser makes of it. */
function shapeOf(html: string): { readonly elements: number; readonly depth: number; readonly text: string } {
  const doc = parsed(html);
  let [elements, deepest] = [0, 0];
  const walker = doc.createTreeWalker(doc, NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    elements += 1;
    let depth = 0;
    for (let above: Node | null = node; above !== null && depth <= DEEPEST_MADE; above = above.parentNode) depth += 1;
    deepest = Math.max(deepest, depth);
  }
  return { elements, depth: deepest, text: doc.body.textContent.replace(/\s/g, '') };
}

describe('a page is read as it was', () => {
  it.each(readdirSync(FIXTURES))('%s', (name) => {
    const html = readFileSync(join(FIXTURES, name, 'source.html'), 'utf8');
    expect(readAs(balance(html))).toEqual(readAs(html));
  });

  it.each([
    ['<p>one<p>two<div>three<p>four</div>five', '<p>one</p><p>two</p><div>three<p>four</p></div>five'],
    ['<ul><li>a<li>b<ul><li>c</ul><li>d</ul>', '<ul><li>a</li><li>b<ul><li>c</li></ul></li><li>d</li></ul>'],
    ['<dl><dt>a<dd>b<dt>c</dl>', '<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>'],
    ['<b>a <i>b</b> c</i> d', '<b>a <i>b</i></b> c d'],
    ['<div><span>a</div>b</span>', '<div><span>a</span></div>b'],
    ['<p>a <a href="x">b<div>c</div>d</a>', '<p>a <a href="x">b</a></p><a href="x"><div>c</div>d</a>'],
    ['<a href=1>a<a href=2>b</a>', '<a href="1">a</a><a href="2">b</a>'],
    ['a &lt; b &amp; c < d', 'a &lt; b &amp; c &lt; d'],
    [`<p title='a "b" &amp; c' hidden>x`, '<p title="a &quot;b&quot; &amp; c" hidden="">x</p>'],
    ['<svg><text>SECRET</svg>a<template><p>SECRET</template>b', 'ab'],
    ['<xmp><b>a</b></xmp>b', '<pre>&lt;b&gt;a&lt;/b&gt;</pre>b'],
    ['<math><mspace/><mi>x</mi></math>', '<math><mspace></mspace><mi>x</mi></math>'],
    ['a<!-- <b> -->b<!x>c</ d>e', 'abce'],
  ])('%j becomes %j', (html, body) => {
    expect(bodyOf(html)).toBe(body);
  });

  it('tables without a word of their ends keep their cells', () => {
    const table = '<table><tr><th>a<th>b<tr><td>1<td><table><tr><td>2</table><tr><td>3</table>';
    expect(bodyOf(table)).toBe(parsed(table).body.innerHTML);
  });

  it('what a page says of itself as data stays, whatever it holds', () => {
    for (const type of ['application/ld+json', 'application/json']) {
      const html = `<script type="${type}">{"headline": "<!--<script>a</b>"}</script><p>b`;
      const script = parsed(balance(html)).querySelector('script');
      expect(script?.type).toBe(type);
      expect(JSON.parse(script?.textContent ?? '')).toEqual({ headline: '<!--<script>a</b>' });
      expect(bodyOf(html)).toContain('<p>b</p>');
    }
  });
});

const name = fc.constantFrom(
  ...'p div span b i a font li ul dl dd h1 section button em code custom-x main label'.split(' '),
);
const tag = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(name, fc.nat(9)).map(([one, id]) => `<${one} id=${String(id)}>`) },
  { weight: 3, arbitrary: name.map((one) => `</${one}>`) },
  { weight: 2, arbitrary: fc.constantFrom('word ', 'a < b ', '&amp;', 'x > y ') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('<!-- <b> -->', '<br>', '<img alt="<b>">', '<p title=">"', "<i x='</i>'>", '</p x="'),
  },
);
const table = fc.constantFrom(
  ...'<table> <tr> <td> </td> </tr> </table> <caption> <math> <mi> </math> <object> </object>'.split(' '),
);
const soup = fc.array(tag, { maxLength: 60 }).map((all) => all.join(''));

describe('whatever markup is made of', () => {
  it('none of its words are lost', () => {
    fc.assert(
      fc.property(soup, (html) => {
        expect(shapeOf(balance(html)).text).toBe(shapeOf(html).text);
      }),
      { numRuns: 150 },
    );
  });

  it('no parser makes much more of it than it holds tags, nor nests it deeper than the bound', () => {
    const any = fc.array(fc.oneof(tag, table), { minLength: 1, maxLength: 40 }).map((all) => all.join(''));
    fc.assert(
      fc.property(any, fc.integer({ min: 1, max: 12 }), (piece, log) => {
        const html = piece.repeat(Math.min(2 ** log, Math.ceil(20_000 / piece.length)));
        const tags = html.split('<').length;
        const { elements, depth } = shapeOf(balance(html));
        expect(elements).toBeLessThan(4 + tags * (MAX_EMPHASES + 3));
        expect(depth).toBeLessThan(DEEPEST_MADE);
      }),
      { numRuns: 50 },
    );
  });

  const bold = (count: number): string => Array.from({ length: count }, (_, i) => `<b id=${String(i)}>`).join('');
  it.each([
    ['emphasis left open before many paragraphs', `${bold(3000)}${'<p>x'.repeat(3000)}`],
    ['emphasis ended across blocks', '<b id=1><i id=2><div><div>x</b>y</div></div>'.repeat(1500)],
    ['emphasis whose end a browser gives up on', `<b>${'<div>'.repeat(9)}</b>${'</div>'.repeat(9)}x`.repeat(1500)],
    ['emphasis that ends in a table', '<b><table></b><tr><td>x</table>'.repeat(2000)],
    ['elements whose end a paragraph hides', '<span><p></span></p>'.repeat(4000)],
    ['nesting', '<div><section>'.repeat(20_000)],
    ['nested templates', '<template>'.repeat(40_000)],
    ['links around blocks', `<p><a href=${'y'.repeat(900)}><div>x</div>`.repeat(1000)],
  ])('%s is little work', (_, html) => {
    const written = balance(html);
    expect(written.length).toBeLessThan(3 * html.length + 100);
    const { elements, depth } = shapeOf(written);
    expect(elements).toBeLessThan(html.split('<').length * (MAX_EMPHASES + 3));
    expect(depth).toBeLessThan(DEEPEST_MADE);
  });
});

/** What a reader of the document has, and what would be applied or run. */
function lookAt(html: string) {
  const doc = parsed(html);
  const live = Array.from(doc.querySelectorAll('*')).filter((el) =>
    Array.from(el.attributes).some(({ name }) => name === 'style' || /^on[a-z]/.test(name)),
  ).length;
  const styles = doc.querySelectorAll('style').length;
  for (const el of doc.querySelectorAll('style, script, noscript, textarea, title')) el.remove();
  const rest = Array.from(doc.querySelectorAll('*'), (el) =>
    [
      el.localName,
      ...Array.from(el.attributes, ({ name, value }) => `${name}=${value}`).filter(
        (one) => !/^(?:style|on[a-z]|hidden)/.test(one),
      ),
    ].join(' '),
  );
  return { text: doc.documentElement.textContent, rest, live, styles };
}

const attribute = fc.constantFrom(
  ' style="color: red"',
  " style='display:none'",
  ' STYLE = "visibility: hidden"',
  ' style=display:none',
  ' onclick="alert(1 > 0)"',
  ' onload=\'x("y")\'',
  ' onerror=boom()',
  ' class="on style"',
  ' href="/a?style=b&onclick=c"',
  ' title="a > b"',
  ' data-style="x"',
  ' style',
  ' one="1"',
  '/',
);
const words = fc.constantFrom('Words. ', 'a < b ', 'on style="x" ', '&lt;p style="y"&gt; ', 'x > y ', '“quoted” ');
// not in pictures: there a style or a script may hold markup, which nobody reads
const container = fc.constantFrom('div', 'section', 'h1', 'on-click');
const started = fc.oneof(container, fc.constantFrom('p', 'img', 'br'));
const piece: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: words },
  {
    weight: 4,
    arbitrary: fc
      .tuple(started, fc.array(attribute, { maxLength: 4 }))
      .map(([name, all]) => `<${name}${all.join('')}>`),
  },
  { weight: 2, arbitrary: container.map((name) => `</${name}>`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '<style>p { color: red }</style>',
      '<style media=x>a<b></STYLE >',
      '<!-- <p style="x"> -->',
      '<script>if (a<b) "<p onclick=x>"</script>',
      '<!-->',
    ),
  },
);

describe('markup that is only to be read', () => {
  it('keeps its text and its elements, whatever it is made of, and nothing that would be applied or run', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const html = `<body>${pieces.join('')}`;
        const [before, after] = [lookAt(html), lookAt(balance(html))];
        expect([after.text, after.rest]).toEqual([before.text, before.rest]);
        expect([after.live, after.styles]).toEqual([0, 0]);
      }),
      { numRuns: 150 },
    );
  });

  it('is left alone by being made inert once more, and never fails', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((all) => all.join('')),
        ),
        (html) => {
          const once = balance(html);
          expect(balance(once)).toBe(once);
        },
      ),
      { numRuns: 150 },
    );
  });

  it.each([
    ['<p style="display:none">x</p>', '<p hidden>x</p>'],
    ['<p class=a onclick="b()" id=c>x</p>', '<p class="a" id="c">x</p>'],
    ['<style>p{}</style>x', 'x'],
    ['<style>never closed', ''],
    ['<p style="never closed', ''],
    ['a < b', 'a &lt; b'],
  ])('%j becomes %j', (html, inert) => {
    expect(balance(html)).toBe(`<!doctype html>${inert}`);
  });

  it('says that a table with more rows than it writes is cut', () => {
    const table = (rows: number): string => `<table>${'<tr><td>a<td>b<td>c<td>d'.repeat(rows)}</table>`;
    expect(balanceMarkup(table(100)).cut).toBe(false);
    expect(balanceMarkup(table(25_000)).cut).toBe(true);
  });
});
