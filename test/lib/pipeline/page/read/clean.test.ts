/** What names, headings and elements make suspicious goes only where it also leads elsewhere or says nothing. */
import { expect, test } from 'vitest';
import { markdownOf, prose } from '../kit.ts';

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
