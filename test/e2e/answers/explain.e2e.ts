/**
 * The whole path, as a user goes it: select with the mouse, press in the toolbar, read what streams into the panel, press a
 * quote, see its words lit on the page. The rule: the store build as it is, and a model server whose words alone are scripted.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { normaliseWithMap } from '../../../src/lib/pipeline/cite/normal-form.ts';
import { splitIntoPassages } from '../../../src/lib/pipeline/text/passages.ts';
import { gate, promptOf, reply } from '../../kit/models/model-server-replies.ts';
import { startModelServer, type ModelServer } from '../../kit/models/model-server.ts';
import { quotesOf } from '../../kit/quotes/quotes.ts';
import { golden, goldenNames, PAGES, startSite, type Site } from '../../kit/pages/site.ts';
import { answered, ask } from '../kit/asking.ts';
import { until } from '../kit/behind.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { putToolbarOn } from '../kit/pressing.ts';
import { openWithPanel, telling, useServer } from '../kit/reader.ts';
import { appears, drag, press } from '../toolbar/toolbar-kit.ts';

const HOME = 'http://page.test';
const HIGHLIGHT = 'knowledgelens-quote';
const WORDS = 'The barrier closes when the tide passes two metres.';
const AFTER = 'It has closed nine times since it was built.';
const article = (text: string, more = ''): string =>
  `<main><h1>The barrier</h1><h2>How it works</h2><p>Averholm lies low. ${text} ${AFTER}</p>${more}</main>`;
const STYLE = '<style>body { font: 18px/30px sans-serif; margin: 60px } #words { display: inline-block }</style>';
const marked = `<span id="words">${WORDS}</span>`;
const shadow = (mode: string, text: string): string =>
  `<div id="host"></div><script>document.querySelector('#host').attachShadow({ mode: '${mode}' }).innerHTML = \`${STYLE}${text}\`;</script>`;

let x: Harness;
let site: Site;
let server: ModelServer;
const pages = new Map<string, { body: string; headers?: Record<string, string> }>();
let made = 0;

beforeAll(async () => {
  [x, site, server] = await Promise.all([launch(), startSite(), startModelServer()]);
  await x.route(
    (url) => url.origin === HOME,
    (route) => {
      const { body = '', headers = {} } = pages.get(route.request().url()) ?? {};
      return route.fulfill({ contentType: 'text/html; charset=utf-8', headers, body });
    },
  );
  await useServer(x, server, { contextTokens: 128_000 });
  await x.grantHost('http://localhost/*');
  await putToolbarOn(x, HOME);
});
afterAll(() => Promise.all([x.close(), site.close(), server.close()]));
beforeEach(() => server.respond(() => reply({ text: `It shuts the sea out [${WORDS.slice(0, -1)}](#).` })));

async function open(body: string, headers: Record<string, string> = {}): Promise<{ page: Page; devtools: CDPSession }> {
  made += 1;
  const address = `${HOME}/${String(made)}`;
  pages.set(address, { body: `<!doctype html>${STYLE}${body}`, headers });
  const page = await x.open(address);
  return { page, devtools: await x.context.newCDPSession(page) };
}

async function explained(): Promise<Page> {
  const panel = await x.sidePanel();
  await telling(panel, panel.getByRole('status').filter({ hasText: 'Explanation ready' }).first().waitFor());
  return panel;
}

/** What the browser highlights in a page, its frames and its shadow trees, in order; a formula as what it carries. */
async function lit(page: Page | Frame): Promise<string> {
  const all = await page.evaluate((name) => {
    const views: (Window & typeof globalThis)[] = [];
    const collect = (root: Document | ShadowRoot): void => {
      if ('defaultView' in root && root.defaultView) views.push(root.defaultView);
      for (const el of root.querySelectorAll('*')) {
        const inner = el.localName === 'iframe' ? (el as HTMLIFrameElement).contentDocument : el.shadowRoot;
        if (inner) collect(inner);
      }
    };
    collect(document);
    return views.flatMap((view) =>
      Array.from(view.CSS.highlights.get(name) ?? [], (range) => (range as Range).toString()),
    );
  }, HIGHLIGHT);
  return all.join(' ');
}
/** Without a dash in front, which a quote may have as a list's item has its bullet. */
const plain = (text: string): string => normaliseWithMap(text, 'close').text.replace(/^-|\s/g, '');

/** Presses the nth quote of the answer and waits until the panel says that it is shown. */
async function show(panel: Page, page: Page, nth: number, words: string): Promise<void> {
  await panel
    .getByRole('button', { name: /^Quote \d+/ })
    .nth(nth)
    .click();
  const seen: string[] = [];
  const shown = until(async () => {
    seen[0] = plain(await lit(page));
    return seen[0] === plain(words);
  }, 'the words to be lit');
  await shown.catch(() => expect([words, seen[0]]).toEqual([words, plain(words)]));
}

