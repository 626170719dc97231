import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLiveText } from '../../../../../src/lib/pipeline/page/locate/live-text.ts';
import { locateQuote } from '../../../../../src/lib/pipeline/page/locate/locate.ts';
import { quotesOf } from '../../../../kit/quotes/quotes.ts';
import { articleOf, documentOf, openShadow, prose } from '../kit.ts';

const find = (html: string | Document, exact: string, before = '', after = '') => {
  const doc = typeof html === 'string' ? documentOf(html) : html;
  const located = locateQuote(doc, openShadow, { exact, before, after });
  return located && { found: located.found, texts: located.ranges.map((range) => range.toString()) };
};

test('words over several elements are found, one range to each text', () => {
  expect(find('<p>The <b>lamps</b> stand.</p>', 'The lamps stand.')).toEqual({
    found: 'exact',
    texts: ['The ', 'lamps', ' stand.'],
  });
});

test('marks of notes, which a quote leaves out, do not keep it from being found', () => {
  const found = find(
    '<p>The type spread<sup><a href="#n1">[1]</a></sup> early.<sup>[a]</sup> It went.</p>',
    'spread early. It',
  );
  expect(found?.found).toBe('exact');
});

test('readings beside words are no part of them, in the copy and on the page', () => {
  const html =
    '<p><ruby>日本<rp>(</rp><rt>にっぽん</rt><rp>)</rp></ruby>の<ruby>首都<rt>しゅと</rt></ruby>は東京です。</p>';
  expect(articleOf(html).markdown).toBe('日本の首都は東京です。');
  expect(find(html, '日本の首都は東京です。')?.found).toBe('exact');
});

test('cells and lines of a row are found where nothing but the table parts them', () => {
  const html = '<table><tr><th>Site</th><th>Built</th></tr><tr><td>Vessing</td><td>1766</td></tr></table>';
  expect(find(html, 'Vessing 1766')).toEqual({ found: 'exact', texts: ['Vessing', '1766'] });
});

test('a formula is one place, found by the TeX it carries', () => {
  const html = `<p>so that <math alttext="\\frac{a}{b}"><mi>a</mi><mi>b</mi></math> holds</p>`;
  expect(find(html, 'so that $\\frac{a}{b}$ holds')).toEqual({ found: 'exact', texts: ['so that ', 'ab', ' holds'] });
  expect(find(html, 'so that fracab holds')?.found).toBe('close');
});

test('line numbers, buttons and hidden text within a quote are no part of it', () => {
  const html = `<pre><button>Copy</button><span class="lineno">1</span>let a = 1;\n<span class="lineno">2</span>let b = 2;</pre>
    <p>The ferry <span hidden>SECRET</span>leaves <span style="visibility:hidden">SECRET</span>at noon.</p>`;
  expect(find(html, 'let a = 1; let b = 2;')?.texts.join('')).toBe('let a = 1;\nlet b = 2;');
  expect(find(html, 'The ferry leaves at noon.')?.texts.join('')).toBe('The ferry leaves at noon.');
  expect(find(html, 'SECRET')).toBeNull();
});

test('an advertisement in between is not part of the place', () => {
  const html =
    '<p>The lamps stand in niches of glass.</p><aside>Buy lamps here today</aside><p>They burn all night.</p>';
  expect(find(html, 'The lamps stand in niches of glass. They burn all night.')).toEqual({
    found: 'close',
    texts: ['The lamps stand in niches of glass', 'They burn all night.'],
  });
});

test('case, accents and punctuation may differ, and the punctuation that was quoted is within the place', () => {
  expect(find('<p>x «Déjà vu», he said. y</p>', 'Deja vu, He said.')).toEqual({
    found: 'close',
    texts: ['Déjà vu», he said.'],
  });
});

