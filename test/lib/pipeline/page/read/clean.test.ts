/** What names, headings and elements make suspicious goes only where it also leads elsewhere or says nothing. */
import { expect, test } from 'vitest';
import { removeSurroundings, UNFILLED } from '../../../../../src/lib/pipeline/page/read/cleaning/clean.ts';
import { runAtOnce } from '../../../../kit/base/run-at-once.ts';
import { documentOf, markdownOf, prose } from '../kit.ts';

const within = (html: string): string =>
  markdownOf(
    `<nav><a href="/">Home</a></nav><main><article>${prose(120)}${html}<h2>Then</h2>${prose(60)}</article></main>`,
  );

test.each([
  ...'nav sidebar login banner promo cookies market-share login-steps recommended-dose menu-du-jour'.split(' '),
])('a short fact in a box named %s stays', (name) => {
  expect(within(`<div class="${name}"><p>KEPT holds a share of 40 % of it.</p></div>`)).toContain('KEPT');
  expect(within(`<section id="${name}"><h2>Of it</h2><p>KEPT holds a share of 40 % of it.</p></section>`)).toContain(
    'KEPT',
  );
});

test.each([
  '<div class="share-buttons">Share <a href="/f">GONE</a></div>',
  '<div class="social"><button>GONE</button><p>GONE with your friends.</p></div>',
  '<div class="newsletter"><p>GONE once a week.</p><form><input><button>Subscribe</button></form></div>',
  '<div class="promo">GONE today</div>',
  '<footer>GONE 2025 <a href="/imprint">Imprint</a></footer>',
  '<footer>© GONE 2025. All rights reserved.</footer>',
  '<aside><ul><li><a href="/a">GONE in links</a></li></ul></aside>',
  '<aside><p>GONE by letter.</p><button>Subscribe</button></aside>',
  '<h2>You may also like</h2><ul><li><a href="/o">GONE story</a></li></ul>',
  '<h2>Leave a comment</h2><p>GONE: your address is not published.</p>',
  '<p>Advertisement</p><p>Anzeige: GONE</p>',
  '<form><label>GONE</label><input><p>GONE below</p><button>Send</button></form>',
])('what leads elsewhere, asks or sells goes: %s', (html) => {
  expect(within(html)).not.toContain('GONE');
});

test.each([
  '<aside aria-label="Caution"><p>KEPT: do not run this as root.</p></aside>',
  '<aside class="note"><p>KEPT: back up your files first; see <a href="/h">how</a>.</p></aside>',
  '<blockquote><p>More light.</p><footer>KEPT Goethe</footer></blockquote>',
  '<footer><p>KEPT: an earlier version said 5 km; it is 15 km.</p></footer>',
  '<footer><ol><li>KEPT Smith, Rivers, p. 4. <a href="#r">↩</a></li></ol></footer>',
  '<nav><table><tr><th>Time</th><th>Talk</th></tr><tr><td>9:00</td><td>KEPT</td></tr></table></nav>',
  '<div role="menu"><h3>Dishes</h3><p>KEPT soup of trout, 8 euros.</p></div>',
  '<form><h2>Tasks</h2><ul><li>KEPT: you lead a team of twelve.</li></ul><label>Name <input></label></form>',
  '<p>Werbung ist KEPT in Schulen verboten.</p>',
])('a warning, a correction, notes, a timetable in such an element stay: %s', (html) => {
  expect(within(html)).toContain('KEPT');
});

test('the lead in a header stays, and so do the headings of sections; that of the site goes', () => {
  const header = '<header><a href="/">GONE</a><p>GONE of all rivers.</p></header>';
  const lead = '<header><h1>Bridge</h1><p>KEPT: two people were hurt as it fell.</p></header>';
  const section = (n: number) =>
    `<section><header><h2>PART${n}</h2><p>Its fee is 10 euros.</p></header>${prose(60)}</section>`;
  expect(markdownOf(`${header}<div>${lead}<div>${prose(120)}</div></div>`)).toMatch(/^(?![^]*GONE)[^]*KEPT/);
  expect(markdownOf(`${header}<div>${section(1)}${section(2)}</div>`)).toMatch(/^(?![^]*GONE)[^]*PART2\n\nIts fee/);
});

