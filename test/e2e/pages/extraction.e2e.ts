/**
 * Golden pages through the store build's own reader, injected as the product injects it, in a real browser.
 * The rule: what a page must become is written beside the page (see test/fixtures/README.md), never here.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Article, DocumentReading } from '../../../src/lib/pipeline/page/read/article.ts';
import { sectionMark } from '../../kit/pages/huge-pages.ts';
import { type BadPage, type Golden, golden, goldenNames, PAGES, type Site, startSite } from '../../kit/pages/site.ts';
import { type Harness, launch } from '../kit/harness.ts';
import { readPage } from '../kit/page-reading.ts';

const WRITE = process.env['KL_GOLDEN'] === 'write';

let site: Site;
let x: Harness;
beforeAll(async () => {
  site = await startSite();
  x = await launch();
  await x.grantHost('http://localhost/*');
});
afterAll(async () => {
  await x.close();
  await site.close();
});

/** The article with the server's address, which differs from run to run, as `{site}` and no-break spaces as spaces. */
function articleOf(reading: DocumentReading): Article {
  if (reading.kind !== 'article') throw new Error(`The reader found no article but: ${reading.kind}.`);
  const markdown = reading.article.markdown.replaceAll(site.url, '{site}');
  return { ...reading.article, markdown };
}

const spaced = (text: string) => text.replaceAll('\u00a0', ' ');

function structureOf(markdown: string): Golden['structure'] {
  const count = { headings: 0, listItems: 0, tables: 0, codeBlocks: 0, links: 0 };
  const kinds: Readonly<Partial<Record<Nodes['type'], keyof typeof count>>> = {
    heading: 'headings',
    listItem: 'listItems',
    table: 'tables',
    code: 'codeBlocks',
    link: 'links',
  };
  const visit = (node: Nodes) => {
    const kind = kinds[node.type];
    if (kind !== undefined) count[kind] += 1;
    if ('children' in node) node.children.forEach(visit);
  };
  visit(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }));
  return count;
}

describe.each(goldenNames())('the golden page %s', (name) => {
  const wanted = golden(name);
  let page: Page;
  let article: Article;
  let untouched = false;

  beforeAll(async () => {
    page = await x.open(site.page(name));
    if (wanted.ready !== undefined) await page.waitForSelector(wanted.ready);
    const before = await page.evaluate(() => document.documentElement.outerHTML);
    article = articleOf(await readPage(x, page));
    untouched = before === (await page.evaluate(() => document.documentElement.outerHTML));
    if (WRITE) writeFileSync(join(PAGES, name, 'expected.md'), `${article.markdown}\n`);
  });
  afterAll(() => page.close());

  test('is left as it was', () => {
    expect(untouched).toBe(true);
  });

  test('gives its title, author, date and language', () => {
    const { title, byline, published, language } = article;
    expect({ title, byline, published, language }).toEqual({
      title: wanted.title,
      byline: wanted.byline,
      published: wanted.published,
      language: wanted.language,
    });
  });

  test('keeps what it says', () => {
    const text = spaced(article.markdown);
    expect(wanted.must.filter((phrase) => !text.includes(phrase))).toEqual([]);
  });

  test('loses navigation, advertising, banners and hidden text [J2b]', () => {
    const text = spaced(article.markdown);
    expect(wanted.mustNot.filter((phrase) => text.includes(phrase))).toEqual([]);
  });

  test('keeps headings, lists, tables, code and links [J2b]', () => {
    const found = structureOf(article.markdown);
    const wants = Object.entries(wanted.structure) as [keyof Golden['structure'], number][];
    expect(wants.filter(([kind, least]) => found[kind] < least)).toEqual([]);
  });

  test('becomes the Markdown that was reviewed', () => {
    expect(`${article.markdown}\n`).toBe(readFileSync(join(PAGES, name, 'expected.md'), 'utf8'));
  });
});

describe('an awkward page', () => {
  async function readBad(name: BadPage): Promise<DocumentReading> {
    const page = await x.context.newPage();
    await page.goto(site.bad(name), { waitUntil: 'domcontentloaded' }); // what never loads must not hold the reader up
    try {
      return await readPage(x, page);
    } finally {
      await page.close();
    }
  }

  test('without text is called empty', async () => {
    expect(await readBad('empty')).toEqual({ kind: 'empty', url: site.bad('empty'), title: 'Nothing here' });
  });

  test('of plain text is read as it is', async () => {
    const { markdown } = articleOf(await readBad('plain'));
    expect(markdown).toContain('There being no other business');
    expect(markdown).toContain('1. The rope.');
  });

  test('whose policy allows nothing is read like any other', async () => {
    const { title, markdown } = articleOf(await readBad('strict-csp'));
    expect(title).toBe('Notes on locked rooms');
    expect(markdown).toContain('a tin with the buttons');
  });

  test('that never finishes loading is read with what it has', async () => {
    const { markdown } = articleOf(await readBad('never-loads'));
    expect(markdown).toContain('wondering whether a crane would be a step forward');
  });

  test('fifty thousand elements deep is read to the bottom', async () => {
    expect(articleOf(await readBad('deep')).markdown).toContain('one knows by then how many steps there are');
  });

  test('with a word without end is read on both sides of it', async () => {
    const { markdown } = articleOf(await readBad('long-word'));
    expect(markdown).toContain('editors were paid by the letter');
    expect(markdown).toContain('keep a guest from leaving');
  });

  test('of 160,000 words is read from the first section to the last', async () => {
    const { markdown } = articleOf(await readBad('huge'));
    const sections = markdown.split('\n## ').length - 1;
    const missing = Array.from({ length: sections }, (_, i) => sectionMark(i + 1)).filter((s) => !markdown.includes(s));
    expect(sections).toBeGreaterThan(300);
    expect(missing).toEqual([]);
  });
});
