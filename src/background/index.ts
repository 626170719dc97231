/**
 * The worker's entry. The one rule: every listener is registered synchronously, at the top level, or the event that woke
 * the worker is lost. Whatever woke it, runs that an earlier worker left under way go on at once.
 */
import { signalAccess } from '../chrome/access.ts';
import { forgetGesture, noteGesture } from '../chrome/capture-access.ts';
import { chosenFrom, makeMenus } from '../chrome/menus.ts';
import { isOwnPage } from '../chrome/own-pages.ts';
import { loadSettings, onSettings } from '../chrome/settings.ts';
import { showAgain } from '../chrome/unmarked.ts';
import { RUNS_ALARM } from '../chrome/wakefulness.ts';
import { check } from '../lib/protocol/check.ts';
import { PANEL_PORT } from '../lib/protocol/events.ts';
import { MAX_SELECTED, PANEL_PAGE } from '../lib/protocol/messages.ts';
import { MAX_SOURCE } from '../lib/protocol/picture.ts';
import { toolbarPress } from './accept.ts';
import type { Pressed } from './selecting.ts';
import { wire } from './wire.ts';

const { runs, hub, selecting, picturing, toolbar, offscreen, handle, ready, flush, prune } = wire();
const resume = (): void => void ready.then(() => runs.resumeAll());

/** What the browser counts as a gesture over the tab gives access to it, and this remembers that it did. */
function openOver({ id, url = '' }: chrome.tabs.Tab): void {
  if (id === undefined || id === chrome.tabs.TAB_ID_NONE) return;
  openPanel(id);
  noteGesture(id, url);
}

/** Opens the panel. Only as the first statement of a gesture's listener: after any `await` the gesture is gone. */
function openPanel(tabId: number): void {
  chrome.sidePanel.open({ tabId }).catch(() => undefined); // refused: the window is closing, or has no room for a panel
  signalAccess(tabId);
}

// Content scripts have no business in our storage; `session` is closed to them anyway (SAFETY D8).
void chrome.storage.local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });

// With `openPanelOnActionClick` Chrome would open the panel but grant no access to the tab (PLATFORM §0).
void chrome.sidePanel.setPanelBehavior({ openPanelOnActionClick: false });
chrome.action.onClicked.addListener((tab) => {
  openOver(tab);
});

/** A press that says nothing of what is selected where. */
const pressed = (tabId: number, action: Pressed['action']): Pressed => ({
  tabId,
  frame: null,
  action,
  preset: '',
  text: '',
  url: '',
  title: '',
  commandId: crypto.randomUUID(),
});

const COMMANDS: Readonly<Record<string, Pressed['action']>> = {
  'summarise-page': 'summarise',
  'explain-selection': 'explain',
  'ask-selection': 'ask',
  'read-region': 'read-region',
};
chrome.commands.onCommand.addListener((command, tab) => {
  const action = COMMANDS[command];
  if (tab?.id === undefined || action === undefined) return;
  openOver(tab);
  void selecting.press(pressed(tab.id, action));
});

chrome.contextMenus.onClicked.addListener((item, tab) => {
  const chosen = chosenFrom(item.menuItemId);
  const tabId = tab?.id ?? chrome.tabs.TAB_ID_NONE;
  if (chosen === null || tabId === chrome.tabs.TAB_ID_NONE) return;
  if (tab) openOver(tab);
  void selecting.press({
    ...pressed(tabId, chosen.action),
    ...chosen,
    frame: item.frameId ?? null,
    text: (item.selectionText ?? '').slice(0, MAX_SELECTED),
    url: (chosen.action === 'read-image' ? undefined : item.frameUrl) ?? item.pageUrl ?? '',
    title: tab?.title ?? '',
    source: (item.srcUrl ?? '').slice(0, MAX_SOURCE),
  });
});

chrome.runtime.onMessage.addListener((message: unknown, sender, reply) => {
  const press = toolbarPress(message, sender);
  if (press?.panel !== undefined && press.panel !== null) openPanel(press.panel);
  // a press is put on record at once, and waits for the rest by itself
  void (press === null ? ready.then(() => handle(message, sender)) : handle(message, sender)).then(reply);
  return true;
});

chrome.runtime.onConnect.addListener((port) => {
  if (offscreen.take(port)) return;
  if (port.name !== PANEL_PORT || !isOwnPage(port.sender, PANEL_PAGE)) {
    port.disconnect();
    return;
  }
  const panel = hub.join({ post: (event) => port.postMessage(event) });
  port.onDisconnect.addListener(() => panel.leave());
  port.onMessage.addListener((message: unknown) => {
    const hello = check('panel.hello', message);
    if (hello.ok) void ready.then(() => panel.hello(hello.value));
  });
});

chrome.alarms.onAlarm.addListener((alarm) => {
  if (alarm.name === RUNS_ALARM) resume();
});
chrome.runtime.onStartup.addListener(() => {
  resume();
  void ready.then(prune);
});
chrome.runtime.onInstalled.addListener(() => {
  resume();
  void loadSettings().then(({ presets }) => makeMenus(presets));
});
chrome.tabs.onRemoved.addListener((tabId) => {
  void forgetGesture(tabId);
  void selecting.tabClosed(tabId);
  void picturing.tabClosed(tabId).catch(() => undefined); // storage that does not answer holds nothing
  void ready.then(() => runs.tabClosed(tabId));
});

// Where the toolbar stands follows from settings and access; it is looked at when one of them may have changed.
const placeToolbar = (): void => void toolbar.reconcile().catch(() => undefined); // the next occasion looks again
chrome.runtime.onInstalled.addListener(placeToolbar);
chrome.runtime.onStartup.addListener(placeToolbar);
chrome.permissions.onAdded.addListener(placeToolbar);
chrome.permissions.onRemoved.addListener(placeToolbar);
onSettings(({ presets }) => {
  void makeMenus(presets);
  placeToolbar();
}, new AbortController().signal);

// An update empties the session area: it is let in between two runs, with everything written down.
chrome.runtime.onUpdateAvailable.addListener(() => {
  void ready
    .then(() => runs.idle())
    .then(flush)
    .finally(() => chrome.runtime.reload());
});

resume();
void selecting.drain().catch(() => undefined); // storage that does not answer holds nothing
void showAgain().catch(() => undefined);
