/**
 * A click on a citation, from the extension's side to what the page shows, in a real browser with the store build.
 * The one rule: what is highlighted, its colours and its place on the screen are asked of the page itself.
 */
import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { QuotePlace, ShowQuoteResult } from '../../src/chrome/page/show-quote.ts';
import { sectionMark } from '../kit/huge-pages.ts';
import { pageScript } from '../kit/page-script.ts';
import { type Site, startSite } from '../kit/site.ts';
import { type Harness, launch } from './harness.ts';

const NAME = 'knowledgelens-quote';
const YELLOW = 'rgb(255, 223, 112)';
const FILLER = '<p>Nothing of note happened on the river that day, and nobody wrote it down.</p>'.repeat(60);

let site: Site;
let x: Harness;
let script: string;
beforeAll(async () => {
  [site, x, script] = await Promise.all([startSite(), launch(), pageScript('quote-entry.ts')]);
  await x.grantHost('http://localhost/*');
});
afterAll(async () => {
  await x.close();
  await site.close();
});

let made = 0;

/** A page of one's own on the site, in front. */
async function open(html: string, headers: Record<string, string> = {}): Promise<Page> {
  const page = await x.context.newPage();
  const url = `${site.url}/made/${String((made += 1))}`;
  await x.context.route(url, (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', headers, body: html }),
  );
  await page.goto(url);
  await page.bringToFront();
  return page;
}

type Words = Partial<QuotePlace> & { readonly exact: string };

/** Shows the quote from a page of the extension, as one whose tab is `loadPage`. */
function show(page: Page, words: Words): Promise<ShowQuoteResult> {
  return x.inExtension(async (own) => {
    await own.evaluate(script);
    return own.evaluate(
      async ({ url, quote }) => {
        const [tab] = await chrome.tabs.query({ url: url.split('#')[0] ?? '' });
        return showQuote({ tabId: tab?.id ?? -1, url, before: '', after: '', ...quote });
      },
      { url: page.url(), quote: words },
    );
  });
}

/** What a document highlights, as the page itself finds it. */
const lit = (frame: Page | Frame): Promise<readonly string[]> =>
  frame.evaluate((name) => [...(CSS.highlights.get(name) ?? [])].map((range) => (range as Range).toString()), NAME);

/** The highlight's colours where it is, and whether it stands within the window. */
const look = (frame: Page | Frame) =>
  frame.evaluate((name) => {
    const [range] = [...(CSS.highlights.get(name) ?? [])] as Range[];
    const holder = range?.startContainer.parentElement;
    if (!range || !holder) return null;
    const { backgroundColor, color } = getComputedStyle(holder, `::highlight(${name})`);
    const { top, bottom } = range.getBoundingClientRect();
    return { backgroundColor, color, inView: top >= 0 && bottom <= innerHeight && bottom > top };
  }, NAME);

const seen = { backgroundColor: YELLOW, color: 'rgb(31, 26, 0)', inView: true };

/** All that a highlight could leave behind. */
const traces = (page: Page) =>
  page.evaluate(
    (name) => ({
      html: document.documentElement.outerHTML,
      sheets: document.adoptedStyleSheets.length,
      highlights: CSS.highlights.has(name),
      focus: document.activeElement?.id ?? null,
      globals: Object.keys(globalThis).filter((key) => key.startsWith('__kl')),
    }),
    NAME,
  );

test('[J4] under a policy that allows nothing, the quote is highlighted, and nothing is left of it after Esc', async () => {
  const page = await open(
    `<body style="background:#111;color:#eee"><input id="here">${FILLER}<p>The ferry leaves at noon.</p>${FILLER}`,
    { 'content-security-policy': "default-src 'none'; style-src-attr 'unsafe-inline'" },
  );
  await page.focus('#here');
  const before = await traces(page);
  expect(await show(page, { exact: 'The ferry leaves at noon.' })).toMatchObject({ how: 'highlighted' });
  expect(await lit(page)).toEqual(['The ferry leaves at noon.']);
  expect(await look(page)).toEqual(seen);
  expect(await traces(page)).toEqual({ ...before, sheets: 1, highlights: true });
  await page.keyboard.press('Escape');
  expect(await traces(page)).toEqual(before);
  await page.close();
});

test('a click takes the highlight away, what a script clicks does not, and the next quote replaces it', async () => {
  const page = await open(`<p id="one">The first boat is red.</p><p>The second boat is green.</p>`);
  await show(page, { exact: 'The first boat is red.' });
  await show(page, { exact: 'The second boat is green.' });
  expect(await lit(page)).toEqual(['The second boat is green.']);
  await page.evaluate(() => document.body.click());
  expect(await lit(page)).toEqual(['The second boat is green.']);
  await page.click('#one');
  expect(await traces(page)).toMatchObject({ sheets: 0, highlights: false });
  await page.close();
});

test.each(['open', 'closed'] as const)(
  'a quote in an %s shadow root, and in what its slot shows, is highlighted',
  async (mode) => {
    const page = await open(`${FILLER}<x-box><p>Light words in a slot.</p></x-box>${FILLER}
    <script>const root = document.querySelector('x-box').attachShadow({ mode: '${mode}' });
    root.innerHTML = '<style>p { color: green }</style><p>Words in the shade.</p><slot></slot>'; globalThis.kept = root;</script>`);
    expect(await show(page, { exact: 'Words in the shade.' })).toMatchObject({ how: 'highlighted' });
    expect(await look(page)).toEqual(seen);
    const sheets = () =>
      page.evaluate(() => (globalThis as unknown as { kept: ShadowRoot }).kept.adoptedStyleSheets.length);
    expect(await sheets()).toBe(1);
    expect(await show(page, { exact: 'Words in the shade. Light words in a slot.' })).toMatchObject({
      how: 'highlighted',
    });
    expect(await lit(page)).toEqual(['Words in the shade.', 'Light words in a slot.']);
    await page.keyboard.press('Escape');
    expect(await sheets()).toBe(0);
    await page.close();
  },
);

test('a quote in a frame of the same origin is scrolled to in the frame and in the page', async () => {
  const page = await open(
    `${FILLER}<iframe style="height:200px" srcdoc="${FILLER}<p>Framed words.</p>${FILLER}"></iframe>${FILLER}`,
  );
  expect(await show(page, { exact: 'Framed words.' })).toMatchObject({ how: 'highlighted' });
  const frame = page.frames()[1] ?? page.mainFrame();
  expect(await lit(frame)).toEqual(['Framed words.']);
  expect(await look(frame)).toEqual(seen);
  const inPage = await page.evaluate(() => {
    const { top, bottom } = document.querySelector('iframe')?.getBoundingClientRect() ?? { top: -1, bottom: -1 };
    return top >= 0 && bottom <= innerHeight;
  });
  expect(inPage).toBe(true);
  await frame.locator('body').press('Escape');
  expect(await lit(frame)).toEqual([]);
  await page.close();
});

test('a page written from right to left shows its quote, beside what is written the other way', async () => {
  const page = await open(
    `<html lang="ar" dir="rtl"><body>${FILLER}<p>غادرت <b>العبّارة</b> الميناء (Port Sorrow) عند الظهر.</p>${FILLER}`,
  );
  expect(await show(page, { exact: 'غادرت العبّارة الميناء (Port Sorrow) عند الظهر.' })).toMatchObject({
    how: 'highlighted',
  });
  expect((await lit(page)).join('')).toBe('غادرت العبّارة الميناء (Port Sorrow) عند الظهر.');
  expect(await look(page)).toEqual(seen);
  await page.close();
});

test('boxes that scroll within boxes all bring the quote to light, a tall one from its beginning', async () => {
  const box = 'style="height:300px;overflow:auto"';
  const tall = 'Then it rained on the river. '.repeat(400);
  const page = await open(
    `${FILLER}<div ${box}>${FILLER}<div ${box}>${FILLER}<p>It began so. ${tall}</p>${FILLER}</div></div>${FILLER}`,
  );
  expect(await show(page, { exact: `It began so. ${tall}` })).toMatchObject({ how: 'highlighted' });
  const at = await page.evaluate((name) => {
    const [range] = [...(CSS.highlights.get(name) ?? [])] as Range[];
    const { left = 0, top = 0 } = range?.getClientRects()[0] ?? {};
    return document.elementFromPoint(left + 2, top + 2)?.textContent.slice(0, 12); // seen, not scrolled out of a box
  }, NAME);
  expect(at).toBe('It began so.');
  await page.close();
});

test('what is closed around a quote is opened, and nothing else', async () => {
  const page = await open(`${FILLER}<details id="other"><summary>Other</summary>words</details>
    <details id="own"><summary>Times</summary><div id="found" hidden="until-found"><p>The last bus leaves at nine.</p></div></details>`);
  expect(await show(page, { exact: 'The last bus leaves at nine.' })).toMatchObject({ how: 'highlighted' });
  expect(await look(page)).toEqual(seen);
  expect(
    await page.evaluate(() => ['other', 'own'].map((id) => document.getElementById(id)?.hasAttribute('open'))),
  ).toEqual([false, true]);
  await page.close();
});

test('[J4] a quote is found although words were edited, put in or left out since, and the person is told', async () => {
  const page = await open(
    `${FILLER}<p>Steam tugs, which <i>were</i> tied up at dusk by law, removed most of their purpose in a few years.</p>${FILLER}`,
  );
  const exact = 'Steam tugs, which tied up at dusk by regulation, removed their purpose in a few years.';
  expect(await show(page, { exact })).toMatchObject({ how: 'moved' });
  expect(await look(page)).toEqual(seen);
  expect((await lit(page)).join('')).toContain('tied up at dusk by law, removed');
  await page.close();
});

test('words that are not there are not pointed at', async () => {
  const page = await open(FILLER);
  expect(await show(page, { exact: 'The queen lost her crown in the seventh lock of the canal.' })).toMatchObject({
    how: 'not-found',
  });
  expect(await traces(page)).toMatchObject({ sheets: 0, highlights: false });
  await page.close();
});

test('of words that stand there many times, those with the right surroundings are highlighted', async () => {
  const rows = Array.from({ length: 200 }, (_, i) => `<p>Entry ${String(i)}.</p><p>No change.</p>`).join('');
  const page = await open(rows);
  expect(await show(page, { exact: 'No change.', before: 'Entry 137.\n', after: '\nEntry 138.' })).toMatchObject({
    how: 'highlighted',
  });
  const above = await page.evaluate((name) => {
    const [range] = [...(CSS.highlights.get(name) ?? [])] as Range[];
    return range?.startContainer.parentElement?.previousElementSibling?.textContent;
  }, NAME);
  expect(above).toBe('Entry 137.');
  await page.close();
});

test('in a book of 160,000 words the quote is found in good time, also when words have changed', async () => {
  const page = await x.open(site.bad('huge'));
  const exact = sectionMark(300);
  expect(await show(page, { exact })).toMatchObject({ how: 'highlighted' });
  expect((await lit(page)).join('')).toBe(exact);
  expect(await look(page)).toEqual(seen);
  expect(await show(page, { exact: exact.replace('closes', 'shuts') })).toMatchObject({ how: 'moved' });
  expect((await lit(page)).join('')).toBe(exact);
  await page.close();
});

test('a tab that has gone is replaced by another that shows the page', async () => {
  const page = await open(`${FILLER}<p>The ferry leaves at noon.</p>`);
  const front = await x.open(site.bad('empty'));
  const words = { exact: 'The ferry leaves at noon.', tabId: 999_999, url: `${page.url()}#a-place` };
  expect(await show(front, words)).toMatchObject({ how: 'highlighted' });
  expect(await page.evaluate(() => document.visibilityState)).toBe('visible');
  expect(await look(page)).toEqual(seen);
  await page.close();
  await front.close();
});

test.each([
  [
    'german',
    'Womit niemand gerechnet hatte: Die Leute grüßen wieder.',
    'so viele Einbrüche gezählt.\nDer Nebeneffekt\n',
  ],
  ['chinese', '到十一月底，罐子里已经有两千六百元。', ''],
  [
    'long-read',
    'It has been put to me that a town like this is a fortunate exception, and that none of it could be repeated in a place with real troubles.',
    '',
  ],
])(
  '[J4] without a tab, a new one is opened, and the browser scrolls to the words (%s)',
  async (name, exact, before) => {
    const front = await x.open(site.bad('empty'));
    const url = site.page(name);
    const [opened, shown] = await Promise.all([
      x.context.waitForEvent('page', { predicate: (page) => page.url().startsWith(url) }),
      show(front, { exact, before, url }),
    ]);
    expect(shown).toMatchObject({ how: 'opened' });
    await opened.waitForFunction(() => scrollY > 0);
    const told = await opened.evaluate(() => document.querySelector(':target')?.textContent ?? '');
    expect(told).toContain(exact.slice(0, 12));
    await opened.close();
    await front.close();
  },
);

test('a PDF turns to its page, in the tab that shows it', async () => {
  const page = await x.open(site.bad('pdf'));
  const shown = await show(page, { exact: 'whatever it says', page: 2 });
  expect(shown).toMatchObject({ how: 'opened' });
  await page.waitForURL(`${site.bad('pdf')}#page=2`);
  await page.close();
});

test('a page that is no web page and no longer open cannot be shown, and the person is told why', async () => {
  const front = await x.open(site.bad('empty'));
  const shown = await show(front, { exact: 'some words', url: 'file:///gone.html' });
  expect(shown).toMatchObject({ how: 'no-access', error: { code: 'page.gone' } });
  await front.close();
});
