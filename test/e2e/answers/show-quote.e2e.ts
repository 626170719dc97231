/**
 * A click on a quote in the panel, and what the page then shows: every answer is asked for as a user does.
 * The one rule: what is highlighted, its colours and its place on the screen are asked of the page itself.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { sectionMark } from '../../kit/pages/huge-pages.ts';
import { promptOf, reply } from '../../kit/models/model-server-replies.ts';
import { startModelServer, type ModelServer } from '../../kit/models/model-server.ts';
import { type Site, startSite } from '../../kit/pages/site.ts';
import { answered, ask } from '../kit/asking.ts';
import { type Harness, launch } from '../kit/harness.ts';
import { lit, look, NAME, press, seen, traces } from '../kit/lit.ts';
import { button, openWithPanel, telling, useServer } from '../kit/reader.ts';

const FILLER = '<p>Nothing of note happened on the river that day, and nobody wrote it down.</p>'.repeat(60);

let site: Site;
let server: ModelServer;
let x: Harness;
const made = new Map<string, { body: string; headers: Record<string, string> }>();

beforeAll(async () => {
  [site, server, x] = await Promise.all([startSite(), startModelServer(), launch()]);
  await x.route(
    (url) => made.has(url.pathname),
    (route) =>
      route.fulfill({
        contentType: 'text/html; charset=utf-8',
        ...made.get(new URL(route.request().url()).pathname),
      }),
  );
  await useServer(x, server, { contextTokens: 128_000 });
  await x.grantHost('http://localhost/*');
});
afterEach(async () => {
  for (const page of x.context.pages()) if (page.url().startsWith(site.url)) await page.close();
});
afterAll(async () => {
  await x.close();
  await Promise.all([site.close(), server.close()]);
});

/** The address of a page of one's own on the site. */
function serve(body: string, headers: Record<string, string> = {}): string {
  const path = `/made/${String(made.size)}`;
  made.set(path, { body, headers });
  return site.url + path;
}

interface Beside {
  readonly page: Page;
  readonly panel: Page;
}

/** That page in front, and beside it an answer that quotes those words of it: a quote ends before a full stop. */
async function answerQuoting(
  address: string,
  quotes: readonly string[] | ((prompt: string) => readonly string[]),
  question = 'What does it say?',
): Promise<Beside> {
  const linked = (prompt: string): readonly string[] =>
    typeof quotes === 'function' ? quotes(prompt) : quotes.map((words) => `[${words}](#)`);
  server.respond(() => reply({ text: (exchange) => `So it is: ${linked(promptOf(exchange)).join('\n\nAnd: ')}` }));
  const beside = await openWithPanel(x, address);
  await ask(beside.panel, question);
  await answered(beside.panel);
  return beside;
}

const quoting = (html: string, ...quotes: readonly string[]): Promise<Beside> => answerQuoting(serve(html), quotes);

let kept = 0;

/** An answer that was kept, opened from the history in front of an empty page once its own tab has gone. */
async function answerFromHistory(address: string, words: string): Promise<Page> {
  const question = `What is kept under number ${String((kept += 1))}?`;
  const { page, panel } = await answerQuoting(address, [words], question);
  await x.open(site.bad('empty'));
  await page.close();
  await button(panel, 'History').click();
  onTestFinished(async () => {
    await button(panel, 'Back').click(); // to the list
    await button(panel, 'Close history').click();
  });
  await telling(panel, panel.locator('.listed > button').filter({ hasText: question }).click());
  await telling(panel, panel.getByRole('article', { name: 'Answer' }).waitFor());
  return panel;
}

test('[J4] under a policy that allows nothing, the quote is highlighted, and nothing is left of it after Esc', async () => {
  const address = serve(
    `<body style="background:#111;color:#eee"><input id="here">${FILLER}<p>The ferry leaves at noon.</p>${FILLER}`,
    { 'content-security-policy': "default-src 'none'; style-src-attr 'unsafe-inline'" },
  );
  const { page, panel } = await answerQuoting(address, ['The ferry leaves at noon']);
  await page.focus('#here');
  const before = await traces(page);
  expect(await press(panel)).toBe('highlighted');
  expect(await lit(page)).toEqual(['The ferry leaves at noon']);
  expect(await look(page)).toEqual(seen);
  expect(await traces(page)).toEqual({ ...before, sheets: 1, highlights: true });
  await page.keyboard.press('Escape');
  expect(await traces(page)).toEqual(before);
});

test('a click takes the highlight away, what a script clicks does not, and the next quote replaces it', async () => {
  const { page, panel } = await quoting(
    `<p id="one">The first boat is red.</p><p>The second boat is green.</p>`,
    'The first boat is red',
    'The second boat is green',
  );
  await press(panel, 1);
  await press(panel, 2);
  expect(await lit(page)).toEqual(['The second boat is green']);
  await page.evaluate(() => document.body.click());
  expect(await lit(page)).toEqual(['The second boat is green']);
  await page.click('#one');
  expect(await traces(page)).toMatchObject({ sheets: 0, highlights: false });
});

