import fc from 'fast-check';
import { expect, test } from 'vitest';
import { articleOf, prose } from '../kit.ts';

const AUTHOR = 'Ada Byron';
const page = (opening: string, head = '', lang = 'en'): string =>
  `<!doctype html><html lang="${lang}"><head><title>On rivers</title><meta name="author" content="${AUTHOR}">
  <meta name="date" content="2025-05-02"><meta property="og:site_name" content="The Weir">${head}</head>
  <body><main><article>${opening}${prose(200)}</article></main></body></html>`;
const startOf = (html: string): string => articleOf(html).markdown.slice(0, 60);

test.each([
  '<h1>On rivers</h1>',
  '<h2> ON  rivers! </h2>',
  '<h1>On rivers | The Weir</h1>',
  '<div><h3>On rivers</h3></div>',
])('a heading that repeats the title is dropped: %s', (heading) => {
  expect(startOf(page(heading))).toMatch(/^Sentence 0/);
});

test('another heading stays, and so does a later one that says the title', () => {
  expect(startOf(page('<h2>Rivers of old</h2>'))).toMatch(/^## Rivers of old/);
  expect(articleOf(page(`<h2>Rivers of old</h2>${prose(60)}<h2>On rivers</h2>`)).markdown).toContain('## On rivers');
});

test('a page that says nothing but its title keeps it', () => {
  expect(articleOf('<title>On rivers</title><h1>On rivers</h1>').markdown).toMatch(/^#+ On rivers$/);
});

test.each([
  `<p>By <a rel="author" href="/a">${AUTHOR}</a> · 2 May 2025</p>`,
  `<p>by ${AUTHOR} · May 2, 2025 · 11 minute read</p>`,
  `<p>بقلم <span rel="author">${AUTHOR}</span> – <time datetime="2025-05-02">٢ أيار ٢٠٢٥</time></p>`,
  `<p>文・${AUTHOR}&#12288;公開：2025年5月2日</p>`,
  `<p>记者：${AUTHOR} 2025年5月2日 08:00 来源：The Weir</p>`,
  `<div class="byline"><span>${AUTHOR}</span>, river correspondent · <time datetime="2025-05-02T08:00Z">today</time> · 6 min read</div>`,
  `<p>${AUTHOR.toUpperCase()}</p><p>2025-05-02</p>`,
])('a line of author and date alone is dropped whole: %s', (line) => {
  expect(startOf(page(`<h1>On rivers</h1>${line}`))).toMatch(/^Sentence 0/);
});

test('a German date is read in the language of the page', () => {
  expect(startOf(page(`<p>Von ${AUTHOR}, 2. Mai 2025, 5:00 Uhr</p>`, '', 'de'))).toMatch(/^Sentence 0/);
});

test.each([
  `<p>${AUTHOR} died in 1852.</p>`,
  `<p>“I met ${AUTHOR}.”</p>`,
  `<p>${AUTHOR} · Released 2 May 2025 · Next release: February 2026</p>`,
  '<p>Four boats for rent</p>',
  `<h2>${AUTHOR}</h2>`,
  `<figure><img src="a.png" alt="A boat"><figcaption>${AUTHOR}</figcaption></figure>`,
  `<blockquote><p>${AUTHOR}</p></blockquote>`,
])('what says more, or is no line of its own, stays: %s', (line) => {
  const { markdown } = articleOf(page(line));
  const said = line.replace(/<[^>]*>/g, '');
  expect(markdown).toContain(said);
});

test.each([
  `<ul><li>${AUTHOR} unveils four new boats</li><li>${AUTHOR} cuts prices in India</li><li>Shares rise 3 %</li></ul>`,
  `<ul><li>${AUTHOR}</li><li>Jane Row</li></ul>`,
  `<p>${AUTHOR} Cloud: 5 euros</p>`,
  `<p>${AUTHOR} teaches physics in Bonn</p>`,
  '<p>Friday, May 2, 2025, 8 pm, town hall</p>',
  '<p>2 May 2025: doors open at 7 pm</p>',
  '<ul><li>2025-05-02: dark mode added</li><li>2025-05-01: first release</li></ul>',
])('what says something of author or date stays: %s', (line) => {
  const markdown = articleOf(page(line)).markdown.replaceAll('\\', '');
  for (const said of line.split(/<[^>]*>/g)) expect(markdown).toContain(said);
});

test('the author is not cut out of a sentence', () => {
  const sentence = `Long before the weir was built, <span rel="author">${AUTHOR}</span> had drawn it on a napkin.`;
  expect(articleOf(page(`<p>${sentence}</p>`)).markdown).toContain(`built, ${AUTHOR} had drawn`);
});

test('whatever a first sentence says of author and date, it stays', () => {
  const word = fc.constantFrom(
    'river',
    'by',
    'minutes',
    'read',
    'May',
    '2025',
    '2',
    'published',
    'on',
    AUTHOR,
    '漢字',
    'نهر',
  );
  const end = fc.constantFrom('.', '!', '?', '…', '。', '؟', '.”');
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), end, (words, mark) => {
      const sentence = `${words.join(' ')}${mark}`;
      const numbered = /^\d+\.$/.test(sentence) ? sentence.replace('.', '\\.') : sentence;
      expect(articleOf(page(`<h1>On rivers</h1><p>${sentence}</p>`)).markdown).toContain(numbered);
    }),
    { numRuns: 30 },
  );
});

test('a first line of many words stays, though it has no full stop', () => {
  const word = fc.constantFrom('river', 'boat', 'weir', 'oars', 'tide');
  fc.assert(
    fc.property(fc.array(word, { minLength: 7, maxLength: 15 }), (words) => {
      const line = `${AUTHOR} ${words.join(' ')} 2 May 2025`;
      expect(articleOf(page(`<p>${line}</p>`)).markdown).toContain(line);
    }),
    { numRuns: 15 },
  );
});
