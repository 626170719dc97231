/**
 * Chrome's built-in model, from the worker through the offscreen document to the panel. This Chromium has no model, so the
 * real API refuses; then a stub takes its place in the document, as the one thing that is not real.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { within } from '../../scripts/lib/chrome.mjs';
import { DEFAULT_TIMEOUTS } from '../../src/lib/models/model.ts';
import { OFFSCREEN_PAGE } from '../../src/lib/protocol/offscreen/offscreen.ts';
import { DEFAULT_SETTINGS, type ModelSettings } from '../../src/lib/protocol/settings/settings.ts';
import { startSite, type Site } from '../kit/site.ts';
import { until } from './behind.ts';
import { rawLaunch, type RawHarness, type RawPage } from './raw.ts';

const BUILT_IN: ModelSettings = {
  id: 'chrome:built-in',
  provider: 'chrome',
  endpoint: '',
  model: 'built-in',
  contextTokens: 9216,
  toolCalling: 'json',
  pictures: false,
  keepAlive: 5,
  timeouts: DEFAULT_TIMEOUTS,
  priceInput: 0,
  priceCached: 0,
  priceOutput: 0,
};

let x: RawHarness;
let site: Site;
let panel: RawPage;
beforeAll(async () => {
  [x, site] = await Promise.all([rawLaunch(), startSite()]);
  await x.setSettings({ ...DEFAULT_SETTINGS, models: [BUILT_IN], main: BUILT_IN.id });
  const article = await x.open(site.page('news'));
  await x.clickAction(article);
  panel = await x.sidePanel();
});
afterAll(() => Promise.all([x.close(), site.close()]));

/** Resolves when the panel's text matches. Asked from outside: what is awaited inside a page can be lost with it. */
async function shows(pattern: RegExp): Promise<void> {
  let text = '';
  const matches = async (): Promise<boolean> => {
    text = await within(panel.evaluate<string>('document.body.innerText'), 5000, 'the panel').catch(() => text);
    return pattern.test(text);
  };
  await until(matches, `${String(pattern)} to show`, 20_000).catch((thrown: unknown) => {
    throw new Error(`Instead the panel shows:\n${text}`, { cause: thrown });
  });
}

const click = (label: string): Promise<unknown> =>
  panel.evaluate((name: string) => {
    const found = [...document.querySelectorAll('button')].find((b) => b.innerText.includes(name));
    if (!found) throw new Error(`No button ${name} in: ${document.body.innerText}`);
    found.click();
  }, label);

const hiddenPage = () => x.targets().find(({ url }) => url === x.url(OFFSCREEN_PAGE));

test('a browser without a model says so, with what Chrome needs', async () => {
  await shows(/Summarise this page/);
  expect(hiddenPage()).toBeUndefined();
  await click('Summarise this page');
  await shows(/built-in model is not available in this browser: \S/); // why, in Chrome’s own words
  await shows(/22 GB of free disk space/);
  expect(hiddenPage()).toBeDefined();
});

test('a model in the hidden page writes the summary, which streams into the panel', async () => {
  const target = hiddenPage();
  if (target === undefined) throw new Error('There is no hidden page.');
  const hidden = await x.attach(target.targetId);
  await hidden.evaluate(STUB);
  await click('Try again');
  await shows(/Green tea is/);
  expect(await hidden.evaluate<number>('alive')).toBe(1); // it waits, with half of the summary in view
  await hidden.evaluate('finish()');
  await shows(/Green tea is a tea\./);
  await shows(/Summary ready/);
  await until(async () => (await hidden.evaluate<number>('alive')) === 0, 'the session to go');
  await hidden.detach();
});

test('the hidden page goes with its worker', async () => {
  expect(hiddenPage()).toBeDefined();
  // right after a reply it wakes the next worker, and goes with that one or a later one
  const isGone = async (): Promise<boolean> => {
    // one that dies as it starts takes no port, and ends none
    await panel.evaluate(() => chrome.runtime.sendMessage({ type: 'test.none' }));
    await x.killWorker();
    return hiddenPage() === undefined;
  };
  await until(isGone, 'the hidden page to go', 50_000);
});

/** A model that writes half of a sentence, and the rest when it is told to. */
const STUB = `
  globalThis.alive = 0;
  globalThis.told = new Promise((resolve) => { globalThis.finish = resolve; });
  globalThis.LanguageModel = {
    availability: async () => 'available',
    async create() {
      alive += 1;
      return {
        contextUsage: 10, contextWindow: 9216,
        measureContextUsage: async () => 100,
        promptStreaming: () => new ReadableStream({
          async start(controller) {
            controller.enqueue('Green tea is');
            await told;
            controller.enqueue(' a tea.');
            controller.close();
          },
        }),
        destroy() { alive -= 1; },
      };
    },
  };
`;
