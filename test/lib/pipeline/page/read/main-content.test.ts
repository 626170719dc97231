/** An article is the content of its page however much there is around it; what only looks like one is not. */
import { expect, test } from 'vitest';
import { measureContent } from '../../../../../src/lib/pipeline/page/read/main-content.ts';
import { runAtOnce } from '../../../../kit/run-at-once.ts';
import { articleOf, documentOf, flatten, openShadow, readMetadata, URL_OF_PAGE } from '../kit.ts';

/** What the rules keep, before the trees correct them. */
function listKept(html: string, url = URL_OF_PAGE): string {
  const source = documentOf(html);
  const { doc } = flatten(source, openShadow);
  const { blocks, kept } = runAtOnce(measureContent(doc, url, readMetadata(source), 'en'));
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
