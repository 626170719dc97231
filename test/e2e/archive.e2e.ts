/** The archive of runs over the browser's own IndexedDB: the list that every archive passes, and the browser killed. */
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findBrowser } from '../../scripts/lib/browser.mjs';
import { QUIET_FLAGS, QUIET_PATH, removeProfile, sandboxFlags, throwawayProfile } from '../../scripts/lib/chrome.mjs';
import { createMirroredStore } from '../../src/lib/agent/store/mirror.ts';
import { createMemoryArea } from '../../src/lib/agent/store/storage-area.ts';
import { recoverRuns } from '../../src/lib/agent/store/recover.ts';
import { createFrameStore } from '../../src/lib/agent/store/frame-store.ts';
import { archives } from '../kit/archive-conformance.ts';
import { archiveIn, archiveScript } from '../kit/archive-page.ts';
import { commitOf } from '../kit/store-conformance.ts';
import { launch, type Harness } from './harness.ts';

let x: Harness;
let page: Page;
let script: string;
beforeAll(async () => {
  [x, script] = await Promise.all([launch(), archiveScript()]);
  page = await x.open(x.url(QUIET_PATH));
  await page.evaluate(script);
});
afterAll(() => x.close());

let subjects = 0;

describe('an archive in the browser', () => {
  archives(() => {
    const name = `subject-${String((subjects += 1))}`;
    return { archive: archiveIn(page, name), reopen: () => archiveIn(page, name) };
  }, 20);
});

const fail = (error: unknown): never => {
  throw error;
};

/** A browser with a profile that outlives it, at a page of an origin of its own. */
async function browserOn(profile: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findBrowser() ?? fail(new Error('No browser was found.')),
    headless: true,
    args: ['--disable-gpu', ...QUIET_FLAGS, ...sandboxFlags()],
  });
  await context.route('http://localhost/**', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  const opened = await context.newPage();
  await opened.goto('http://localhost/');
  await opened.evaluate(script);
  return { context, page: opened };
}

test('what was awaited is there after the browser was killed', async () => {
  const executable = findBrowser() ?? fail(new Error('No browser was found.'));
  const profile = await throwawayProfile(executable);
  onTestFinished(() => removeProfile(profile));

  const first = await browserOn(profile);
  const store = createMirroredStore(createFrameStore(createMemoryArea()), archiveIn(first.page, 'killed'), {
    onError: fail,
  });
  await store.append(commitOf('a', 0, 3));
  await store.send('a', { id: 'yes', type: 'approve', ask: 'k', hash: 'h', always: null });
  await kill(first.context);

  const second = await browserOn(profile);
  onTestFinished(() => second.context.close());
  const archive = archiveIn(second.page, 'killed');
  const fresh = createMirroredStore(createFrameStore(createMemoryArea()), archive, { onError: fail });
  expect(await recoverRuns(fresh, archive, fail)).toEqual(['a']);
  expect(await fresh.load('a')).toEqual(commitOf('a', 0, 3));
  expect(await fresh.listCommands('a')).toEqual([{ id: 'yes', type: 'approve', ask: 'k', hash: 'h', always: null }]);
});

/** Ends the browser's process as a crash does: no handler runs. */
async function kill(context: BrowserContext): Promise<void> {
  const devtools = await context.browser()?.newBrowserCDPSession();
  const { processInfo } = (await devtools?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] };
  const browser = processInfo.find(({ type }) => type === 'browser') ?? fail(new Error('The browser has no process.'));
  const closed = context.waitForEvent('close');
  process.kill(browser.id, 'SIGKILL');
  await closed;
}