test.each([
  ['<p>Choose <button>Privacy</button> and press <button>Delete</button>.</p>', 'Choose Privacy and press Delete.'],
  ['<button class="accordion">How long is it?</button><div><p>It is 300 km long.</p></div>', 'How long is it?'],
  ['<ul><li><label><input type="checkbox"> 200 g flour</label></li></ul>', '- [ ] 200 g flour'],
  ['<ul><li><input type="checkbox" checked id="e"><label for="e">3 eggs</label></li></ul>', '- [x] 3 eggs'],
  ['<fieldset><legend>Which is longest?</legend><label><input type="radio"> Nile</label></fieldset>', 'Nile'],
  [
    '<fieldset><legend>Which is longest?</legend><label><input type="radio"> Nile</label></fieldset>',
    'Which is longest?',
  ],
  ['<input type="radio" id="a"><label for="a">config.yml</label><pre>a: 1</pre>', 'config.yml'],
])('a button or label that is a part of the text is read: %s', (html, read) => {
  expect(within(html)).toContain(read);
});

test.each([
  '<div>12 comments <button>GONE</button> <button>Share</button></div>',
  '<label for="m">GONE</label><input id="m"><p>Below it stands more.</p>',
])('one that asks for something goes: %s', (html) => {
  expect(within(html)).not.toContain('GONE');
});

test.each([
  ...['More likely causes', 'Also on Sundays', 'Read next to the label', 'People who live alone'],
  ...['Das könnte Sie betreffen', 'Vous aimerez apprendre', 'También te cubre'],
])('a section under “%s” that leads to no other page stays', (heading) => {
  expect(within(`<h2>${heading}</h2><ul><li>A cold</li><li>KEPT</li></ul>`)).toMatch(/^- KEPT$/m);
});

test('the posts of a topic with an unlucky name stay, and a review that the page is about', () => {
  const post = (topic: string) =>
    `<article class="post category-${topic}"><h2>On ${topic}</h2>${prose(36)}<a href="/${topic}">Read on</a></article>`;
  const blog = markdownOf(`<main>${['cookies', 'newsletter', 'rivers'].map(post).join('')}</main>`);
  expect(blog.match(/Sentence 2/g)).toHaveLength(3);
  expect(within('<div class="review-body"><p>KEPT of a book.</p></div>')).toContain('KEPT');
  expect(within('<div class="reviews"><p>GONE of a boat.</p></div>')).not.toContain('GONE');
});

test('navigation that is longer than the page goes beside a main part with a headline and a statement, else not', () => {
  const nav = `<nav><ul>${'<li><a href="/o">GONE oars of all kinds</a></li>'.repeat(80)}</ul></nav>`;
  const list =
    '<ul><li><a href="/a">KEPT first guide</a></li><li><a href="/b">Second guide</a> for all who can row</li></ul>';
  const page = markdownOf(`${nav}<main><h1>Guides</h1><p>Learn how a boat is rowed.</p> ${list.repeat(4)}</main>`);
  expect(page).toMatch(/^(?![^]*GONE)[^]*KEPT/);
  expect(markdownOf(`${nav}<main><h1>Guides</h1></main>`)).toContain('GONE oars');
});

test('the lead of an article stays where its box is named as a header', () => {
  const lead =
    '<div class="layout-header"><h1>Bridges</h1><p>KEPT: a bridge leads over a river. It bears a road.</p></div>';
  expect(markdownOf(`<main>${lead}<div class="layout-body">${prose(240)}</div></main>`)).toContain('KEPT');
});

