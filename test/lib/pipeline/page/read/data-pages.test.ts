/** Pages of raw data are read as what they are: feeds, other XML, JSON. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { articleOf, documentOf, openShadow, readPage } from '../kit.ts';

const RSS = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/"><channel>
<title>Harbour ledger</title><link>https://example.org/</link><description>News of the harbour.</description><language>en-GB</language>
<item><title>The gates close</title><media:title>not this</media:title><link>/gates</link><pubDate>Fri, 01 Mar 2024 10:00:00 GMT</pubDate>
<dc:creator>Ada Byron</dc:creator><description><![CDATA[<p>The gates <b>close</b> at noon.</p><script>alert(1)</script>]]></description></item>
<item><title>Fish &amp; chips</title><link>https://example.org/fish</link><description>Plain words. And more.</description></item>
</channel></rss>`;
const ATOM = `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de"><title>Das Hafenblatt</title><subtitle>Vom Hafen.</subtitle>
<entry><title>Die Tore</title><link rel="self" href="/self"/><link href="/tore"/><updated>2024-03-02T08:00:00Z</updated>
<author><name>Ida</name></author><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Die Tore sind zu.</p></div></content></entry></feed>`;

const xmlOf = (text: string, type: DOMParserSupportedType = 'text/xml'): Document =>
  new DOMParser().parseFromString(text, type);

function servedAs(type: string, text: string): Document {
  const doc = documentOf('<body><pre></pre></body>');
  doc.querySelector('pre')?.append(text);
  Object.defineProperty(doc, 'contentType', { value: type });
  return doc;
}

const GATES = [
  'News of the harbour.',
  '## [The gates close](https://example.org/gates)',
  '2024-03-01 · Ada Byron',
  'The gates **close** at noon.',
  '## [Fish & chips](https://example.org/fish)',
  'Plain words. And more.',
].join('\n\n');

test('an RSS feed is its entries, with links, dates and summaries, whatever it is served as', () => {
  for (const doc of [xmlOf(RSS), servedAs('text/plain', RSS)]) {
    const reading = readPage(doc, openShadow, { url: 'https://example.org/feed', base: 'https://example.org/feed' });
    expect(reading).toMatchObject({
      kind: 'article',
      article: { title: 'Harbour ledger', language: 'en-GB', markdown: GATES },
    });
  }
});

test('a long entry that is markup is read to its end', () => {
  const html = `<p>${'Long words. '.repeat(2_000)}</p><p>The end.</p>`;
  const text = `<rss><channel><item><title>Oars</title><description><![CDATA[${html}]]></description></item></channel></rss>`;
  expect(articleOf(servedAs('text/plain', text)).markdown).toMatch(/The end\.$/);
});

test.each([
  ['<title type="html"><![CDATA[Apple&#8217;s <em>new</em> phone]]></title>', 'Apple’s new phone'],
  ['<title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">A <b>bold</b> title</div></title>', 'A bold title'],
  ['<title>Fish &amp; chips, 3 &lt; 4</title>', 'Fish & chips, 3 < 4'],
])('the title of an entry is its words: %s', (title, words) => {
  const feed = `<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><entry>${title}<link href="/a"/></entry></feed>`;
  const reading = readPage(xmlOf(feed), openShadow, { url: 'https://example.org/', base: 'https://example.org/' });
  expect(reading).toMatchObject({ article: { markdown: `## [${words}](https://example.org/a)` } });
});

test('an Atom feed is its entries', () => {
  const reading = readPage(xmlOf(ATOM), openShadow, { url: 'https://example.org/a', base: 'https://example.org/a' });
  expect(reading).toMatchObject({
    article: {
      title: 'Das Hafenblatt',
      language: 'de',
      markdown: 'Vom Hafen.\n\n## [Die Tore](https://example.org/tore)\n\n2024-03-02 · Ida\n\nDie Tore sind zu.',
    },
  });
});

test('Chrome’s viewer of an XML document is not read, but the document in it', () => {
  const viewer = `<html xmlns="http://www.w3.org/1999/xhtml"><body><div id="webkit-xml-viewer-source-xml">${RSS.slice(RSS.indexOf('<rss')).replace('<rss', '<rss xmlns=""')}</div><div>This XML file does not appear to have any style information</div></body></html>`;
  const reading = readPage(xmlOf(viewer), openShadow, {
    url: 'https://example.org/feed',
    base: 'https://example.org/',
  });
  expect(reading).toMatchObject({ article: { title: 'Harbour ledger', markdown: GATES } });
});

test('other XML is its text, a paragraph for each element that has some', () => {
  const xml = xmlOf('<book><title>Oars</title><p>Ash is <em>heavy</em>.</p><empty/><p>Fir is light.</p></book>');
  expect(readPage(xml, openShadow, { url: 'https://example.org/b.xml', base: '' })).toMatchObject({
    article: { markdown: 'Oars\n\nAsh is heavy.\n\nFir is light.' },
  });
});

test('JSON is headings, lists and paragraphs', () => {
  const text = JSON.stringify({
    title: 'Oars',
    woods: ['ash', 'fir'],
    about: { sinks: false, weight: 7, none: null },
    notes: ['The first oar was made of ash. Nobody knows by whom.', 'The second was of spruce. It floats.'],
    parts: [{ name: 'blade', wide: true }, { long: 3 }],
    html: '<p>Rows <b>well</b>. Floats.</p>',
  });
  expect(articleOf(servedAs('application/json', text))).toMatchObject({
    title: 'Oars',
    markdown: [
      '- **title:** Oars',
      '## woods',
      '- ash\n- fir',
      '## about',
      '- **sinks:** false\n- **weight:** 7\n- **none:** null',
      '## notes',
      'The first oar was made of ash. Nobody knows by whom.',
      'The second was of spruce. It floats.',
      '## parts',
      '### blade',
      '- **name:** blade\n- **wide:** true',
      '### 2',
      '- **long:** 3',
      '## html',
      'Rows **well**. Floats.',
    ].join('\n\n'),
  });
});

test('a value of JSON stands under no heading but its own', () => {
  const read = (value: unknown): string => articleOf(servedAs('application/json', JSON.stringify(value))).markdown;
  expect(read({ id: 1, owner: { login: 'ann', id: 2 }, private: false, stars: 100 })).toBe(
    '- **id:** 1\n- **private:** false\n- **stars:** 100\n\n## owner\n\n- **login:** ann\n- **id:** 2',
  );
  expect(read(['ash', { wide: true }, 'fir'])).toBe('- ash\n\n## 2\n\n- **wide:** true\n\n## 3\n\nfir');
});

test('every text and number of a JSON page is in what is read of it, and reading never fails', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 16 }), (value) => {
      const reading = readPage(servedAs('application/json', JSON.stringify(value)), openShadow);
      expect(['article', 'empty']).toContain(reading.kind);
    }),
    { numRuns: 100 },
  );
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z]{3,12}$/), { minLength: 1, maxLength: 20 }), (words) => {
      const { markdown } = articleOf(servedAs('application/json', JSON.stringify({ words })));
      for (const word of words) expect(markdown).toContain(word);
    }),
    { numRuns: 50 },
  );
});

test('broken or endless data is read as the text that it is', () => {
  expect(articleOf(servedAs('text/plain', '<?xml version="1.0"?><rss><channel>Words')).markdown).toContain('Words');
  expect(articleOf(servedAs('application/json', `{"a": "Words`)).markdown).toContain('Words');
  expect(
    articleOf(servedAs('application/json', `${'['.repeat(50_000)}"Words"${']'.repeat(50_000)}`)).markdown,
  ).toContain('Words');
});
