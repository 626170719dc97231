/** Service worker entry. Listeners must be registered synchronously, or the event that woke it is lost. */
import { forgetGesture, hasNotedGesture, noteGesture, signalAccess } from '../chrome/page/capture-access.ts';
import { parseMenuChoice, rebuildMenus } from '../chrome/controls/menus.ts';
import { hasGesture } from '../chrome/permissions.ts';
import { isOwnPage } from '../chrome/senders.ts';
import { loadSettings, watchSettings } from '../chrome/storage/settings.ts';
import { isHistoryAlarm, ensureRetentionAlarm } from '../chrome/history-alarms.ts';
import { moveAbout } from '../chrome/storage/session-items.ts';
import { isDetachedUrl } from '../chrome/panel-window.ts';
import { restoreMarks } from '../chrome/page/hide-marks.ts';
import { recordReplacedTab } from '../chrome/page/replaced-tabs.ts';
import { openSchedulesOnPress, SCHEDULES_ALARM, watchReadingList } from '../chrome/schedule-wake.ts';
import { reloadIfUnused } from '../chrome/update.ts';
import { RUNS_ALARM } from '../chrome/wakefulness.ts';
import { check } from '../lib/protocol/check.ts';
import { PANEL_PORT } from '../lib/protocol/events.ts';
import { MAX_SELECTED_CHARS } from '../lib/protocol/requests/selection.ts';
import { PANEL_PAGE } from '../lib/protocol/requests/request.ts';
import { MAX_PICTURE_URL_CHARS } from '../lib/protocol/requests/picture.ts';
import { acceptRequest } from './accept.ts';
import { createPress } from './presses/selecting.ts';
import type { SelectionPress } from './presses/selection-runs.ts';
import { buildWorker } from './wire.ts';

const { runs, hub, selecting, regions, reconcileToolbar, offscreen, handle, ready, flush, ...history } = buildWorker();
const resumeRuns = (): void => void ready.then(() => runs.resumeAll());
const runSchedules = (): void => void ready.then(history.tickSchedules).catch(() => undefined); // the alarm rings again
const removeExpired = (): void => void ready.then(history.removeExpired).catch(() => undefined); // retried at the next alarm

/** Refused if the window is closing or has no room for a panel. */
function openPanel(tabId: number): void {
  chrome.sidePanel.open({ tabId }).catch(() => undefined);
}

/**
 * Must be the first statement of a gesture's listener: after an `await` the gesture has expired. One that toggles closes a
 * panel that is open, unless it allowed it something.
 */
async function openForGesture({ id, url = '' }: chrome.tabs.Tab, toggles = false): Promise<void> {
  if (id === undefined || id === chrome.tabs.TAB_ID_NONE) return;
  openPanel(id);
  signalAccess(id, toggles && (await hasNotedGesture(id, url)));
  noteGesture(id, url);
}

// Content scripts need no storage; `session` is closed to them anyway (SAFETY D8).
void chrome.storage.local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });

// With `openPanelOnActionClick` Chrome opens the panel itself: no `onClicked` is fired, and no access to the tab is granted.
void chrome.sidePanel.setPanelBehavior({ openPanelOnActionClick: false });
chrome.action.onClicked.addListener((tab) => {
  void openForGesture(tab);
});

const TOGGLE = 'toggle-panel';
const COMMANDS: Readonly<Record<string, SelectionPress['action']>> = {
  'summarise-page': 'summarise',
  'explain-selection': 'explain',
  'ask-selection': 'ask',
  'read-region': 'read-region',
};
chrome.commands.onCommand.addListener((command, tab) => {
  if (isDetachedUrl(tab?.url ?? '')) return; // the panel itself has the focus
  if (command === TOGGLE && tab) void openForGesture(tab, true);
  const action = COMMANDS[command];
  if (tab?.id === undefined || action === undefined) return;
  void openForGesture(tab);
  void selecting.handlePress(createPress(tab.id, action));
});

