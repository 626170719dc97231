/** An article is the content of its page however much there is around it; what only looks like one is not. */
import { expect, test } from 'vitest';
import { copyComments, leaveOutAsides } from '../../../../../src/lib/pipeline/page/read/blocks/asides.ts';
import { measureContent } from '../../../../../src/lib/pipeline/page/read/main-content.ts';
import { countWords } from '../../../../../src/lib/pipeline/text/terms.ts';
import { runAtOnce } from '../../../../kit/base/run-at-once.ts';
import { articleOf, documentOf, flatten, openShadow, readMetadata, toMarkdown, URL_OF_PAGE } from '../kit.ts';

/** Before the trees correct the rules. */
function measure(html: string, url: string) {
  const source = documentOf(html);
  const { doc } = flatten(source, openShadow);
  return { doc, ...runAtOnce(measureContent(doc, url, readMetadata(source), 'en')) };
}

/** Of what the rules keep. */
function leaveOut(html: string, isArticle: boolean) {
  const { doc, blocks, kept } = measure(html, URL_OF_PAGE);
  const { selected, comments } = runAtOnce(leaveOutAsides(doc.body, blocks, kept, { isArticle, isProduct: false }));
  const apart = runAtOnce(copyComments(doc.body, comments, false));
  return {
    text: blocks.flatMap(({ text }, at) => (selected.has(at) ? [text] : [])).join('\n'),
    comments: apart && toMarkdown(apart),
  };
}

function listKept(html: string, url = URL_OF_PAGE): string {
  const { blocks, kept } = measure(html, url);
  return blocks.flatMap(({ text }, at) => (kept.has(at) ? [text] : [])).join('\n');
}

const comments = `<div id="comments" class="comments-area"><h3>60 Comments</h3><ol class="comment-list">${Array.from(
  { length: 60 },
  (_, i) =>
    `<li class="comment"><p class="comment-author">Reader ${i} says</p><p>Remark ${i}: I have rowed on that river all of my life, and it was never slow, not even in a dry summer.</p></li>`,
).join('')}</ol></div>`;
const menu = `<div class="flyout"><ul>${'<li><a href="/oars">Oars, sculls and blades for every boat</a></li>'.repeat(150)}</ul></div>`;
const page = (body: string, type: string): string =>
  `<!doctype html><html lang="en"><head><title>On rivers</title><meta property="og:type" content="${type}"></head><body>${body}</body></html>`;
const tell = (of: string): string =>
  Array.from(
    { length: 8 },
    (_, n) =>
      `<p>Part ${n} of the ${of} tells of a river, of its banks and its bridges, and of those who have rowed on it, by day and by night, for all of their lives.</p>`,
  ).join('');
const post = `<div class="post"><h1>On rivers</h1><div class="entry">${tell('story')}${tell('end')}</div></div>`;

test('an article leaves out comments that are many times as long', () => {
  const kept = listKept(page(`<main>${post}${comments}</main>`, 'article'));
  expect(kept).toContain('Part 5 of the end');
  expect(kept).not.toContain('Remark');
});

