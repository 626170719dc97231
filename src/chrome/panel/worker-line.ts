/** Requests and events between the panel and a worker that may die at any moment. */
import { getErrorMessage, type UserError } from '../../lib/base/errors.ts';
import { PANEL_PORT, type PanelEvent, type PanelHello } from '../../lib/protocol/events.ts';
import type { Reply, Request, RequestName } from '../../lib/protocol/requests/requests.ts';
import { isCorrectionKey } from '../storage/session-items.ts';
import { hasPendingIntent } from '../storage/presses.ts';
import { getAccessedTab } from '../page/capture-access.ts';

export type Payload<N extends RequestName> = Omit<Extract<Request, { type: N }>, 'type'>;

const MAX_ATTEMPTS = 5;
const BACKOFF_MS = 150;
const REPLY_TIMEOUT_MS = 240_000;

/** Sends until acknowledged: a dying worker loses the message; `commandId` makes a second delivery harmless. */
export async function sendRequest<N extends RequestName>(name: N, payload: Payload<N>): Promise<Reply<N>> {
  let reason = '';
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (attempt > 0) await sleep(BACKOFF_MS * 2 ** (attempt - 1));
    try {
      const reply: unknown = await Promise.race([
        chrome.runtime.sendMessage({ type: name, ...payload }),
        sleep(REPLY_TIMEOUT_MS).then(() => undefined),
      ]);
      if (isReply<N>(reply)) return reply;
      reason = 'no answer';
    } catch (thrown) {
      reason = getErrorMessage(thrown);
    }
  }
  return { ok: false, error: createSilentError(reason) };
}

function isReply<N extends RequestName>(value: unknown): value is Reply<N> {
  return typeof value === 'object' && value !== null && 'ok' in value && typeof value.ok === 'boolean';
}

function createSilentError(why: string): UserError {
  return {
    code: 'worker.silent',
    message: `KnowledgeLens’s background worker does not answer (${why}).`,
    hint: 'Close and open this panel. If that does not help, switch the extension off and on at chrome://extensions.',
  };
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

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
    const opened = chrome.runtime.connect({ name: PANEL_PORT });
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
    if (signal.aborted) return;
    const wait = failures === 0 ? 0 : Math.min(10_000, BACKOFF_MS * 2 ** failures);
    failures++;
    setTimeout(sendHello, wait);
  }

  const handleStorageChange = (changes: Record<string, chrome.storage.StorageChange>, area: string): void => {
    // corrections typed in this panel are no sign of the worker
    if (area !== 'session' || Object.keys(changes).every(isCorrectionKey)) return;
    if (port === null) sendHello();
    const tabId = getAccessedTab(changes);
    if (tabId !== null) on({ type: 'access', tabId });
  };
  chrome.storage.onChanged.addListener(handleStorageChange);
  signal.addEventListener('abort', () => {
    port?.disconnect();
    chrome.storage.onChanged.removeListener(handleStorageChange);
  });
  return { sendHello };
}
