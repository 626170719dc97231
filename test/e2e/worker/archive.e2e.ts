/** The archive of runs over the browser's own IndexedDB: the list that every archive passes, and the browser killed. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findBrowser } from '../../../scripts/lib/browser.mjs';
import { removeProfile, throwawayProfile } from '../../../scripts/lib/chrome.mjs';
import { archives } from '../../kit/storage/archive-conformance.ts';
import { archiveIn, archiveScript } from '../../kit/storage/archive-page.ts';
import { agentReply, pastCalls, type AgentScript } from '../../kit/models/model-server-agent.ts';
import { startModelServer } from '../../kit/models/model-server.ts';
import { startSite } from '../../kit/pages/site.ts';
import { answered, ask, framesOfTheRun, openThread } from '../kit/asking.ts';
import { until } from '../kit/behind.ts';
import { freezeAt, frozen } from '../kit/freeze.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { button, openWithPanel, telling, useServer } from '../kit/reader.ts';

describe('the module of the archive, in a plain page of Chromium', () => {
  let x: Harness;
  let page: Page;
  let subjects = 0;
  beforeAll(async () => {
    const [browser, script] = await Promise.all([launch(), archiveScript()]);
    x = browser;
    await x.route('http://localhost/', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    page = await x.open('http://localhost/');
    await page.evaluate(script);
  });
  afterAll(() => x.close());

  archives(() => {
    const name = `subject-${String((subjects += 1))}`;
    return { archive: archiveIn(page, name), reopen: () => archiveIn(page, name) };
  }, 20);
});

test('what was awaited is there after the browser was killed: the run’s frames, and a yes that was not yet acted on', async () => {
  const profile = await throwawayProfile(findBrowser() ?? '');
  // allows every origin: a crash may take the browser's own grant with it
  const [site, server] = await Promise.all([startSite(), startModelServer(() => agentReply(opener), { cors: true })]);
  onTestFinished(async () => {
    await Promise.all([site.close(), server.close()]);
    await removeProfile(profile);
  });
  const link = `${site.page('news')}?more`;
  const opener: AgentScript = (exchange) => {
    const [opened] = pastCalls(exchange).filter(({ name }) => name === 'open_link');
    if (opened) return { text: `So it went: ${opened.result ?? ''}` };
    return { calls: [{ name: 'open_link', arguments: { reasoning: 'They want to read on.', url: link } }] };
  };

  const first = await launch({ profile });
  onTestFinished(() => first.close());
  await useServer(first, server, { contextTokens: 128_000 });
  const { panel } = await openWithPanel(first, site.page('long-read'));
  await ask(panel, 'Show me more of it.');
  const allow = button(panel, 'Allow once');
  await telling(panel, allow.waitFor());
  const before = await framesOfTheRun(first);
  await freezeAt(first, /"control":"approve"/); // which takes the yes out of the inbox
  await allow.click({ delay: 500 });
  await until(async () => (await frozen(first)) > 0, 'the yes to be taken up');
  await first.crash();

  const second = await launch({ profile });
  onTestFinished(() => second.close());
  const { panel: next } = await openWithPanel(second, site.page('news'));
  await openThread(next);
  expect(await answered(next)).toContain(`Opened ${link}`);
  expect((await framesOfTheRun(second)).slice(0, before.length)).toEqual(before);
  expect(second.context.pages().filter((page) => page.url() === link)).toHaveLength(1);
}, 120_000);