test('a syllable written in its parts is found whole, and a part that stands alone is a letter', () => {
  const parts = '\u1112\u1161\u11ab\u1100\u116e\u11a8';
  expect(find(`<p>Seoul ${parts}.</p>`, '한국')).toEqual({ found: 'exact', texts: [parts] });
  expect(find('<p>One.</p><h2>\u1161A rose.</h2>', '\u1161A rose')).toEqual({
    found: 'exact',
    texts: ['\u1161A rose'],
  });
});

test('of the same words in the text and in a menu, those whose surroundings fit are found', () => {
  const doc = documentOf('<nav><a>History</a> <a>Design</a></nav><h2>History</h2><p>Three years later it rose.</p>');
  const located = locateQuote(doc, openShadow, { exact: 'History', before: '', after: '\nThree years later' });
  expect(located?.ranges[0]?.startContainer.parentElement?.localName).toBe('h2');
});

test('words in a closed shadow root and in a frame are found', () => {
  const doc = documentOf('<x-a></x-a><iframe></iframe>');
  const host = doc.querySelector('x-a');
  const root = host?.attachShadow({ mode: 'closed' }) ?? null;
  root?.append('in the shade');
  doc.querySelector('iframe')?.contentDocument?.body.append('in the frame');
  const within = (el: Element) => (el === host ? root : null);
  const located = locateQuote(doc, within, { exact: 'in the shade in the frame', before: '', after: '' });
  expect(located?.ranges.map((range) => range.toString())).toEqual(['in the shade', 'in the frame']);
});

/** Without what nobody sees. */
const bare = (text: string): string => text.normalize('NFKC').replace(/[\s\p{Default_Ignorable_Code_Point}]/gu, '');

test('every quote that the reader could give is found exactly where its words are, whatever the words', () => {
  const words = fc
    .array(fc.stringMatching(/^[\p{L}]{1,9}$/u), { minLength: 5, maxLength: 20 })
    .map((all) => `${all.join(' ')}.`);
  const block = fc.oneof(
    words.map((text) => `<p>${text}</p>`),
    words.map((text) => `<ul><li>${text}</li><li>${text} again</li></ul>`),
    words.map((text) => `<h2>${text}</h2>`),
    words.map((text) => `<blockquote><p>${text.replace(' ', ' <i>x</i> ')}</p></blockquote>`),
  );
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 3 }), (blocks) => {
      const doc = documentOf(`<!doctype html><body><main>${prose(24)}${blocks.join('')}</main></body>`);
      const before = doc.documentElement.outerHTML;
      for (const quote of quotesOf(articleOf(doc).markdown, '')) {
        const located = locateQuote(doc, openShadow, quote);
        const text = located?.ranges.map((range) => range.toString()).join('') ?? '';
        expect(bare(text)).toBe(bare(quote.exact));
      }
      expect(doc.documentElement.outerHTML).toBe(before);
    }),
    { numRuns: 100 },
  );
});

test('the walk ends at its bounds', () => {
  const doc = documentOf(`<p>${'word '.repeat(100)}</p>`.repeat(50));
  expect(readLiveText(doc, openShadow, { nodes: 20, depth: 100, characters: 1_000 }).text.length).toBeLessThanOrEqual(
    1_001,
  );
  expect(readLiveText(doc, openShadow, { nodes: 4, depth: 100, characters: 100_000 }).text.length).toBeLessThan(1_100);
});

test('a few words on another page are never certain, and always are with what stood around them', () => {
  const words = fc.constantFrom('at noon', 'the ferry', 'in 1889', 'tide');
  fc.assert(
    fc.property(words, (exact) => {
      const quote = { exact, before: 'The keeper of the northern lamp wrote that ', after: ' it went out for a day.' };
      const certain = (text: string) => locateQuote(documentOf(`<p>${text}</p>`), openShadow, quote)?.isCertain;
      expect(certain(`Other words of another page, ${exact}, and more.`)).toBe(false);
      expect(certain(quote.before + exact + quote.after)).toBe(true);
    }),
  );
});
