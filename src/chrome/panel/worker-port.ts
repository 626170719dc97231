/** The panel's port to the worker, which may die: the port reconnects. */
import { PANEL_PORT, type PanelEvent, type PanelHello } from '../../lib/protocol/events.ts';
import { connectToWorker } from '../browser.ts';
import { watchStorage, type StorageChanges } from '../events.ts';
import { getAccessSignal } from '../page/capture-access.ts';
import { hasPendingIntent } from '../storage/presses.ts';
import { isCorrectionKey } from '../storage/session-items.ts';

const BACKOFF_MS = 150;

/** `getHello` is called at every (re)connection. Reconnects at once while `isNeeded`, else at the next change. */
export function connect(
  getHello: () => PanelHello | null,
  on: (event: PanelEvent) => void,
  isNeeded: () => boolean,
  signal: AbortSignal,
): { readonly sendHello: () => void } {
  let port: chrome.runtime.Port | null = null;
  let failures = 0;

  function sendHello(): void {
    const helloMessage = getHello();
    if (helloMessage === null || signal.aborted) return;
    try {
      port ??= openPort();
      port.postMessage(helloMessage);
    } catch {
      port = null; // the port was already closed; its disconnect listener runs too
      reconnect();
    }
  }

  function openPort(): chrome.runtime.Port {
    const opened = connectToWorker(PANEL_PORT);
    opened.onMessage.addListener((event: PanelEvent) => {
      failures = 0;
      if (port === opened) on(event);
    });
    opened.onDisconnect.addListener(() => {
      if (port !== opened) return;
      port = null;
      if (isNeeded()) reconnect();
      else void wakeForIntent();
    });
    return opened;
  }

  async function wakeForIntent(): Promise<void> {
    const tabId = getHello()?.tabId;
    if (tabId !== undefined && (await hasPendingIntent(tabId).catch(() => false)) && port === null) reconnect();
  }

  /** At once the first time, since connecting wakes the worker; then delayed by at most 10 s. */
  function reconnect(): void {
    setTimeout(sendHello, failures === 0 ? 0 : Math.min(10_000, BACKOFF_MS * 2 ** failures));
    failures++;
  }

  const handleSessionChanges = (changes: StorageChanges): void => {
    // corrections typed in this panel are no sign of the worker
    if (Object.keys(changes).every(isCorrectionKey)) return;
    if (port === null) sendHello();
    const access = getAccessSignal(changes);
    if (access !== null) on({ type: 'access', ...access });
  };
  watchStorage('session', handleSessionChanges, signal);
  signal.addEventListener('abort', () => port?.disconnect());
  return { sendHello };
}
