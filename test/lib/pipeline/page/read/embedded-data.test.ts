/** A page without text is read from the data of its scripts, and says so; a page with text never is. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { articleOf, documentOf, openShadow, prose, readFetched, readPage, URL_OF_PAGE } from '../kit.ts';

const SENTENCE = 'The DATA tells of the harbour, and of the boats that lie there over winter.';
const PARAGRAPH = `${SENTENCE} `.repeat(8).trim();
const PLAIN = `${PARAGRAPH}\n\n${PARAGRAPH}`;
const SHELL =
  '<nav><a href="/">Home</a> <a href="/boats">Boats</a></nav><div id="app"></div><footer>© 2026 Harbour Ltd. All rights reserved.</footer>';

type Value = unknown;
const script = (type: string, value: Value): string =>
  `<script type="${type}">${(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('</', String.raw`<\/`)}</script>`;
const declare = (node: object): string => script('application/ld+json', node);
const next = (pageProps: Value): string => script('application/json', { props: { pageProps } });
const page = (data: string, shown = SHELL): string =>
  `<!doctype html><html lang="en"><title>Winter boats</title><body>${shown}${data}</body></html>`;

/** What is read where the data are not taken. */
const read = (html: string) => readPage(documentOf(html), openShadow);
const isTaken = (html: string): boolean => JSON.stringify(read(html)).includes('DATA');

