import { expect, test } from 'vitest';
import { articleOf, documentOf, openShadow, prose, readPage } from '../kit.ts';

const page = (content: string): string => `<!doctype html><html lang="en"><body>
  <div class="cookie-banner">We use cookies <button>Accept</button></div>
  <header><nav><a href="/">Home</a></nav></header>
  <main><article><h1>On rivers</h1>${content}</article>
    <section><h2>You may also like</h2><ul><li><a href="/o">Other story</a></li></ul></section></main>
  <div class="ad">Advertisement: buy oars</div>
  <aside><a href="/p">Most read</a></aside><footer>Imprint</footer></body></html>`;

test('an article keeps its content and nothing around it', () => {
  const { markdown, title, language } = articleOf(page(prose()));
  expect(title).toBe('On rivers');
  expect(language).toBe('en');
  expect(markdown).toContain('Sentence 0 tells of rivers');
  for (const gone of ['cookies', 'Home', 'Other story', 'oars', 'Most read', 'Imprint'])
    expect(markdown).not.toContain(gone);
});

test('a wrapper with an unlucky name does not empty the page', () => {
  expect(articleOf(`<body><div class="sidebar">${prose()}</div></body>`).markdown).toContain('Sentence 9');
});

test('what a name or a heading makes suspicious stays where it is prose', () => {
  const paragraphs = (word: string): string =>
    `<p>${`The ${word} of rivers is told here at some length. `.repeat(8)}</p>`;
  const { markdown } = articleOf(
    page(
      `${prose()}<div class="social-care">${paragraphs('care')}</div><div class="preview-card">${paragraphs('preview')}</div>
       <h2>Related work</h2>${paragraphs('study')}<h2>Recommended dosage</h2>${paragraphs('dosage')}
       <div class="newsletter">${paragraphs('newsletter')}<form><button>Subscribe</button></form></div><div class="customer-reviews">${paragraphs('review')}</div>`,
    ),
  );
  for (const kept of ['The care', 'The preview', 'Related work', 'The study', 'Recommended dosage', 'The dosage'])
    expect(markdown).toContain(kept);
  for (const gone of ['The newsletter', 'The review', 'Other story']) expect(markdown).not.toContain(gone);
});

test.each([
  ['Recommendations', 'ul'],
  ['Recommended settings', 'ul'],
  ['Most popular languages', 'ol'],
  ['Similar products compared', 'ul'],
  ['Related standards', 'ul'],
])('a list under “%s” that leads to no other page stays', (heading, list) => {
  const items = '<li>Build higher dykes along the lower Rhine before 2030.</li><li>Raise the old weirs.</li>';
  for (const words of [60, 120, 300]) {
    const section = `<h2>${heading}</h2><${list}>${items}</${list}><h2>Dissent</h2>${prose(60)}`;
    const { markdown } = articleOf(page(`${prose(words)}${section}`));
    expect(markdown).toContain(`## ${heading}`);
    expect(markdown).toContain('Build higher dykes');
  }
});

test.each([
  `<section id="code-review"><h2>Code review</h2><p>KEPT</p>${prose(80)}</section>`,
  `<section id="literature-review"><h2>Literature review</h2><p>KEPT</p>${prose(80)}</section>`,
  '<section id="login"><h2>Login</h2><p>KEPT of a river boat.</p></section>',
  '<section id="subscribe"><h3><code>subscribe()</code></h3><p>KEPT to the gauge of a weir.</p></section>',
  '<section id="pagination"><h2>Pagination</h2><dl><dt>page</dt><dd>KEPT of the page.</dd></dl></section>',
  '<ul><li>A bow</li><li id="menu">KEPT of the stern.</li></ul>',
  '<dl><dt id="option-ads">KEPT --ads</dt><dd>Shows where oars are sold.</dd></dl>',
  '<div class="menu"><h3>Starters</h3><p>KEPT soup of trout, 8 €</p><p>Crayfish with dill, 12 €</p></div>',
])('what its own words name, and a menu to eat from, stay: %s', (html) => {
  expect(articleOf(page(`${prose(120)}${html}${prose(60)}`)).markdown).toContain('KEPT');
});

test('tables and code that Readability would drop are kept', () => {
  const table = `<table><tr><th>Key</th><th>Use</th></tr><tr><td><a href="/a">a</a></td><td><a href="/b">b</a></td></tr></table>`;
  const { markdown } = articleOf(page(`${prose(60)}${table}<pre>make oars</pre>${prose(60)}`));
  expect(markdown).toContain('| Key | Use |');
  expect(markdown).toContain('make oars');
});

test('a page that is only a form gives what text there is', () => {
  expect(
    articleOf('<body><form><label>Your boat</label><input><button>Send</button></form></body>').markdown,
  ).toContain('Your boat');
});

test('text in Chinese is content like any other', () => {
  const { markdown, language } = articleOf(
    `<body><nav>首页</nav><main>${'<p>河流从山中来，慢慢地流向大海。</p>'.repeat(20)}</main></body>`,
  );
  expect(markdown).toContain('河流从山中来');
  expect(markdown).not.toContain('首页');
  expect(language).toBe('zh');
});

test('a page without words is empty', () => {
  for (const html of ['', '<title>Blank</title><body></body>', '<body><img src="a.png"> — </body>'])
    expect(readPage(documentOf(html), openShadow).kind).toBe('empty');
  expect(readPage(documentOf('<title>Blank</title>'), openShadow)).toMatchObject({ title: 'Blank' });
});

test("a PDF is told by its type and by the viewer's embed", () => {
  const doc = documentOf('<body><embed type="application/pdf" src="about:blank"></body>');
  expect(readPage(doc, openShadow)).toEqual({ kind: 'pdf', url: 'https://example.org/section/page.html' });
});

test('plain text and bare Markdown files are kept as they are', () => {
  const raw = '# Oars\n\n- ash\n- spruce  *light*';
  const doc = documentOf('<body><pre></pre></body>');
  doc.querySelector('pre')?.append(raw);
  Object.defineProperty(doc, 'contentType', { value: 'text/plain' });
  expect(articleOf(doc)).toMatchObject({ markdown: raw, title: 'Oars' });
});

test('markup that is broken is read as the browser shows it', () => {
  const { markdown } = articleOf(`<p>one<div>two</p><table><p>three</table><b>four<i>five</b>six</i><li>seven`);
  for (const word of ['one', 'two', 'three', 'four', 'five', 'six', 'seven']) expect(markdown).toContain(word);
});

test('an XML document is read, and a document without a root is empty', () => {
  const xml = new DOMParser().parseFromString('<feed><entry>Words of a feed</entry></feed>', 'application/xml');
  expect(readPage(xml, openShadow)).toMatchObject({ kind: 'article', article: { markdown: '## Words of a feed' } });
  expect(readPage(document.implementation.createDocument(null, null), openShadow).kind).toBe('empty');
});