test('cards of a name that advertisements have stay where the page is made of them, and menus of such a name go', () => {
  const card = (n: number): string =>
    `<div class="page-promo"><a href="/${n}"><h3>Story ${n}</h3><p>KEPT${n} is told here at some length, and then once more.</p></a></div>`;
  const menu = (n: number): string =>
    `<div class="page-menu-modal">${Array.from({ length: 9 }, (_, i) => `<a href="/m${n}-${i}">GONE ${n} in some other language ${i}</a>`).join('')}</div>`;
  const all = (part: (n: number) => string): string => [1, 2, 3, 4, 5, 6].map(part).join('');
  const list = markdownOf(`<h1>Science</h1><p>${'All of it is told here each day. '.repeat(9)}</p>${all(card)}`);
  for (const n of [1, 2, 3, 4, 5, 6]) expect(list).toContain(`KEPT${n} is told`);
  expect(markdownOf(`<main><h1>Rivers</h1>${all(menu)}${prose(200)}</main>`)).not.toContain('GONE');
});

test.each([
  `<div role="tablist"><h4>What does it cost?</h4><p>KEPT ${'is what it costs in each of the four years. '.repeat(4)}</p></div>`,
  '<h3 class="hide-from-toc">KEPT</h3><p>It is ten years old.</p>',
  '<div><div><div>Advertisement - <a href="/join">Members</a> don’t see this</div></div><div>KEPT is my question.</div></div>',
  '<button class="quote">“KEPT is the best thing that we have bought in the past two years.” A. Smith</button>',
])('what holds a text of the page stays, whatever it is called or begins with: %s', (html) => {
  expect(within(html)).toContain('KEPT');
});

test('a box stays that holds the main part, whatever it is called', () => {
  const list = `<main><h2>Sticky salmon</h2><h2>Roasted squash</h2></main><div><p>KEPT one and all.</p></div>`;
  expect(markdownOf(`<h1>Recipes</h1>${prose(150)}<div class="content-sidebar-wrap">${list}</div>`)).toMatch(
    /salmon[^]*squash/,
  );
});

test('the description and the questions below a list are read with it, and notes in boxes for offers are not', () => {
  const list = `<main><h1>Barbecues</h1><ul>${Array.from({ length: 40 }, (_, n) => `<li><a href="/${n}">Barbecue ${n}</a> 129 euros</li>`).join('')}</ul></main>`;
  const below = `<div class="description"><h2>Which one?</h2><p>KEPT ${'is told of the barbecues here at some length. '.repeat(8)}</p></div>`;
  expect(markdownOf(`<div class="page popup-init">${list}${below}</div>`)).toMatch(/Barbecue 39[^]*KEPT/);
  const offers = `<div class="promo-bar"><p>GONE ${'is what we ship to this country free of charge. '.repeat(8)}</p></div>`;
  expect(markdownOf(`<div>${offers}${list}</div>`)).not.toContain('GONE');
});

const clean = (body: string): string =>
  runAtOnce(removeSurroundings(documentOf(`<!doctype html><body>${body}</body>`).body, false)).textContent;
const LONG = 'It is told here at some length, and then once more.'.repeat(15);

test.each([
  '<nav><button>Sort</button><button>Share</button><table><tr><th>Cited</th><td>KEPT 553,808 times</td></tr></table></nav>',
  '<div class="details-modal">…<div class="details-modal__sizes"><p>KEPT 30 cm</p></div></div>',
  '<div class="sizes-modal"><h2>Sizes</h2><ul><li>KEPT: 30 cm</li><li>Depth: 15 cm</li></ul></div>',
  `<form ${UNFILLED}><div>KEPT I dream of a day with silence and not this ringing all the time</div></form>……`,
  '<article>…<footer>KEPT<time>1 May</time></footer></article>'.repeat(3),
  '<h1>Boats</h1><section><h2>Latest news</h2><p><a href="/b">KEPT is a boat of oak</a></p></section>…',
  '<ul><li class="post tag-code-review">KEPT are 60 million</li></ul>…',
])('data, a part of a named box, posts and their authors, and what follows the headline stay: %s', (html) => {
  expect(clean(`<main>${html}<p>…</p></main>`.replaceAll('…', LONG))).toContain('KEPT');
});