describe('the text of a page that shows none', () => {
  it.each(['articleBody', 'text', 'description'])('is what JSON-LD states as %s of an article', (name) => {
    const body = { '@context': 'https://schema.org', '@graph': [{ '@type': 'NewsArticle', [name]: PLAIN }] };
    const article = articleOf(page(declare(body)));
    expect(article).toMatchObject({ isFromData: true, title: 'Winter boats', language: 'en' });
    expect(article.markdown).toBe(`${PARAGRAPH}\n\n${PARAGRAPH}`);
  });

  it('is prose of an application’s state, with its markup', () => {
    const html = `<h2>Over winter</h2><p>${PARAGRAPH}</p><ul><li>a <a href="boat">boat</a></li></ul><p>${PARAGRAPH}</p>`;
    const { markdown, isFromData } = articleOf(page(next({ post: { title: 'Winter boats', content: html } })));
    expect(isFromData).toBe(true);
    expect(markdown).toMatch(/^## Over winter\n\nThe DATA/);
    expect(markdown).toContain('- a [boat](https://example.org/section/boat)');
  });

  it('is plain text of a state, by its lines, also of a state within another', () => {
    const state = { post: { body: PLAIN } };
    for (const value of [state, { urql: { '-12': { data: JSON.stringify(state) } } }])
      expect(articleOf(page(next(value))).markdown).toBe(`${PARAGRAPH}\n\n${PARAGRAPH}`);
  });

  it('is the longer of what is declared and what the state holds', () => {
    const teaser = `${PARAGRAPH} That is a teaser.`;
    const both = declare({ '@type': 'Article', description: teaser }) + next({ post: { body: PLAIN } });
    expect(articleOf(page(both)).markdown).not.toContain('teaser');
  });

  it('has its entities and signs as text', () => {
    const text = `${PARAGRAPH} Fish &amp; chips at *five*. ${PARAGRAPH}`;
    expect(articleOf(page(declare({ '@type': 'BlogPosting', articleBody: text }))).markdown).toContain(
      String.raw`Fish & chips at \*five\*.`,
    );
  });

  it('is read of a page that was fetched, but not of a file', () => {
    const html = page(next({ post: { body: PLAIN } }));
    expect(readFetched('html', html, URL_OF_PAGE)).toMatchObject({ article: { isFromData: true } });
    expect(JSON.stringify(readFetched('html', html, ''))).not.toContain('DATA');
  });
});

describe('what is not read from data', () => {
  const post = next({ post: { body: PLAIN } });

  it('is anything where the page has text', () => {
    expect(isTaken(page(post, `${SHELL}<main>${prose(60)}</main>`))).toBe(false);
    expect(articleOf(page(post, `<main>${prose(60)}</main>`))).not.toHaveProperty('isFromData');
  });

  it('is a text that is not more than what the page shows in links', () => {
    const links = Array.from({ length: 200 }, (_, i) => `<li><a href="/${i}">Story number ${i}</a></li>`).join('');
    expect(isTaken(page(post, `<ul>${links}</ul>`))).toBe(false);
  });

  it('is anything of another address', () => {
    const location = { url: URL_OF_PAGE, base: URL_OF_PAGE, hasNoData: true };
    expect(JSON.stringify(readPage(documentOf(page(post)), openShadow, location))).not.toContain('DATA');
  });

  it.each<[string, string]>([
    ['a script', `<script>window.state = ${JSON.stringify({ post: { body: PLAIN } })}</script>`],
    ['a module', script('module', `export default ${JSON.stringify(PLAIN)}`)],
    ['a template', script('text/template', `<p>${PLAIN}</p>`)],
    ['an attribute', `<div data-page='${JSON.stringify({ body: PLAIN })}'></div>`],
    ['JSON that is broken', script('application/json', JSON.stringify({ post: { body: PLAIN } }).slice(0, -1))],
    ['an organisation', declare({ '@type': 'Organization', description: PLAIN })],
    ['a teaser', declare({ '@type': 'Article', description: SENTENCE })],
    [
      'articles of a list',
      declare([1, 2].map((i) => ({ '@type': 'Article', articleBody: `${i} ${PLAIN}` })) as object),
    ],
    ['translations by name', next({ i18n: { en: { about: PLAIN } } })],
    ['the terms', next({ settings: { termsOfUse: `<p>${PLAIN}</p>` } })],
    [
      'an entry of a catalogue',
      next({
        words: {
          about: PLAIN,
          ...Object.fromEntries('abcdefghijklmnopqrstuvwxyz'.split('').map((k) => [k, `${k}. ${SENTENCE}`])),
        },
      }),
    ],
    [
      'products',
      next({ products: ['oar', 'keel'].map((name) => ({ name, price: 9, description: `${name}. ${PLAIN}` })) }),
    ],
    ['products by number', next({ products: { a1: { text: `Oar. ${PLAIN}` }, b2: { text: `Keel. ${PLAIN}` } } })],
    [
      'a configuration',
      next({ build: 'DATA', urls: Array.from({ length: 99 }, (_, i) => `https://example.org/DATA/${i}`) }),
    ],
    ['names', next({ cities: Array.from({ length: 300 }, (_, i) => `DATA ${i}`).join(', ') })],
    ['code', next({ source: 'const DATA = { a: 1 }; if (DATA.a > 0) { show(`${DATA.a}. Yes. `); }\n'.repeat(40) })],
  ])('is %s', (_, data) => {
    expect(isTaken(page(data))).toBe(false);
  });

  it('is what would run, load or not be seen', () => {
    const hostile = `<script>DATA_RUN()</script><style>p{}</style><p hidden>DATA_UNSEEN</p><p onclick="DATA_CLICK()">${PARAGRAPH}</p>
      <a href="javascript:DATA_LINK()">${PARAGRAPH}</a><iframe srcdoc="DATA_FRAME"></iframe><img src="data:,DATA_PICTURE" onerror="DATA_ERROR()">`;
    const { markdown } = articleOf(page(next({ post: { html: hostile } })));
    expect(markdown).toContain(PARAGRAPH);
    expect(markdown).not.toMatch(/DATA_|javascript:/);
  });

  it('is a text of which almost all is hidden', () => {
    expect(isTaken(page(next({ post: { html: `<p>DATA.</p><div hidden>${PLAIN}</div>` } })))).toBe(false);
  });
});

describe('hostile data', () => {
  const nested = (depth: number, open: string, close: string): string =>
    open.repeat(depth) + JSON.stringify(PLAIN) + close.repeat(depth);

  it('are left where they are too deep', () => {
    expect(isTaken(page(script('application/json', nested(20, '{"a":', '}'))))).toBe(true);
    for (const depth of [40, 100_000])
      expect(isTaken(page(script('application/json', nested(depth, '[', ']'))))).toBe(false);
  });

  it('are left where they are too large, and cut where one text is', () => {
    const many = PLAIN.repeat(4_100_000 / PLAIN.length);
    expect(isTaken(page(next({ post: { body: many } })))).toBe(false);
    const html = `<p>${PARAGRAPH}</p>`.repeat(1000);
    expect(articleOf(page(next({ post: { body: html } })))).toMatchObject({ isFromData: true, cut: true });
  });

  it('do not keep long', () => {
    const signs = ['<', '<<p', '{"', '. ', '.)', '[', '"a.'].map((sign) => sign.repeat(100_000));
    for (const each of signs) expect(read(page(next({ post: { body: each } }))).kind).toMatch(/article|empty/);
  });
});

describe('whatever the data', () => {
  const value = fc.jsonValue({ depthSize: 'small' });
  const name = fc.constantFrom('post', 'content', 'articleBody', 'description', 'items', 'html');
  const article = fc.constantFrom(PLAIN, `<p>${PLAIN}</p>`, PLAIN.repeat(20));
  const data = fc
    .tuple(fc.constantFrom('application/json', 'application/ld+json'), name, fc.oneof(article, value), value)
    .map(([type, key, text, rest]) => script(type, { '@type': 'Article', [key]: text, rest }));

  it('a page with text is read as if it had none', () => {
    fc.assert(
      fc.property(fc.array(data, { maxLength: 3 }), fc.integer({ min: 40, max: 300 }), (scripts, words) => {
        const shown = `<main>${prose(words)}</main>`;
        const reading = articleOf(page(scripts.join(''), shown));
        expect(reading).not.toHaveProperty('isFromData');
        expect(reading.markdown).toBe(articleOf(page('', shown)).markdown);
      }),
      { numRuns: 25 },
    );
  });

  it('a page without text is read, and says whether from data', () => {
    fc.assert(
      fc.property(fc.array(data, { maxLength: 3 }), (scripts) => {
        const reading = read(page(scripts.join('')));
        const isFromData = reading.kind === 'article' && reading.article.isFromData === true;
        expect(isFromData).toBe(JSON.stringify(reading).includes(SENTENCE));
      }),
      { numRuns: 25 },
    );
  });
});
