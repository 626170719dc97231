/**
 * Chrome's built-in model, from the worker through the offscreen document to the panel. This Chromium has no model, so the
 * real API refuses; then a stub takes its place in the document, as the one thing that is not real.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_TIMEOUTS } from '../../../src/lib/models/model.ts';
import { DEFAULT_SETTINGS } from '../../../src/lib/protocol/settings/defaults.ts';
import type { ModelSettings } from '../../../src/lib/protocol/settings/settings.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { until } from '../kit/behind.ts';
import { clickButton, findHiddenPage, showsText } from '../kit/raw-panel.ts';
import { rawLaunch, type RawHarness, type RawPage } from '../kit/raw.ts';

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

test('a browser without a model says so, with what Chrome needs', async () => {
  await showsText(panel, /Summarise this page/);
  expect(findHiddenPage(x)).toBeUndefined();
  await clickButton(panel, 'Summarise this page');
  await showsText(panel, /built-in model isn’t available in this browser: \S/); // why, in Chrome’s own words
  await showsText(panel, /22 GB of free disk space/);
  expect(findHiddenPage(x)).toBeDefined();
});

test('a model in the hidden page writes the summary, which streams into the panel', async () => {
  const target = findHiddenPage(x);
  if (target === undefined) throw new Error('There is no hidden page.');
  const hidden = await x.attach(target.targetId);
  await hidden.evaluate(STUB);
  await clickButton(panel, 'Try again');
  await showsText(panel, /Green tea is/);
  expect(await hidden.evaluate<number>('alive')).toBe(1); // it waits, with half of the summary in view
  await hidden.evaluate('finish()');
  await showsText(panel, /Green tea is a tea\./);
  await showsText(panel, /Summary ready/);
  await until(async () => (await hidden.evaluate<number>('alive')) === 0, 'the session to go');
  await hidden.detach();
});

test('the hidden page goes with its worker', async () => {
  expect(findHiddenPage(x)).toBeDefined();
  // right after a reply it wakes the next worker, and goes with that one or a later one
  const isGone = async (): Promise<boolean> => {
    // one that dies as it starts takes no port, and ends none
    await panel.evaluate(() => chrome.runtime.sendMessage({ type: 'test.none' }));
    await x.killWorker();
    return findHiddenPage(x) === undefined;
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
