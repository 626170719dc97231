/** The comments below an article are kept apart from its text, each of them once; those of a discussion are its text. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { articleOf } from '../kit.ts';

const STORY = Array.from(
  { length: 12 },
  (_, n) =>
    `<p>Chapter ${n} of the story tells of the river, of its locks and its bridges, and of the people who row on it by day and by night.</p>`,
).join('');
const wrap = (comments: string, type: string): string =>
  `<!doctype html><html lang="en"><head><title>On rivers</title><meta property="og:type" content="${type}"></head>
  <body><main><article><h1>On rivers</h1>${STORY}</article><section id="comments"><h2>What readers say</h2>${comments}</section></main></body></html>`;
const count = (text: string, part: string): number => text.split(part).length - 1;

/** Flat, or each in reply to the one before. */
const shapes = fc.record({
  words: fc.array(fc.constantFrom('weir', 'lock', 'oar', 'mist', 'tide', 'bank'), { minLength: 6, maxLength: 12 }),
  length: fc.integer({ min: 8, max: 30 }),
  nested: fc.boolean(),
  avatar: fc.boolean(),
});

test('no comment is in the text of an article, and each is once in what is kept apart', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(shapes, ({ words, length, nested, avatar }) => {
      const remarks = Array.from({ length }, (_, n) => `Remark number ${n} is on ${words.join(', the ')} and that`);
      const image = avatar ? '<img src="/face.png" alt="Face">' : '';
      const items = remarks.map((text, n) => `<b>Reader ${n}</b>${image}<p>${text}.</p>`);
      const html = nested
        ? items.reduceRight((inner, item) => `<div class="comment">${item}${inner}</div>`, '')
        : `<ol>${items.map((item) => `<li class="comment">${item}</li>`).join('')}</ol>`;
      const { markdown, comments = '' } = articleOf(wrap(html, 'article'));
      expect(markdown).toContain('Chapter 11 of the story');
      expect(markdown).not.toContain('Remark number');
      for (const text of remarks) expect(count(comments, text)).toBe(1);
      expect(comments).not.toMatch(/Chapter|Face|On rivers/);
    }),
    { numRuns: 20 },
  );
});

test('a page without comments, and one whose comments are its text, keeps nothing apart', () => {
  expect(articleOf(wrap('', 'article')).comments).toBeUndefined();
  const remarks = Array.from(
    { length: 20 },
    (_, n) =>
      `<div class="comment"><p>Remark number ${n} says that nobody ever saw the river run dry in summer.</p></div>`,
  ).join('');
  const talk = articleOf(wrap(remarks, 'article').replace(STORY, ''));
  expect(talk.comments).toBeUndefined();
  for (let n = 0; n < 20; n += 1) expect(count(talk.markdown, `Remark number ${n} `)).toBe(1);
});

test('what customers say of a product is kept apart whole', () => {
  const review = (n: number): string =>
    `<div class="review"><h3>Title ${n}</h3><p>Review number ${n} says that it is light, holds well, and was worth its price.</p></div>`;
  const reviews = Array.from({ length: 12 }, (_, n) => review(n)).join('');
  const page = articleOf(
    wrap(reviews, 'product').replace('<section id="comments">', '<section class="customer-reviews">'),
  );
  expect(page.markdown).toContain('Chapter 11 of the story');
  for (const [text, times] of [
    [page.markdown, 0],
    [page.comments ?? '', 1],
  ] as const)
    for (let n = 0; n < 12; n += 1) expect(count(text, `Review number ${n} `)).toBe(times);
  expect(page.comments).not.toContain('Chapter');
  expect(page.reviews).toBe('all');
  expect(articleOf(wrap(reviews, 'product')).reviews).toBe('some'); // its box is named as comments
  expect(articleOf(wrap(reviews, 'article')).reviews).toBeUndefined();
});
