/**
 * The store build in a real browser with its real side panel, for tests. The rule: nothing sleeps and nothing asks the
 * product for help; access comes from a real action click or from the browser's own grant.
 *
 * Playwright stays attached to the service worker, so the worker never goes idle here: tests of real idling use raw.ts.
 */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';
import { findBrowser } from '../../../scripts/lib/browser.mjs';
import { STORE_BUILD } from '../../../scripts/lib/build.mjs';
import {
  QUIET_FLAGS,
  QUIET_PATH,
  removeProfile,
  sandboxFlags,
  tabInFront,
  type TargetInfo,
  throwawayProfile,
  within,
  WORKER_READY,
} from '../../../scripts/lib/chrome.mjs';
import { dump, strays } from './canary.ts';
import {
  browserCdp,
  createTabs,
  type DeveloperPrivate,
  keepHiddenPage,
  until,
  waitForTab,
  waitUntilLoaded,
} from './behind.ts';
import { settingsOf, type OneModel } from '../../kit/protocol/settings.ts';

// Without it Playwright passes over a side panel, whose target begins its life as `other`.
process.env['PW_CHROMIUM_ATTACH_TO_OTHER'] = '1';

export { STORE_BUILD };
export const PANEL_PATH = 'src/sidepanel/index.html';
const SETTINGS_KEY = 'settings';
/** A file of chrome://extensions: it has that page's API without its interface, which takes half a second to load. */
const EXTENSIONS_PATH = 'chrome://extensions/strings.m.js';

/** A worker that is killed while it is asked may never answer. */
const ANSWER_MS = 5000;
const LOST_ANSWER = 'an answer that may be lost';

export interface LaunchOptions {
  /** Folder of the unpacked extension. */
  readonly extension?: string;
  readonly args?: readonly string[];
  /** A profile that outlives the browser; whoever made it removes it. */
  readonly profile?: string;
}

export interface Look {
  readonly scheme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  /** Device pixels per CSS pixel. */
  readonly scale?: number;
}

type StorageArea = 'local' | 'session';

export type Harness = Awaited<ReturnType<typeof launch>>;

