/** Keeps the toolbar's content script in line with settings and permissions. */
import { hasLanguageModel } from '../../lib/protocol/settings/defaults.ts';
import type { ToolbarSettings } from '../../lib/protocol/settings/settings.ts';
import {
  createRegistration,
  isRegisteredFor,
  toWebOrigin,
  type Registration,
} from '../../lib/protocol/settings/toolbar.ts';
import { createQueue, raceWithAbort } from '../../lib/base/async.ts';
import { listGrantedOrigins } from '../permissions.ts';
import { loadSettings } from '../storage/settings.ts';
import { toPackagePath } from '../page/page-scripts.ts';

const SCRIPT_ID = 'toolbar';
/** A tab that hangs answers no script. */
const TAB_MS = 3000;

interface ToolbarScripts {
  readonly toolbar: string;
  /** Run before it where no language model is set up. */
  readonly noModel: string;
}

/** The function is idempotent; its calls are serialised. */
export function createToolbarReconciler(scripts: ToolbarScripts): () => Promise<void> {
  const [toolbarFile, noModelFile] = [toPackagePath(scripts.toolbar), toPackagePath(scripts.noModel)];
  const enqueue = createQueue();
  return () =>
    enqueue(async () => {
      const settings = await loadSettings();
      const wanted = await findRegistration(settings.toolbar);
      const hasModel = hasLanguageModel(settings);
      const files = hasModel ? [toolbarFile] : [noModelFile, toolbarFile];
      if (await updateRegistration(wanted, files)) await updateTabs(wanted, { file: toolbarFile, hasModel });
    });
}

export async function removeUnwanted(toolbar: ToolbarSettings): Promise<void> {
  await updateTabs(await findRegistration(toolbar), null);
}

/** The registration that these settings ask for, as far as access goes; null for none. */
const findRegistration = async (toolbar: ToolbarSettings): Promise<Registration | null> =>
  createRegistration(toolbar, await listGrantedOrigins());

async function updateRegistration(wanted: Registration | null, files: readonly string[]): Promise<boolean> {
  const [existing] = await chrome.scripting.getRegisteredContentScripts({ ids: [SCRIPT_ID] });
  if (wanted === null) {
    if (existing) await chrome.scripting.unregisterContentScripts({ ids: [SCRIPT_ID] });
    return existing !== undefined;
  }
  const script: chrome.scripting.RegisteredContentScript = {
    id: SCRIPT_ID,
    js: [...files],
    matches: [...wanted.matches],
    excludeMatches: [...wanted.excludeMatches],
    allFrames: true,
    matchOriginAsFallback: true, // blank frames belong to the page that created them
    runAt: 'document_idle',
    persistAcrossSessions: true,
  };
  if (existing && isSameScript(existing, script)) return false;
  if (existing) await chrome.scripting.updateContentScripts([script]);
  else await chrome.scripting.registerContentScripts([script]);
  return true;
}

function isSameScript(
  a: chrome.scripting.RegisteredContentScript,
  b: chrome.scripting.RegisteredContentScript,
): boolean {
  const lists = ['js', 'matches', 'excludeMatches'] as const;
  return lists.every(
    (list) => JSON.stringify((a[list] ?? []).toSorted()) === JSON.stringify((b[list] ?? []).toSorted()),
  );
}

interface ToolbarVersion {
  readonly file: string;
  readonly hasModel: boolean;
}

/** Null: nothing is added or changed. Does not wait for a tab that does not answer in time. */
async function updateTabs(wanted: Registration | null, version: ToolbarVersion | null): Promise<void> {
  const tabs = await chrome.tabs.query({ discarded: false });
  const signal = AbortSignal.timeout(TAB_MS);
  await Promise.allSettled(tabs.map((tab) => raceWithAbort(updateTab(tab, wanted, version, signal), signal)));
}

async function updateTab(
  { id: tabId = -1, url = '' }: chrome.tabs.Tab,
  wanted: Registration | null,
  version: ToolbarVersion | null,
  signal: AbortSignal,
): Promise<void> {
  const frames = await chrome.scripting.executeScript({
    target: { tabId, allFrames: true },
    func: () => ({
      origins: [self.origin, location.origin], // a frame in a sandbox has the second alone, a blank one the first
      stands: Object.hasOwn(globalThis, '__klToolbar'), // a page's element with that id does not count
    }),
    injectImmediately: true,
  });
  const now = signal.aborted ? await findRegistration((await loadSettings()).toolbar) : wanted; // late: the settings may have changed since
  const documents = frames.map(({ documentId, result }) => {
    const own = result?.origins.find((each) => each !== 'null');
    const isWanted = isRegisteredFor(now, own ?? toWebOrigin(url) ?? '');
    return { documentId, stands: result?.stands, isWanted, isNamed: own !== undefined };
  });
  const unwanted = documents.filter(({ stands, isWanted }) => stands === true && !isWanted);
  const served = documents.filter(({ stands, isWanted }) => stands !== undefined && isWanted);
  // one that names no site of its own may be of another site than the tab
  const missing = served.filter(({ stands, isNamed }) => stands === false && isNamed);
  const toTarget = (list: typeof documents) => ({ tabId, documentIds: list.map(({ documentId }) => documentId) });
  if (unwanted.length > 0)
    await chrome.scripting.executeScript({
      target: toTarget(unwanted),
      func: () => (globalThis as { __klToolbar?: { abort(): void } }).__klToolbar?.abort(),
      injectImmediately: true,
    });
  if (version === null) return;
  const { file, hasModel } = version;
  if (served.length > 0)
    await chrome.scripting.executeScript({
      target: toTarget(served),
      func: (has: boolean) => {
        if (has) Reflect.deleteProperty(globalThis, '__klNoModel');
        else (globalThis as { __klNoModel?: true }).__klNoModel = true;
      },
      args: [hasModel],
      injectImmediately: true,
    });
  if (missing.length > 0)
    await chrome.scripting.executeScript({ target: toTarget(missing), files: [file], injectImmediately: true });
}
