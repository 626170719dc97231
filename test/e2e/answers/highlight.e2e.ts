/**
 * Quotes on live pages: the store build's own reader reads a page, and its own highlighter points at what was read.
 * The one rule: what is highlighted is asked of the browser, and its words are compared with the quote's.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { normaliseWithMap } from '../../../src/lib/pipeline/cite/normal-form.ts';
import { quotesOf, type TestQuote } from '../../kit/quotes/quotes.ts';
import { golden, goldenNames, type Site, startSite } from '../../kit/pages/site.ts';
import { type Harness, launch } from '../kit/harness.ts';
import { readPage } from '../kit/page-reading.ts';

const HIGHLIGHT = 'src/content/highlight.iife.js';
const NAME = 'knowledgelens-quote';

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

interface Lit {
  readonly found: 'exact' | 'close' | 'changed' | null;
  /** What is highlighted; a formula as the TeX it carries. */
  readonly text: string;
  /** The highlight does not begin before the one of the quote before. */
  readonly ordered: boolean;
}

/** Shows the quotes one after the other, as the panel does, and tells what the browser then highlights. */
function light(page: Page, quotes: readonly Omit<TestQuote, 'kind'>[]): Promise<readonly Lit[]> {
  return x.inExtension((own) =>
    own.evaluate(
      async ({ url, file, name, all }) => {
        const [tab] = await chrome.tabs.query({ url });
        const target = { tabId: tab?.id ?? -1 };
        await chrome.scripting.executeScript({ target, files: [file] });
        const [answer] = await chrome.scripting.executeScript({
          target,
          args: [all, name],
          func: (those: typeof all, key: string) => {
            const views: (Window & typeof globalThis)[] = [];
            const collect = (doc: Document | ShadowRoot): void => {
              if ('defaultView' in doc && doc.defaultView) views.push(doc.defaultView);
              for (const el of doc.querySelectorAll('*')) {
                const inner = el.localName === 'iframe' ? (el as HTMLIFrameElement).contentDocument : el.shadowRoot;
                if (inner) collect(inner);
              }
            };
            collect(document);
            let last: Range | null = null;
            return those.map(({ exact, before, after }) => {
              const found = globalThis.__klShowQuote?.({ exact, before, after }).found ?? null;
              const ranges = views.flatMap((view) => [...(view.CSS.highlights.get(key) ?? [])]) as Range[];
              const texts = ranges.map((range) => {
                const holder = range.startContainer as Element;
                if (holder.nodeType === 3) return range.toString();
                const math = holder.matches('math') ? holder : (holder.querySelector('math') ?? holder);
                return math.querySelector('annotation')?.textContent ?? math.getAttribute('alttext') ?? '';
              });
              const first = ranges[0] ?? null;
              const apart = first?.startContainer.getRootNode() !== last?.startContainer.getRootNode();
              const ordered = apart || !last || (first?.compareBoundaryPoints(Range.START_TO_START, last) ?? 0) >= 0;
              last = first ?? last;
              return { found, text: texts.join(''), ordered };
            });
          },
        });
        return answer?.result ?? [];
      },
      { url: page.url(), file: HIGHLIGHT, name: NAME, all: quotes },
    ),
  );
}

/** Letters and digits in the loose normal form, without the marks of notes. */
const letters = (text: string): string =>
  normaliseWithMap(text.replace(/(?<=\S)\[(?:\d{1,3}|[a-z])\]/g, ''), 'close').text.replace(/[^\p{L}\p{N}]/gu, '');

describe.each(goldenNames())('on the golden page %s', (name) => {
  const wanted = golden(name);
  test('[J4] every sentence, row, line of code and passage that was read is highlighted where it stands', async () => {
    const page = await x.open(site.page(name));
    if (wanted.ready !== undefined) await page.waitForSelector(wanted.ready);
    const reading = await readPage(x, page);
    if (reading.kind !== 'article') throw new Error('The reader found no article.');
    const quotes = quotesOf(reading.article.markdown, wanted.language);
    const lit = await light(page, quotes);
    const wrong = quotes.flatMap((quote, i) => {
      const { found = null, text = '', ordered = false } = lit[i] ?? {};
      const same = letters(text) === letters(quote.exact);
      return same && found !== 'changed' && (ordered || quote.kind === 'passage')
        ? []
        : [{ ...quote, found, text, ordered }];
    });
    expect(wrong).toEqual([]);
    await page.close();
  });
});
