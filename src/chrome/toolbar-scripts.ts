/**
 * The toolbar's script in the browser: registered where it belongs, put into the tabs that are open, taken out of those where
 * it no longer belongs. The one rule: the settings and the access decide, and nothing is done where nothing has changed.
 */
import type { ToolbarSettings } from '../lib/protocol/settings.ts';
import { registrationFor, standsOn, type Registration } from '../lib/protocol/toolbar.ts';
import { fileOf } from './packaged.ts';
import { grantedOrigins } from './permissions.ts';
import { loadSettings } from './settings.ts';

const ID = 'toolbar';

export interface ToolbarScripts {
  /** Brings the browser up to the settings. Safe to call at any time; calls come one after the other. */
  reconcile(): Promise<void>;
}

/** `script`: the packaged file. */
export function toolbarScripts(script: string): ToolbarScripts {
  const file = fileOf(script);
  let turn: Promise<unknown> = Promise.resolve();
  return {
    reconcile() {
      const done = turn.then(async () => {
        const { toolbar } = await loadSettings();
        const wanted = registrationFor(toolbar, await grantedOrigins());
        if (await register(wanted, file)) await inTabs(wanted, file);
      });
      turn = done.catch(() => undefined);
      return done;
    },
  };
}

/** Takes the script out of every page where the settings no longer have it, as far as there is access. */
export async function abortElsewhere(toolbar: ToolbarSettings): Promise<void> {
  await inTabs(registrationFor(toolbar, await grantedOrigins()), null);
}

/** Resolves with whether anything had to be changed. */
async function register(wanted: Registration | null, file: string): Promise<boolean> {
  const [now] = await chrome.scripting.getRegisteredContentScripts({ ids: [ID] });
  if (wanted === null) {
    if (now) await chrome.scripting.unregisterContentScripts({ ids: [ID] });
    return now !== undefined;
  }
  const script: chrome.scripting.RegisteredContentScript = {
    id: ID,
    js: [file],
    matches: [...wanted.matches],
    excludeMatches: [...wanted.excludeMatches],
    allFrames: true,
    matchOriginAsFallback: true, // blank frames belong to the page that made them
    runAt: 'document_idle',
    persistAcrossSessions: true,
  };
  if (now && same(now, script)) return false;
  if (now) await chrome.scripting.updateContentScripts([script]);
  else await chrome.scripting.registerContentScripts([script]);
  return true;
}

function same(a: chrome.scripting.RegisteredContentScript, b: chrome.scripting.RegisteredContentScript): boolean {
  const lists = ['js', 'matches', 'excludeMatches'] as const;
  return lists.every(
    (list) => JSON.stringify((a[list] ?? []).toSorted()) === JSON.stringify((b[list] ?? []).toSorted()),
  );
}

/** Puts the script into open pages, or takes it out. Tabs without access, or with no page yet, are left as they are. */
async function inTabs(wanted: Registration | null, file: string | null): Promise<void> {
  const tabs = await chrome.tabs.query({ discarded: false });
  await Promise.allSettled(tabs.map(({ id = -1 }) => inTab(id, wanted, file)));
}

async function inTab(tabId: number, wanted: Registration | null, file: string | null): Promise<void> {
  const frames = await chrome.scripting.executeScript({
    target: { tabId, allFrames: true },
    func: () => ({
      origin: self.origin,
      stands: Object.hasOwn(globalThis, '__klToolbar'), // an element that a page calls so is none of ours
    }),
    injectImmediately: true,
  });
  const found = frames.map(({ documentId, result }) => ({ documentId, ...result }));
  const wrong = found.filter(({ origin = '', stands }) => stands === true && !standsOn(wanted, origin));
  const missing = found.filter(({ origin = '', stands }) => stands === false && standsOn(wanted, origin));
  const target = (of: typeof found) => ({ tabId, documentIds: of.map(({ documentId }) => documentId) });
  if (wrong.length > 0)
    await chrome.scripting.executeScript({
      target: target(wrong),
      func: () => (globalThis as { __klToolbar?: { abort(): void } }).__klToolbar?.abort(),
      injectImmediately: true,
    });
  if (missing.length > 0 && file !== null)
    await chrome.scripting.executeScript({ target: target(missing), files: [file], injectImmediately: true });
}
