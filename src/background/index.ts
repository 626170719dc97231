/**
 * The worker's entry. The one rule: every listener is registered synchronously, at the top level, or the event that woke
 * the worker is lost. Whatever woke it, runs that an earlier worker left under way go on at once.
 */
import { signalAccess } from '../chrome/access.ts';
import { isOwnPage } from '../chrome/own-pages.ts';
import { RUNS_ALARM } from '../chrome/wakefulness.ts';
import { check } from '../lib/protocol/check.ts';
import { PANEL_PORT } from '../lib/protocol/events.ts';
import { PANEL_PAGE } from '../lib/protocol/messages.ts';
import { startSummary } from './requests.ts';
import { wire } from './wire.ts';

const { runs, hub, modelFor, offscreen, handle, ready, flush, prune } = wire();
const resume = (): void => void ready.then(() => runs.resumeAll());

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
  if (tab.id !== undefined) openPanel(tab.id);
});

chrome.commands.onCommand.addListener((command, tab) => {
  if (command !== 'summarise-page' || tab?.id === undefined) return;
  openPanel(tab.id);
  const { id } = tab;
  void ready.then(() => startSummary(id, crypto.randomUUID(), runs, modelFor));
});

chrome.runtime.onMessage.addListener((message: unknown, sender, reply) => {
  void ready.then(() => handle(message, sender)).then(reply);
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
chrome.runtime.onInstalled.addListener(resume);
chrome.tabs.onRemoved.addListener((tabId) => void ready.then(() => runs.tabClosed(tabId)));

// An update empties the session area: it is let in between two runs, with everything written down.
chrome.runtime.onUpdateAvailable.addListener(() => {
  void ready
    .then(() => runs.idle())
    .then(flush)
    .finally(() => chrome.runtime.reload());
});

resume();