chrome.contextMenus.onClicked.addListener((item, tab) => {
  const chosen = parseMenuChoice(item.menuItemId);
  const tabId = tab?.id ?? chrome.tabs.TAB_ID_NONE;
  if (chosen === null || tabId === chrome.tabs.TAB_ID_NONE || isDetachedUrl(tab?.url ?? '')) return;
  if (tab) void openForGesture(tab);
  void selecting.handlePress({
    ...createPress(tabId, chosen.action),
    ...chosen,
    frame: item.frameId ?? null,
    text: (item.selectionText ?? '').slice(0, MAX_SELECTED_CHARS),
    url: (chosen.action === 'read-image' ? undefined : item.frameUrl) ?? item.pageUrl ?? '',
    title: tab?.title ?? '',
    source: (item.srcUrl ?? '').slice(0, MAX_PICTURE_URL_CHARS),
  });
});

chrome.runtime.onMessage.addListener((message: unknown, sender, reply) => {
  const accepted = acceptRequest(message, sender);
  if (!accepted.ok) {
    reply(accepted);
    return false;
  }
  const { request, panel, isPress } = accepted;
  // both while the gesture lasts; a press is recorded before anything else is waited for
  const gesture = isPress ? hasGesture() : null;
  if (panel !== null) {
    openPanel(panel);
    signalAccess(panel);
  }
  void (gesture === null ? ready.then(() => handle(request, sender)) : handle(request, sender, gesture)).then(reply);
  return true;
});

chrome.runtime.onConnect.addListener((port) => {
  if (offscreen.acceptPort(port)) return;
  if (port.name !== PANEL_PORT || !isOwnPage(port.sender, PANEL_PAGE)) {
    port.disconnect();
    return;
  }
  const panel = hub.join({ post: (event) => port.postMessage(event), documentId: port.sender?.documentId });
  port.onDisconnect.addListener(() => {
    panel.leave();
    // what was deleted in a panel cannot be brought back once it is closed
    if (!hub.hasPanels()) void ready.then(() => history.removeDeleted()).catch(() => undefined); // an alarm does it later
  });
  port.onMessage.addListener((message: unknown) => {
    const hello = check('panel.hello', message);
    if (hello.ok) void ready.then(() => panel.handleHello(hello.value));
  });
});

chrome.alarms.onAlarm.addListener((alarm) => {
  if (alarm.name === RUNS_ALARM) resumeRuns();
  if (isHistoryAlarm(alarm.name)) removeExpired();
  if (alarm.name === SCHEDULES_ALARM) runSchedules();
});
openSchedulesOnPress();
watchReadingList(() => void ready.then(history.advanceLists).catch(() => undefined)); // a later look finds it
chrome.runtime.onStartup.addListener(() => {
  resumeRuns();
  removeExpired();
  runSchedules();
  void ensureRetentionAlarm();
});
chrome.runtime.onInstalled.addListener(() => {
  resumeRuns();
  runSchedules();
  void ensureRetentionAlarm();
  void loadSettings().then(rebuildMenus);
});
chrome.tabs.onRemoved.addListener((tabId) => {
  void forgetGesture(tabId);
  void selecting.handleTabClosed(tabId);
  hub.handleTabClosed(tabId);
  void regions.handleTabClosed(tabId).catch(() => undefined); // storage that does not answer holds nothing
  void ready.then(() => runs.leaveTab(tabId));
});
// a tab that was discarded to save memory may come back under another id
chrome.tabs.onReplaced.addListener((to, from) => {
  void recordReplacedTab(from, to).catch(() => undefined); // storage that does not answer holds nothing
  void moveAbout(from, to).catch(() => undefined); // the question goes without the selection
  void ready.then(() => runs.replaceTab(from, to));
});

const updateToolbar = (): void => void reconcileToolbar().catch(() => undefined); // retried at the next event
chrome.runtime.onInstalled.addListener(updateToolbar);
chrome.runtime.onStartup.addListener(updateToolbar);
chrome.permissions.onAdded.addListener(updateToolbar);
chrome.permissions.onRemoved.addListener(updateToolbar);
watchSettings((settings) => {
  void rebuildMenus(settings);
  removeExpired();
  updateToolbar();
}, new AbortController().signal);

// An update clears the session area, so it waits until all runs are archived.
chrome.runtime.onUpdateAvailable.addListener(() => {
  void ready
    .then(() => runs.waitUntilIdle())
    .then(flush)
    .catch(() => undefined) // it is updated all the same
    .then(reloadIfUnused)
    .catch(() => undefined); // Chrome updates it at its next start
});

resumeRuns();
void selecting.resumePresses().catch(() => undefined); // storage that does not answer holds nothing
void restoreMarks().catch(() => undefined);