test.each(['open', 'closed'] as const)(
  'a quote in an %s shadow root, and in what its slot shows, is highlighted',
  async (mode) => {
    const html = `${FILLER}<x-box><p>Light words in a slot.</p></x-box>${FILLER}
    <script>const root = document.querySelector('x-box').attachShadow({ mode: '${mode}' });
    root.innerHTML = '<style>p { color: green }</style><p>Words in the shade.</p><slot></slot>'; globalThis.kept = root;</script>`;
    const both = 'Words in the shade. Light words in a slot';
    const { page, panel } = await quoting(html, 'Words in the shade', both);
    expect(await press(panel, 1)).toBe('highlighted');
    expect(await look(page)).toEqual(seen);
    const sheets = () =>
      page.evaluate(() => (globalThis as unknown as { kept: ShadowRoot }).kept.adoptedStyleSheets.length);
    expect(await sheets()).toBe(1);
    expect(await press(panel, 2)).toBe('highlighted');
    expect(await lit(page)).toEqual(['Words in the shade.', 'Light words in a slot']);
    await page.keyboard.press('Escape');
    expect(await sheets()).toBe(0);
  },
);

test('a quote in a frame of the same origin is scrolled to in the frame and in the page', async () => {
  const { page, panel } = await quoting(
    `${FILLER}<iframe style="height:200px" srcdoc="${FILLER}<p>Framed words.</p>${FILLER}"></iframe>${FILLER}`,
    'Framed words',
  );
  expect(await press(panel)).toBe('highlighted');
  const frame = page.frames()[1] ?? page.mainFrame();
  expect(await lit(frame)).toEqual(['Framed words']);
  expect(await look(frame)).toEqual(seen);
  const inPage = await page.evaluate(() => {
    const { top, bottom } = document.querySelector('iframe')?.getBoundingClientRect() ?? { top: -1, bottom: -1 };
    return top >= 0 && bottom <= innerHeight;
  });
  expect(inPage).toBe(true);
  await frame.locator('body').press('Escape');
  expect(await lit(frame)).toEqual([]);
});

test('a page written from right to left shows its quote, beside what is written the other way', async () => {
  const words = 'غادرت العبّارة الميناء (Port Sorrow) عند الظهر';
  const { page, panel } = await quoting(
    `<html lang="ar" dir="rtl"><body>${FILLER}<p>غادرت <b>العبّارة</b> الميناء (Port Sorrow) عند الظهر.</p>${FILLER}`,
    words,
  );
  expect(await press(panel)).toBe('highlighted');
  expect((await lit(page)).join('')).toBe(words);
  expect(await look(page)).toEqual(seen);
});

test('boxes that scroll within boxes all bring the quote to light, a tall one from its beginning', async () => {
  const box = 'style="height:300px;overflow:auto"';
  const tall = `It began so. ${'Then it rained on the river. '.repeat(33)}`.trim().slice(0, -1);
  const { page, panel } = await quoting(
    `${FILLER}<div ${box}>${FILLER}<div ${box}>${FILLER}<p style="width:150px">${tall}.</p>${FILLER}</div></div>${FILLER}`,
    tall,
  );
  expect(await press(panel)).toBe('highlighted');
  const at = await page.evaluate((name) => {
    const [range] = [...(CSS.highlights.get(name) ?? [])] as Range[];
    const { left = 0, top = 0 } = range?.getClientRects()[0] ?? {};
    const shown = document.elementFromPoint(left + 2, top + 2)?.textContent.slice(0, 12); // seen, not scrolled out of a box
    return { shown, height: range?.getBoundingClientRect().height ?? 0 };
  }, NAME);
  expect(at.shown).toBe('It began so.');
  expect(at.height).toBeGreaterThan(300);
});

test('what is closed around a quote is opened, and nothing else', async () => {
  const { page, panel } = await quoting(
    `${FILLER}<details id="other"><summary>Other</summary>words</details>
    <details id="own"><summary>Times</summary><div id="found" hidden="until-found"><p>The last bus leaves at nine.</p></div></details>`,
    'The last bus leaves at nine',
  );
  expect(await press(panel)).toBe('highlighted');
  expect(await look(page)).toEqual(seen);
  expect(
    await page.evaluate(() => ['other', 'own'].map((id) => document.getElementById(id)?.hasAttribute('open'))),
  ).toEqual([false, true]);
});

