/** The single offscreen document. Created on first use; when its worker dies it goes too, unless a run needs it. */
import { raceWithAbort } from '../../lib/base/async.ts';
import { getErrorMessage, UserFacingError, type UserError } from '../../lib/base/errors.ts';
import {
  OFFSCREEN_PAGE,
  OFFSCREEN_PORT,
  type OffscreenService,
  type PortLike,
} from '../../lib/protocol/offscreen/offscreen.ts';
import { isOwnPage } from '../senders.ts';
import type { OpenLine } from './line.ts';

export interface Offscreen {
  /** False if the port is from elsewhere. Call it synchronously in `onConnect`. */
  acceptPort(port: PortLike & { readonly sender?: chrome.runtime.MessageSender | undefined }): boolean;
  /** Rejects with a `UserFacingError` if the document cannot be created or closes meanwhile. */
  readonly open: OpenLine;
  /** Null if there is no document. */
  readonly openExisting: (service: OffscreenService) => Promise<PortLike | null>;
}

export interface DocumentHost {
  readonly exists: () => Promise<boolean>;
  readonly create: () => Promise<void>;
  readonly close: () => Promise<void>;
  readonly isDocument: (sender: chrome.runtime.MessageSender | undefined) => boolean;
}

interface PendingLine {
  readonly resolve: (line: PortLike) => void;
  readonly reject: (reason: Error) => void;
}

const ARRIVAL_MS = 10_000;
/** How often to check that an earlier worker's document, which connects again, has not closed meanwhile. */
const EXISTS_POLL_MS = 100;

export function createOffscreen(host: DocumentHost = chromeDocument): Offscreen {
  let control: PortLike | null = null;
  let creating: Promise<PortLike> | null = null;
  let onArrival: ((line: PortLike) => void)[] = [];
  let openedCount = 0;
  const waiting = new Map<string, PendingLine>();

  function waitForArrival(): Promise<PortLike> {
    const arrival = new Promise<PortLike>((resolve) => onArrival.push(resolve));
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(new UserFacingError(DOCUMENT_GONE_ERROR)), ARRIVAL_MS);
    return raceWithAbort(arrival, timeout.signal).finally(() => clearTimeout(timer));
  }

  async function findDocument(): Promise<PortLike | null> {
    if (!control) await waitWhileItExists();
    return control;
  }

  /** Until it connects; one that is closing still exists for a moment. */
  async function waitWhileItExists(): Promise<void> {
    const arrival = new Promise((resolve) => onArrival.push(resolve));
    for (let waited = 0; !control && waited < ARRIVAL_MS && (await host.exists()); waited += EXISTS_POLL_MS)
      await Promise.race([arrival, new Promise((resolve) => setTimeout(resolve, EXISTS_POLL_MS))]);
  }

  async function createDocument(): Promise<PortLike> {
    const existing = await findDocument();
    if (existing) return existing;
    const arrival = waitForArrival(); // bounded, because the document may close right after its creation
    arrival.catch(() => undefined);
    try {
      if (await host.exists()) await host.close().catch(() => undefined);
      await host.create();
    } catch (thrown) {
      throw new UserFacingError({
        code: 'offscreen.failed',
        message: `Chrome didn’t open the hidden page that KnowledgeLens works in: ${getErrorMessage(thrown)}`,
        hint: 'Try again. If it keeps happening, switch the extension off and on at chrome://extensions.',
      });
    }
    return arrival;
  }

  function handleDisconnect(line: PortLike): void {
    if (control !== line) return;
    control = null;
    for (const { reject } of waiting.values()) reject(new UserFacingError(DOCUMENT_GONE_ERROR));
    waiting.clear();
  }

  return {
    acceptPort(port) {
      const isExpected = port.name === OFFSCREEN_PORT || waiting.has(port.name);
      if (!isExpected || !host.isDocument(port.sender)) return false;
      if (port.name === OFFSCREEN_PORT) {
        control = port;
        port.onDisconnect.addListener(() => handleDisconnect(port));
        for (const resolve of onArrival) resolve(port);
        onArrival = [];
      } else {
        waiting.get(port.name)?.resolve(port);
        waiting.delete(port.name);
      }
      return true;
    },
    async open(service) {
      creating ??= createDocument();
      return openLine(await creating.finally(() => (creating = null)), service);
    },
    async openExisting(service) {
      const line = await findDocument();
      return line && openLine(line, service);
    },
  };

  function openLine(line: PortLike, service: OffscreenService): Promise<PortLike> {
    openedCount += 1;
    const name = `${OFFSCREEN_PORT}/${service}/${openedCount}`;
    return new Promise((resolve, reject) => {
      waiting.set(name, { resolve, reject });
      try {
        line.postMessage({ type: 'offscreen.open', service, name });
      } catch {
        handleDisconnect(line); // the port was already closed
        waiting.delete(name);
        reject(new UserFacingError(DOCUMENT_GONE_ERROR));
      }
    });
  }
}

const DOCUMENT_GONE_ERROR: UserError = {
  code: 'model.cut',
  message: 'The hidden page that KnowledgeLens works in was closed.',
  hint: 'Try again. If it keeps happening, restart Chrome: it may be short of memory.',
};

const chromeDocument: DocumentHost = {
  exists: async () =>
    (await chrome.runtime.getContexts({ contextTypes: [chrome.runtime.ContextType.OFFSCREEN_DOCUMENT] })).length > 0,
  create: () =>
    chrome.offscreen.createDocument({
      url: OFFSCREEN_PAGE,
      // Chrome has no reason for its own model. BLOBS is true: the model gets pictures as blobs.
      reasons: [chrome.offscreen.Reason.BLOBS, chrome.offscreen.Reason.WORKERS, chrome.offscreen.Reason.DOM_PARSER],
      justification:
        'Speaks with the models, whose replies go on when the service worker is stopped, reads PDFs and the text in pictures, each in a thread, and takes the text out of pages that were fetched.',
    }),
  close: () => chrome.offscreen.closeDocument(),
  isDocument: (sender) => isOwnPage(sender, OFFSCREEN_PAGE),
};
