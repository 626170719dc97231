/**
 * The worker's hold on the one offscreen document, for what a worker cannot do. The one rule: the document belongs to one
 * life of the worker. It is made when it is first needed, closes itself when the worker dies, and one left over is replaced.
 */
import { messageOf, TroubleError, type Trouble } from '../lib/base/errors.ts';
import { OFFSCREEN_PAGE, OFFSCREEN_PORT, type Line, type OffscreenService } from '../lib/protocol/offscreen.ts';
import { isOwnPage } from './own-pages.ts';

export interface Offscreen {
  /** Takes a port that the document has opened; false when it is somebody else's. For `onConnect`, synchronously. */
  take(port: Line & { readonly sender?: chrome.runtime.MessageSender | undefined }): boolean;
  /** A line of its own for one task. Rejects with a `TroubleError` when there can be no document, or it goes meanwhile. */
  open(service: OffscreenService): Promise<Line>;
}

/** What the browser does for it. */
export interface DocumentHost {
  readonly exists: () => Promise<boolean>;
  /** Resolves once the page has loaded. */
  readonly create: () => Promise<void>;
  readonly close: () => Promise<void>;
  readonly isDocument: (sender: chrome.runtime.MessageSender | undefined) => boolean;
}

interface Waiting {
  readonly resolve: (line: Line) => void;
  readonly reject: (reason: Error) => void;
}

/** Longest wait for the port of a document that has loaded. */
const ARRIVAL_MS = 10_000;

export function offscreen(host: DocumentHost = chromeDocument): Offscreen {
  /** The port that says the document is there. */
  let control: Line | null = null;
  let making: Promise<Line> | null = null;
  let arrived: ((line: Line) => void) | null = null;
  let opened = 0;
  const waiting = new Map<string, Waiting>();

  async function make(): Promise<Line> {
    const arrival = new Promise<Line>((resolve) => (arrived = resolve));
    try {
      // without a port to us it is an earlier worker's, about to close itself
      if (await host.exists()) await host.close().catch(() => undefined);
      await host.create();
    } catch (thrown) {
      throw new TroubleError(notMade(messageOf(thrown)));
    }
    // its script has run by the time it is made; one that went at that very moment would be waited for until the worker ends
    let late: ReturnType<typeof setTimeout> | undefined;
    const never = new Promise<never>((_, reject) => {
      late = setTimeout(() => reject(new TroubleError(GONE)), ARRIVAL_MS);
    });
    return Promise.race([arrival, never]).finally(() => clearTimeout(late));
  }

  function gone(line: Line): void {
    if (control !== line) return;
    control = null;
    for (const { reject } of waiting.values()) reject(new TroubleError(GONE));
    waiting.clear();
  }

  return {
    take(port) {
      const known = port.name === OFFSCREEN_PORT || waiting.has(port.name);
      if (!known || !host.isDocument(port.sender)) return false;
      if (port.name === OFFSCREEN_PORT) {
        control = port;
        port.onDisconnect.addListener(() => gone(port));
        arrived?.(port);
      } else {
        waiting.get(port.name)?.resolve(port);
        waiting.delete(port.name);
      }
      return true;
    },
    async open(service) {
      making ??= control ? Promise.resolve(control) : make();
      const line = await making.finally(() => (making = null));
      opened += 1;
      const name = `${OFFSCREEN_PORT}/${service}/${opened}`;
      return new Promise((resolve, reject) => {
        waiting.set(name, { resolve, reject });
        try {
          line.postMessage({ type: 'offscreen.open', service, name });
        } catch {
          gone(line); // it closed under our hands, or has told so already
          waiting.delete(name);
          reject(new TroubleError(GONE));
        }
      });
    },
  };
}

const GONE: Trouble = {
  code: 'model.cut',
  message: 'The hidden page that KnowledgeLens works in was closed.',
  cure: 'Try again. If it keeps happening, restart Chrome: it may be short of memory.',
};

function notMade(why: string): Trouble {
  return {
    code: 'offscreen.failed',
    message: `Chrome did not open the hidden page that KnowledgeLens works in: ${why}`,
    cure: 'Try again. If it keeps happening, switch the extension off and on at chrome://extensions.',
  };
}

const chromeDocument: DocumentHost = {
  exists: async () =>
    (await chrome.runtime.getContexts({ contextTypes: [chrome.runtime.ContextType.OFFSCREEN_DOCUMENT] })).length > 0,
  create: () =>
    chrome.offscreen.createDocument({
      url: OFFSCREEN_PAGE,
      // Chrome's list has no reason for its own model. The first is true: pictures are handed to the model as blobs.
      reasons: [chrome.offscreen.Reason.BLOBS, chrome.offscreen.Reason.WORKERS, chrome.offscreen.Reason.DOM_PARSER],
      justification:
        'Speaks with Chrome’s built-in model, which the web platform offers to documents alone, reads PDFs and the text in pictures, each in a thread, and takes the text out of pages that were fetched.',
    }),
  close: () => chrome.offscreen.closeDocument(),
  isDocument: (sender) => isOwnPage(sender, OFFSCREEN_PAGE),
};