test('the comments that are left out of an article are kept apart, not the place to write one', () => {
  const html = page(`<main>${post}${comments}</main>`, 'website');
  const article = leaveOut(html, true);
  expect(article.text).toContain('Part 5 of the end');
  expect(article.text).not.toContain('Remark');
  expect(countWords(article.comments ?? '')).toBe(60 * 27 + 2);
  expect(article.comments).toMatch(/^### 60 Comments\n\n1\. Reader 0 says\n\n {3}Remark 0: I have rowed/);
  const other = leaveOut(html, false);
  expect(other.text).toContain('Remark 59');
  expect(other.comments).toBeNull();
  const form = '<form><p>Your address will not be published.</p></form>'.repeat(20);
  const place = page(`<main>${post}<div id="comments"><h3>Reply</h3>${form}</div></main>`, 'article');
  expect(leaveOut(place, true).comments).toBeNull();
});

test('the comments of a page that is little else stay, and a section whose anchor has such a name', () => {
  expect(leaveOut(page(`<main><h1>On rivers</h1>${comments}</main>`, 'article'), true).text).toContain('Remark 59');
  const section = `<section id="respond-to-comments"><h2>Respond to comments</h2>${tell('answer')}</section>`;
  expect(leaveOut(page(`<main>${tell('story')}${section}</main>`, 'website'), true).text).toContain(
    'Part 5 of the answer',
  );
});

test.each([
  ['signature', '<aside class="message-signature"><p>Rowing since the days of wooden oars.</p></aside>'],
  ['author', '<div class="author-bio"><p>Ada has written of rowing for twenty years.</p></div>'],
])('what a box says of the %s is left out, but not where it is what the page says', (_, box) => {
  const words = / (oars|twenty years)\./;
  expect(leaveOut(page(`<main><article>${post}${box}</article></main>`, 'website'), false).text).not.toMatch(words);
  const boxes = `<h1>Our writers</h1><p>All of them row.</p>${box.repeat(6)}`;
  expect(leaveOut(page(`<main>${boxes}</main>`, 'website'), false).text).toMatch(words);
});

test.each([
  ['that declares nothing', page(`<main>${post}${comments}</main>`, 'website')],
  ['that is a discussion', page(`<main>${post}${comments}</main>${discussion()}`, 'article')],
  ['that is little but comments', page(`<main><h1>On rivers</h1>${comments}</main>`, 'article')],
])('comments stay on a page %s', (_, html) => {
  expect(listKept(html)).toContain('Remark 59');
});

function discussion(): string {
  return '<script type="application/ld+json">{"@type":"DiscussionForumPosting","headline":"On rivers"}</script>';
}

test('prose leaves out menus that are many times as long, but not where links are what the page shows', () => {
  const html = page(`${menu}${post}`, 'website');
  expect(listKept(html)).not.toContain('Oars, sculls');
  expect(listKept(page(`${menu}${post}`, 'product.group'))).toContain('Oars, sculls');
  expect(listKept(html, 'https://example.org/?from=search')).toContain('Oars, sculls');
});

test('what a page writes for a narrow screen and again for a wide one is read once, a refrain each time', () => {
  const countParts = (html: string, of: string): number =>
    articleOf(html).markdown.split(`Part 5 of the ${of}`).length - 1;
  const twice = `<div class="wide"><h2>The story</h2>${tell('story')}</div><div class="narrow"><h2>The story</h2>${tell('story')}</div>`;
  expect(countParts(page(`<main><h1>On rivers</h1>${twice}${tell('end')}</main>`, 'website'), 'story')).toBe(1);
  const song = `<article><h1>On rivers</h1>${tell('refrain')}${tell('verse')}${tell('refrain')}</article>`;
  expect(countParts(page(song, 'website'), 'refrain')).toBe(2);
});

test('short cards that each stand twice, for either width of the screen, are read once', () => {
  const card = (n: number, width: string): string =>
    `<section class="${width}"><h2>Card ${n}</h2><p>Boat ${n} has oars of ash, a seat for each of its rowers and a keel that holds it straight in the wind.</p></section>`;
  const cards = [1, 2, 3, 4].map((n) => card(n, 'wide') + card(n, 'narrow')).join('');
  const { markdown } = articleOf(page(`<main><h1>On rivers</h1>${tell('story')}${cards}</main>`, 'website'));
  for (const n of [1, 2, 3, 4]) expect(markdown.split(`Boat ${n} has`)).toHaveLength(2);
  const single = `<main><h1>On rivers</h1>${tell('story')}${card(1, 'wide')}${card(1, 'narrow')}</main>`;
  expect(articleOf(page(single, 'website')).markdown.split('Boat 1 has')).toHaveLength(3);
});
