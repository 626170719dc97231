/**
 * The extension in a browser with no debugger on its worker, so that the worker idles and dies as it does for people.
 * The rule: pages and panel may be attached, the worker never; its life is read off the browser's list of targets.
 */
import { findBrowser } from '../../../scripts/lib/browser.mjs';
import { launchChrome, type TargetInfo } from '../../../scripts/lib/chrome.mjs';
import type { Settings } from '../../../src/lib/protocol/settings/settings.ts';
import type { DeveloperPrivate } from './behind.ts';
import { PANEL_PATH, STORE_BUILD } from './harness.ts';

export type { RawPage } from '../../../scripts/lib/chrome.mjs';
export type RawHarness = Awaited<ReturnType<typeof rawLaunch>>;

export async function rawLaunch({ extension = STORE_BUILD, args = [] as readonly string[] } = {}) {
  const executable = findBrowser();
  if (executable === null) throw new Error('No browser was found. `npm test` installs one or says how.');
  const chrome = await launchChrome({ executable, extension, args });
  const worker = (targets: readonly TargetInfo[]) =>
    targets.find((t) => t.type === 'service_worker' && t.url.startsWith(chrome.url('')));
  return {
    ...chrome,
    /** The side panel, open or about to open. */
    sidePanel: () => chrome.sidePanel(PANEL_PATH),
    workerRuns: () => worker(chrome.targets()) !== undefined,
    /** Resolves once a worker runs; with `other`, one that is not that. Its target id. */
    workerUp: (ms = 15_000, other?: string) =>
      chrome.until(
        (targets) => {
          const id = worker(targets)?.targetId;
          return id !== undefined && id !== other && id;
        },
        'the worker to start',
        ms,
      ),
    /** Resolves once no worker runs: after a kill at once, by idleness some 30 s after the last event. */
    workerDown: (ms = 60_000) => chrome.until((targets) => worker(targets) === undefined, 'the worker to stop', ms),
    /** Grants a host permission, as if the product had asked and the user had said yes. */
    async grantHost(pattern: string) {
      const list = await chrome.open('chrome://extensions');
      await list.evaluate(allowHost, chrome.id, pattern);
      await list.close();
      const page = await chrome.open(chrome.url('manifest.json'));
      await page.send('Runtime.evaluate', {
        expression: `chrome.permissions.request(${JSON.stringify({ origins: [pattern] })})`,
        userGesture: true,
        awaitPromise: true,
      });
      await page.close();
    },
    async setSettings(settings: Settings) {
      const page = await chrome.open(chrome.url('manifest.json'));
      await page.evaluate(storeSettings, settings);
      await page.close();
    },
    /** Ends the worker at once. False when none was running. */
    async killWorker() {
      const target = worker(chrome.targets());
      if (target === undefined) return false;
      await chrome.send('Target.closeTarget', { targetId: target.targetId });
      await chrome.until((targets) => !targets.some((t) => t.targetId === target.targetId), 'the worker to go');
      return true;
    },
  };
}

const allowHost = (id: string, pattern: string): Promise<void> =>
  (chrome as unknown as { developerPrivate: DeveloperPrivate }).developerPrivate.addHostPermission(id, pattern);

const storeSettings = (settings: Settings): Promise<void> => chrome.storage.local.set({ settings });