/** Starts a browser with an empty profile and the extension in it. Throws with the manifest's error when it is refused. */
export async function launch(options: LaunchOptions = {}) {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error('No browser was found. `npm test` installs one or says how.');
  const profile = options.profile ?? (await throwawayProfile(executablePath));
  const dispose = (): Promise<void> => (options.profile === undefined ? removeProfile(profile) : Promise.resolve());
  if (!existsSync(join(profile, 'Default'))) await writePreferences(profile);
  const context = await chromium
    .launchPersistentContext(profile, {
      executablePath,
      headless: true,
      viewport: null, // pages and panel keep the size the browser gives them
      ignoreDefaultArgs: ['--disable-extensions'],
      args: [
        '--window-size=1280,900',
        '--disable-gpu',
        '--enable-unsafe-extension-debugging',
        ...QUIET_FLAGS,
        ...sandboxFlags(),
        ...(options.args ?? []),
      ],
    })
    .catch(async (error: unknown) => {
      await dispose();
      throw error;
    });
  let gone = false;
  context.on('close', () => (gone = true));
  const close = async () => {
    await context.close();
    await dispose();
  };
  try {
    const x = await install(context, options.extension ?? STORE_BUILD);
    return {
      ...x,
      /** Closes the browser. Throws when a canary key lies anywhere but in its own slot. */
      async close() {
        const found = gone ? [] : strays(await x.inExtension(dump));
        await close();
        if (found.length > 0) throw new Error(`A key was found in ${found.join(', ')}.`);
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Developer mode keeps an unpacked extension enabled over a reload, and makes the browser collect its errors. */
async function writePreferences(profile: string) {
  await mkdir(join(profile, 'Default'), { recursive: true });
  await writeFile(
    join(profile, 'Default', 'Preferences'),
    JSON.stringify({ extensions: { ui: { developer_mode: true } } }),
  );
}

async function install(context: BrowserContext, extension: string) {
  const cdp = await browserCdp(context);
  const problems: string[] = [];
  context.on('console', (message) => {
    const where = message.worker()?.url() ?? message.page()?.url() ?? '';
    if (message.type() === 'error' && where.startsWith('chrome-extension://')) problems.push(message.text());
  });
  context.on('weberror', (error) => {
    if (error.page()?.url().startsWith('chrome-extension://')) problems.push(error.error().message);
  });

  const started = context.waitForEvent('serviceworker');
  const { id } = await cdp<{ id: string }>('Extensions.loadUnpacked', { path: extension }).catch((error: unknown) => {
    started.catch(() => undefined); // the refusal is the story, not the worker that never came
    throw error;
  });
  const worker = await started; // the same handle serves after every restart
  const url = (path: string) => `chrome-extension://${id}/${path}`;
  const targets = async () =>
    (await cdp<{ targetInfos: TargetInfo[] }>('Target.getTargets', { filter: [{}] })).targetInfos;
  const runningWorker = async () =>
    (await targets()).find((t) => t.type === 'service_worker' && t.url.startsWith(url('')));

  const inExtension = keepHiddenPage(context, cdp, url(QUIET_PATH));
  const inExtensionList = keepHiddenPage(context, cdp, EXTENSIONS_PATH);
  await inExtension((page) => page.evaluate(WORKER_READY));
  const findPanel = () => context.pages().find((p) => p.url() === url(PANEL_PATH));

  const sessions = new WeakMap<Page, Promise<CDPSession>>();
  /** The one session of a page: each more slows the page to its end. */
  const sessionWith = (page: Page): Promise<CDPSession> => {
    const session = sessions.get(page) ?? context.newCDPSession(page);
    sessions.set(page, session);
    return session;
  };

  const storage = {
    /** Everything the area holds. */
    get: (area: StorageArea) => inExtension((page) => page.evaluate((a) => chrome.storage[a].get(null), area)),
    set: (area: StorageArea, values: Record<string, unknown>) =>
      inExtension((page) => page.evaluate(({ a, v }) => chrome.storage[a].set(v), { a: area, v: values })),
    clear: (area: StorageArea) => inExtension((page) => page.evaluate((a) => chrome.storage[a].clear(), area)),
  };

  /** Starts the worker if it is not running: an event does, an evaluation does not. */
  async function wakeWorker() {
    if ((await runningWorker()) !== undefined) return;
    await inExtension((page) =>
      page.evaluate(() => {
        const port = chrome.runtime.connect({ name: 'wake' });
        port.disconnect();
      }),
    );
    await until(async () => (await runningWorker()) !== undefined, 'the worker to start');
  }

  /**
   * The worker, awake and answering. Playwright may hear of a kill only after the browser has started the next worker, and
   * then fails what it was asked to evaluate: so it is asked for nothing first, which may be asked twice.
   */
  async function answeringWorker() {
    await wakeWorker();
    const answers = () =>
      within(
        worker.evaluate(() => chrome.runtime.getPlatformInfo().then(() => true)),
        ANSWER_MS,
        LOST_ANSWER,
      ).catch((error: unknown) => {
        // the second: of one that the browser has not registered yet, or no longer; the third: of one that went meanwhile
        if (/Service worker restarted|No SW/.test(String(error)) || String(error).includes(LOST_ANSWER)) return false;
        throw error;
      });
    await until(answers, 'the worker to answer');
    return worker;
  }

  /** Whether the browser lets the extension see the tab in front. */
  const seesTabInFront = (): Promise<boolean> =>
    inExtension((page) =>
      page.evaluate(async () => {
        const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
        return tab?.url !== undefined && tab.url !== '';
      }),
    );

  /** The browser's own grant: what the product asks for from now on is given without a question. */
  async function allowHost(pattern: string) {
    await inExtensionList((page) =>
      page.evaluate(
        ([i, p]) =>
          (chrome as unknown as { developerPrivate: DeveloperPrivate }).developerPrivate.addHostPermission(i, p),
        [id, pattern] as const,
      ),
    );
  }

  return {
    id,
    context,
    cdp,
    storage,
    url,
    targets,
    inExtension,
    ...createTabs(context, cdp),
    /** A click on the toolbar icon over this page, with all that a real one grants: gesture, `onClicked`, `activeTab`. */
    async clickAction(page: Page) {
      await page.bringToFront();
      await waitForTab(targets, page.url());
      const click = async () =>
        cdp('Extensions.triggerAction', { id, targetId: tabInFront(await targets(), page.url()) });
      await click();
      // on a busy machine the browser now and then grants nothing for a click that DevTools makes; a user clicks again
      if (page.url().startsWith('http')) await until(seesTabInFront, 'the click to grant access', 3000).catch(click);
    },
    /** The real side panel, open or about to open. */
    async sidePanel(): Promise<Page> {
      const panel =
        findPanel() ?? (await context.waitForEvent('page', { predicate: (p) => p.url() === url(PANEL_PATH) }));
      await waitUntilLoaded(panel);
      return panel;
    },
    /** Closes the side panel as its own cross does; resolves once it has gone. */
    async closeSidePanel() {
      const panel = findPanel();
      if (panel === undefined) throw new Error('No side panel is open.');
      await until(async () => {
        // the page does not outlive the call, and one that is just opening cannot be closed
        const close = async () => chrome.sidePanel.close({ windowId: (await chrome.windows.getCurrent()).id ?? -1 });
        await panel.evaluate(close).catch(() => undefined);
        return panel.isClosed();
      }, 'the side panel to close');
    },
    /** Ends the worker as Chrome does to an idle one; resolves once it has gone. False when none was running. */
    async killWorker(): Promise<boolean> {
      return inExtension(async (page) => {
        // a panel's port may start the next worker at once, under the same target: only the context's id tells them apart
        const contextId = () =>
          page.evaluate(async () => {
            const [worker] = await chrome.runtime.getContexts({ contextTypes: ['BACKGROUND'] });
            return worker?.contextId ?? null;
          });
        const [before, target] = await Promise.all([contextId(), runningWorker()]);
        if (target === undefined || before === null) return false;
        await cdp('Target.closeTarget', { targetId: target.targetId });
        await until(async () => (await contextId()) !== before, 'the worker to go');
        return true;
      });
    },
    /** Reloads the extension as an update does: session storage is emptied, panel and worker go. Resolves with a new worker. */
    async reload() {
      await inExtension((page) => page.close()); // it would keep the context of what is replaced
      await inExtensionList((page) =>
        page.evaluate(
          (i) => (chrome as unknown as { developerPrivate: DeveloperPrivate }).developerPrivate.reload(i, {}),
          id,
        ),
      );
      await inExtension((page) => page.evaluate(WORKER_READY));
    },
    /** Ends the browser as a crash does: no handler runs. */
    async crash() {
      const { processInfo } = await cdp<{ processInfo: { type: string; id: number }[] }>('SystemInfo.getProcessInfo');
      const browser = processInfo.find(({ type }) => type === 'browser');
      if (browser === undefined) throw new Error('The browser has no process.');
      const closed = context.waitForEvent('close');
      process.kill(browser.id, 'SIGKILL');
      await closed;
    },
    workerRuns: async () => (await runningWorker()) !== undefined,
    wakeWorker,
    /** Evaluates in the worker, which is woken first. */
    async inWorker<R, A = undefined>(fn: (argument: A) => R | Promise<R>, argument?: A): Promise<R> {
      return (await answeringWorker()).evaluate(fn as (argument: unknown) => R | Promise<R>, argument);
    },
    /**
     * Fires a keyboard shortcut of the manifest over this page. Unlike a user's key it grants no `activeTab`, since
     * DevTools keys do not reach the browser's own accelerators.
     */
    async command(name: string, page: Page) {
      await page.bringToFront();
      await (
        await answeringWorker()
      ).evaluate(async (command) => {
        const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
        // undocumented, and present on every extension event
        const event = chrome.commands.onCommand as unknown as { dispatch(name: string, tab: unknown): void };
        event.dispatch(command, tab);
      }, name);
    },
    allowHost,
    /** Grants an optional host permission, as if the product had asked and the user had said yes. */
    async grantHost(pattern: string) {
      await allowHost(pattern);
      // with the browser's grant in place this answers without a question, and makes the grant the product's own
      await inExtension(async (page) => {
        const devtools = await sessionWith(page);
        const { result } = await devtools.send('Runtime.evaluate', {
          expression: `chrome.permissions.request(${JSON.stringify({ origins: [pattern] })})`,
          userGesture: true,
          awaitPromise: true,
          returnByValue: true,
        });
        if (result.value !== true) throw new Error(`The browser did not grant ${pattern}.`);
      });
    },
    /** Replaces the settings by the defaults with these changes, and with one model where one is named. */
    setSettings: (changes: OneModel) => storage.set('local', { [SETTINGS_KEY]: settingsOf(changes) }),
    /** Colour scheme and size for a picture; what is left out stays as it is. */
    async look(page: Page, { scheme, width, height, scale = 1 }: Look) {
      if (scheme !== undefined) await page.emulateMedia({ colorScheme: scheme });
      if (width === undefined && height === undefined && scale === 1) return;
      const isTold = width !== undefined && height !== undefined;
      const now = isTold ? { width, height } : await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
      const devtools = await sessionWith(page);
      await devtools.send('Emulation.setDeviceMetricsOverride', {
        width: width ?? now.width,
        height: height ?? now.height,
        deviceScaleFactor: scale,
        mobile: false,
      });
    },
    /**
     * Errors of the extension so far: console errors, uncaught exceptions, unhandled rejections and CSP violations of
     * worker, panel and pages, from Playwright and from the browser's own error list.
     */
    async problems(): Promise<readonly string[]> {
      const listed = await inExtensionList((page) =>
        page.evaluate(async (i) => {
          const { developerPrivate } = chrome as unknown as { developerPrivate: DeveloperPrivate };
          const { runtimeErrors, manifestErrors } = await developerPrivate.getExtensionInfo(i);
          const errors = runtimeErrors.filter((e) => e.severity === 'ERROR');
          return [...errors, ...manifestErrors].map((e) => e.message);
        }, id),
      );
      return [...new Set([...problems, ...listed])];
    },
  };
}
