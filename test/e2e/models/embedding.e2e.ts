/**
 * Finding by meaning in the browser: a question in other words than the page's finds its passage by the vectors of a local
 * server, in either wire format, sent once and also when the worker dies in the middle.
 */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { embed, isEmbedding, textsIn } from '../../kit/models/embedding-server.ts';
import { gate, reply } from '../../kit/models/model-server-replies.ts';
import { startModelServer, type Exchange, type ModelServer } from '../../kit/models/model-server.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { chatCompletions } from '../../kit/wire/chat-completions.ts';
import { ollamaChat } from '../../kit/wire/ollama.ts';
import { answerIn, askOn, framesOf, openTabs, over, ownPanelPage } from '../kit/asking.ts';
import { until } from '../kit/behind.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { checkLook } from '../kit/looks.ts';
import { button, openSettings, useServer } from '../kit/reader.ts';

let x: Harness;
let site: Site;
beforeAll(async () => {
  [x, site] = await Promise.all([launch(), startSite()]);
  await x.grantHost('http://localhost/*');
});
afterAll(() => Promise.all([x.close(), site.close()]));

const GOAL = 'Who finds conduit dripping?';
const PASSAGE = 'A leak hisses.';
/** Says whether it was shown the passage. */
const FOUND = 'It was found.';
const judge = (exchange: Exchange): string =>
  JSON.stringify(exchange.body).includes(PASSAGE) ? FOUND : 'It was not found.';

describe.each([
  ['openai-compatible', chatCompletions],
  ['ollama', ollamaChat],
] as const)('%s', (provider, format) => {
  let server: ModelServer;
  let panel: Page;
  const answerAs = (embedding = embed()) =>
    server.respond((exchange) => (isEmbedding(exchange) ? embedding : reply({ text: judge }, format)));
  const listTexts = (): readonly string[] => server.requests.filter(isEmbedding).flatMap(textsIn);
  beforeEach(async () => {
    server = await startModelServer(undefined, { format });
    panel = await ownPanelPage(x);
  });
  afterEach(() => Promise.all([panel.close(), server.close()]));

  async function choose(embedding?: string): Promise<void> {
    await useServer(x, server, { provider, contextTokens: 128_000, ...(embedding !== undefined && { embedding }) });
  }
  async function begin(): Promise<string> {
    const run = crypto.randomUUID();
    const [tab = -1] = await openTabs(panel, [`${site.page('long-read')}#${run}`]);
    await askOn(panel, tab, run, GOAL);
    return run;
  }
  async function finish(run: string): Promise<string> {
    await until(async () => over(await framesOf(panel, run)), 'the run to end', 60_000);
    return answerIn(await framesOf(panel, run));
  }

  test('finds what other words hide, sends each passage once, and nothing where no model was chosen', async () => {
    answerAs();
    await choose();
    expect(await finish(await begin())).not.toContain(FOUND);
    expect(listTexts()).toEqual([]);
    await choose('embed');
    expect(await finish(await begin())).toContain(FOUND);
    const texts = listTexts();
    expect(texts[0]).toBe(GOAL);
    expect(texts.filter((text) => text.includes(PASSAGE))).toHaveLength(1);
    expect(new Set(texts).size).toBe(texts.length);
    expect(await finish(await begin())).toContain(FOUND);
    expect(listTexts()).toEqual(texts);
    expect(await countVectors(panel)).toBeGreaterThanOrEqual(texts.length);
    await panel.evaluate(() => chrome.runtime.sendMessage({ type: 'history.clear' }));
    expect(await countVectors(panel)).toBe(0);
  });

  test('a worker that dies in the middle changes nothing', async () => {
    const held = gate();
    const vectors = embed();
    let requests = 0;
    answerAs(async (exchange, wire) => {
      requests += 1;
      if (requests === 2) await held.pass();
      await vectors(exchange, wire);
    });
    await choose('embed');
    const run = await begin();
    await held.reached;
    expect(await x.killWorker()).toBe(true);
    held.release();
    expect(await finish(run)).toContain(FOUND);
    expect(new Set(listTexts()).size).toBe(listTexts().length);
  });
});

const countVectors = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('knowledgelens');
        opening.onerror = () => reject(new Error('The database does not open.'));
        opening.onsuccess = () => {
          const db = opening.result;
          const counting = db.transaction('vectors').objectStore('vectors').count();
          counting.onsuccess = () => {
            db.close();
            resolve(counting.result);
          };
        };
      }),
  );

test('the settings offer it beside the server that has it', async () => {
  await x.setSettings({ endpoint: 'http://localhost:11434', provider: 'ollama', model: 'test-model' });
  const settings = await openSettings(x, 'model');
  await button(settings, 'Edit server:test-model').click();
  await settings.locator('summary', { hasText: 'Advanced' }).click();
  const field = settings.getByLabel('Embedding model');
  await field.fill('nomic-embed-text');
  await field.scrollIntoViewIfNeeded();
  await checkLook(x, settings, 'embedding-model');
  await button(settings, 'Save').click();
  await until(
    async () => JSON.stringify(await x.storage.get('local')).includes('"embedding":"nomic-embed-text"'),
    'the name to be saved',
    20_000,
  );
  await settings.close();
});