test('[J4] a quote is found although words were edited, put in or left out since, and the person is told', async () => {
  const exact = 'Steam tugs, which tied up at dusk by regulation, removed their purpose in a few years';
  const { page, panel } = await quoting(`${FILLER}<p id="tugs">${exact}.</p>${FILLER}`, exact);
  await page.evaluate(() => {
    const were = document.createElement('i');
    were.textContent = 'were';
    const rest = ' tied up at dusk by law, removed most of their purpose in a few years.';
    document.querySelector('#tugs')?.replaceChildren('Steam tugs, which ', were, rest);
  });
  expect(await press(panel)).toBe('moved');
  expect(await look(page)).toEqual(seen);
  expect((await lit(page)).join('')).toContain('tied up at dusk by law, removed');
});

test('words that are there no more are not pointed at', async () => {
  const exact = 'The queen lost her crown in the seventh lock of the canal';
  const { page, panel } = await quoting(`${FILLER}<p id="queen">${exact}.</p>`, exact);
  await page.evaluate(() => document.querySelector('#queen')?.remove());
  expect(await press(panel)).toBe('not-found');
  expect(await traces(page)).toMatchObject({ sheets: 0, highlights: false });
});

test('of words that stand there many times, those with the right surroundings are highlighted', async () => {
  const rows = Array.from({ length: 200 }, (_, i) => `<p>Entry ${String(i)}.</p><p>No change.</p>`).join('');
  let entry = '';
  const { page, panel } = await answerQuoting(serve(rows), (prompt) => {
    // the first of them in the passage that has the entry in its middle
    const [, id = '', passage = ''] =
      /\[(\w+)\]\n((?:(?!\n\[\w+\]\n)[^])*?Entry 137\.)/.exec(prompt.slice(prompt.indexOf('Entry 0.') - 20)) ?? [];
    entry = /(Entry \d+\.)\s+No change\./.exec(passage)?.[1] ?? '';
    return [`[No change](#${id})`];
  });
  expect(entry).toMatch(/^Entry 1\d\d\.$/);
  expect(await press(panel)).toBe('highlighted');
  const above = await page.evaluate((name) => {
    const [range] = [...(CSS.highlights.get(name) ?? [])] as Range[];
    return range?.startContainer.parentElement?.previousElementSibling?.textContent;
  }, NAME);
  expect(above).toBe(entry);
});

test('in a book of 160,000 words the quote is found in good time, also when words have changed', async () => {
  const exact = sectionMark(300).slice(0, -1);
  const question = 'What closes the account of volume 300?';
  const { page, panel } = await answerQuoting(site.bad('huge'), [exact], question);
  expect(await press(panel)).toBe('highlighted');
  expect((await lit(page)).join('')).toBe(exact);
  expect(await look(page)).toEqual(seen);
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.querySelector('#v300') ?? document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode())
      (walker.currentNode as Text).data = (walker.currentNode as Text).data.replace('closes', 'shuts');
  });
  expect(await press(panel)).toBe('moved');
  expect((await lit(page)).join('')).toBe(exact.replace('closes', 'shuts'));
});

test('a tab that has gone is replaced by another that shows the page', async () => {
  const address = serve(`${FILLER}<p>The ferry leaves at noon.</p>`);
  const page = await x.open(`${address}#a-place`);
  const panel = await answerFromHistory(address, 'The ferry leaves at noon');
  expect(await press(panel)).toBe('highlighted');
  expect(await page.evaluate(() => document.visibilityState)).toBe('visible');
  expect(await look(page)).toEqual(seen);
});

test.each([
  ['german', 'Womit niemand gerechnet hatte: Die Leute grüßen wieder'],
  ['chinese', '到十一月底，罐子里已经有两千六百元'],
  [
    'long-read',
    'It has been put to me that a town like this is a fortunate exception, small, settled, a little smug, and that none of it could be repeated in a place with real troubles',
  ],
])('[J4] without a tab, a new one is opened, and the browser scrolls to the words (%s)', async (name, exact) => {
  const url = site.page(name);
  const panel = await answerFromHistory(url, exact);
  const [opened, how] = await Promise.all([x.context.waitForEvent('page'), press(panel)]);
  expect(how).toBe('opened');
  await opened.waitForURL((address) => address.href.startsWith(url));
  await opened.waitForFunction(() => scrollY > 0);
  const told = await opened.evaluate(() => document.querySelector(':target')?.textContent ?? '');
  expect(told).toContain(exact.slice(0, 12));
  await opened.close();
});

test('a PDF turns to its page, in the tab that shows it', async () => {
  const address = `${site.pdf('guide')}.pdf`;
  const { page, panel } = await answerQuoting(address, ['A berth costs four crowns a night']);
  expect(await press(panel)).toBe('opened');
  await page.waitForURL(`${address}#page=2`);
});

test('a page that is no web page and no longer open cannot be shown, and the person is told why', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kl-files-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'gone.html'), '<p>Some words that are in a file alone.</p>');
  const address = pathToFileURL(join(folder, 'gone.html')).href;
  const panel = await answerFromHistory(address, 'Some words that are in a file alone');
  expect(await press(panel)).toBe('no-access');
  await panel.getByText('no longer open, and it is none that can be opened from here').waitFor();
});
