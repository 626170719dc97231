import { expect, test } from 'vitest';
import { toIsoDate, detectPageLanguage } from '../../../../../src/lib/pipeline/page/read/metadata.ts';
import { documentOf, readMetadata } from '../kit.ts';

const ld = (value: unknown): string => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

test('entities in JSON-LD are read as their characters', () => {
  const declared = ld({ '@type': 'NewsArticle', headline: 'Q&amp;A: Apple&#8217;s news', author: 'Ada &amp; Bea' });
  expect(readMetadata(documentOf(declared))).toMatchObject({ title: 'Q&A: Apple’s news', byline: 'Ada & Bea' });
});

test('JSON-LD speaks first, inside a graph too', () => {
  const doc = documentOf(
    ld({
      '@graph': [
        { '@type': 'WebPage', name: 'Wrong' },
        {
          '@type': ['NewsArticle'],
          headline: 'Right',
          author: [{ name: 'Ada' }, 'Bea'],
          datePublished: '2025-03-14T06:30:00Z',
          publisher: { name: 'Ledger' },
        },
      ],
    }) + '<meta property="og:title" content="Other"><meta name="author" content="Other">',
  );
  expect(readMetadata(doc)).toEqual({
    title: 'Right',
    byline: 'Ada, Bea',
    published: '2025-03-14T06:30:00Z',
    site: 'Ledger',
    kind: 'article',
  });
});

test('a heading nobody sees, or a part of one, names nothing', () => {
  expect(readMetadata(documentOf('<h1 hidden>SECRET</h1><h1>Oars <i style="display:none">SECRET</i></h1>')).title).toBe(
    'Oars',
  );
  expect(
    readMetadata(documentOf('<div style="display:none"><h1>SECRET</h1><b class="author">SECRET</b></div>')),
  ).toMatchObject({
    title: '',
    byline: '',
  });
});

test('broken JSON-LD is as good as none; meta elements speak next', () => {
  const doc = documentOf(
    '<script type="application/ld+json">{"@type":</script><title>T | S</title><meta property="og:title" content="Meta title">' +
      '<meta name="author" content="Ada"><meta property="article:published_time" content="2025-01-02"><meta property="og:site_name" content="S">',
  );
  expect(readMetadata(doc)).toEqual({
    title: 'Meta title',
    byline: 'Ada',
    published: '2025-01-02',
    site: 'S',
    kind: null,
  });
});

test('what the page shows speaks last: the heading, rel=author, <time>, the host', () => {
  const doc = documentOf(
    '<title>Oars - Boats Weekly</title><article><h1>Oars</h1><a rel="author">By Ada Row</a><time datetime="2024-05-06T07:08+0200">May</time></article>',
  );
  expect(readMetadata(doc)).toEqual({
    title: 'Oars',
    byline: 'Ada Row',
    published: '2024-05-06T07:08+02:00',
    site: 'example.org',
    kind: null,
  });
});

test.each([
  '<article><p>The war began on <time datetime="1999-09-01">1 September</time>.</p></article>',
  '<main><p>Born <time datetime="1815-12-10">10 December 1815</time></p></main>',
  '<main><p>The boats meet on <time datetime="2990-12-10">10 December</time></p></main>',
  '<article><blockquote>More light <span class="author">Oscar Wilde</span></blockquote></article>',
  '<p class="author">user0 » Mon May 01</p>',
  '<a rel="author">View more posts</a>',
])('a date or a name in the text is not that of the page: %s', (html) => {
  expect(readMetadata(documentOf(html))).toMatchObject({ byline: '', published: '' });
});

test.each([
  ['2025-02-03', '2025-02-03'],
  ['2025-02-03 04:05:06Z', '2025-02-03T04:05:06Z'],
  ['March 4, 2023', '2023-03-04'],
  ['2025-13-45', ''],
  ['05.03.2024', '2024-03-05'],
  ['13.03.2024', '2024-03-13'],
  ['03/05/2024', '2024-03-05'],
  ['13/05/2024', '2024-05-13'],
  ['2024/5/3', '2024-05-03'],
  ['2024年3月5日', '2024-03-05'],
  ['2024년 3월 5일', '2024-03-05'],
  ['20240305', '2024-03-05'],
  ['Tue, 05 Mar 2024 23:30:00 GMT', '2024-03-05'],
  ['Tue, 05 Mar 2024 20:00:00 -0800', '2024-03-05'],
  ['Sept. 5th, 2024', '2024-09-05'],
  ['Tue Mar 5 20:00:00 UTC 2024', '2024-03-05'],
  ['2024-03-05T10:00:00+01', '2024-03-05T10:00:00+01:00'],
  ['2019', ''],
  ['2019/05', ''],
  ['May 2019', ''],
  ['31.02.2024', ''],
  ['yesterday', ''],
  ['12', ''],
  ['x'.repeat(1_000), ''],
])('the date %s', (raw, iso) => {
  expect(toIsoDate(raw)).toBe(iso);
});

test.each([
  ['<html lang="EN-gb">', '', 'en-GB'],
  ['<meta http-equiv="Content-Language" content="de, en">', '', 'de'],
  ['<meta property="og:locale" content="pt_BR">', '', 'pt-BR'],
  ['<html lang="{{lang}}">', 'これは日本語で書かれた文章で、漢字も仮名もあります。', 'ja'],
  ['', '한국어로 쓰인 글입니다. 여러 문장이 이어지고 계속 이어집니다.', 'ko'],
  ['', 'Это предложение написано кириллицей, и его довольно много.', 'ru'],
  ['', 'Latin letters alone prove no language whatever they may say.', ''],
])('the language of %s %s', (html, sample, tag) => {
  expect(detectPageLanguage(documentOf(html), sample)).toBe(tag);
});