describe('a selection', () => {
  const CASES: Readonly<Record<string, { body: string; headers?: Record<string, string> }>> = {
    'on a page with the strictest policy': {
      body: article(marked),
      headers: { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" },
    },
    'on a page that runs from right to left': { body: `<div dir="rtl">${article(marked)}</div>` },
    'in an open shadow tree': { body: shadow('open', article(marked)) },
  };

  test.each(Object.entries(CASES))(
    '[J1] %s is explained in the panel, and its quote is shown where it stands',
    async (_name, { body, headers }) => {
      const { page, devtools } = await open(body, headers);
      await drag(page, '#words');
      await appears(devtools);
      await press(page, devtools, 'Explain');
      const panel = await explained();
      expect(promptOf(server.calls.at(-1) ?? never())).toContain(WORDS);
      expect(promptOf(server.calls.at(-1) ?? never())).toContain(AFTER);
      await show(panel, page, 0, WORDS.slice(0, -1));
      await page.close();
    },
  );

  test('[J1] in a frame is explained with what stands around it there', async () => {
    const { page, devtools } = await open(`<iframe id="frame" width="900" height="500" src="${HOME}/framed"></iframe>`);
    pages.set(`${HOME}/framed`, { body: `<!doctype html>${STYLE}${article(marked)}` });
    await page.reload();
    const frame = await page
      .locator('#frame')
      .elementHandle()
      .then((handle) => handle.contentFrame());
    if (!frame) throw new Error('There is no frame.');
    await drag(page, '#words', frame);
    await appears(devtools);
    await press(page, devtools, 'Explain');
    const panel = await explained();
    expect(promptOf(server.calls.at(-1) ?? never())).toContain(AFTER);
    await show(panel, page, 0, WORDS.slice(0, -1));
    await page.close();
  });

  test('streams: what the server has sent is read before it has sent it all', async () => {
    const { page, devtools } = await open(article(marked));
    const middle = gate();
    server.respond(() => reply({ text: 'It shuts the sea out.', before: { 2: middle.pass } }));
    await drag(page, '#words');
    await appears(devtools);
    await press(page, devtools, 'Explain');
    const panel = await x.sidePanel();
    await telling(panel, panel.getByRole('article', { name: 'Explanation' }).filter({ hasText: /It/ }).waitFor());
    expect(await panel.getByRole('status').first().innerText()).not.toContain('Explanation ready');
    middle.release();
    expect(await (await explained()).getByRole('article', { name: 'Explanation' }).innerText()).toContain(
      'the sea out.',
    );
    await page.close();
  });
});

const never = (): never => {
  throw new Error('The server was not asked.');
};

/** Quotes a model could give of a golden page: from every part of it, of every kind of block. */
function somePassages(markdown: string, language: string): readonly { ref: string; exact: string }[] {
  const quotes = quotesOf(markdown, language).filter(
    // a model writes a formula or code in its own way, and never a whole passage
    ({ exact, kind }) => exact.length > 20 && exact.length < 300 && !/[$\n]/.test(exact) && !/code|passage/.test(kind),
  );
  const step = Math.max(1, Math.floor(quotes.length / 6));
  const passages = splitIntoPassages(markdown, language);
  return quotes
    .filter((_quote, i) => i % step === 0)
    .slice(0, 7)
    .map(({ exact }) => ({ exact, ref: passages.find(({ text }) => text.includes(exact))?.id ?? '' }));
}

describe('an answer about a golden page', () => {
  test.each(goldenNames())('[J4] %s: each of its quotes is lit on the page when it is pressed', async (name) => {
    const markdown = readFileSync(join(PAGES, name, 'expected.md'), 'utf8');
    const quotes = somePassages(markdown, golden(name).language);
    expect(quotes.length).toBeGreaterThan(2);
    const escaped = (text: string): string => text.replace(/[\\`*_[\]<>|~#$]/g, '\\$&');
    const forged = 'Nobody on this page has ever said these very words.';
    const lines = quotes.map(({ exact, ref }, i) => `${String(i + 1)}. So it is [${escaped(exact)}](#${ref}).`);
    server.respond(() => reply({ text: [...lines, `And this [${forged}](#abc1234).`].join('\n') }));
    const { page, panel } = await openWithPanel(x, site.page(name));
    const { ready } = golden(name);
    if (ready !== undefined) await page.locator(ready).first().waitFor();
    await ask(panel, 'What does it say?');
    await answered(panel);
    const marks = panel.getByRole('article', { name: 'Answer' }).getByRole('button', { name: /^Quote \d+/ });
    expect(await marks.count()).toBe(quotes.length);
    for (const [i, { exact }] of quotes.entries()) {
      await show(panel, page, i, exact);
    }
    expect(await panel.getByText('couldn’t be verified').count()).toBeGreaterThan(0);
    await page.close();
  });
});
