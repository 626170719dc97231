/**
 * Worker and offscreen document over linked channels, as Chrome connects them: the document is made on demand, there is
 * one at most, and what closes a port is heard on the other side.
 */
import { createOffscreen, type DocumentHost, type Offscreen } from '../../../src/chrome/offscreen/offscreen.ts';
import type { LanguageModelApi } from '../../../src/lib/models/prompt-api/api.ts';
import { linkedChannel, type LinkedPort } from '../base/linked-channel.ts';
import { createDocumentModels } from '../../../src/offscreen/document-models.ts';
import { runOffscreenDocument } from '../../../src/offscreen/document.ts';
import { createModelService } from '../../../src/offscreen/model-service.ts';
import { createProbeService } from '../../../src/offscreen/probe-service.ts';
import { createToolServerService } from '../../../src/offscreen/tool-server-service.ts';
import { TEST_ORIGIN } from '../models/http-models.ts';
import { roughCounter } from '../runs/world.ts';

export interface OffscreenWorld {
  readonly offscreen: Offscreen;
  /** Documents made so far. */
  readonly made: () => number;
  /** Whether there is one now. */
  readonly exists: () => boolean;
  /** The document goes, as when its process is killed. */
  readonly kill: () => void;
  /** The worker goes; what is left is the next one's. */
  readonly nextWorker: () => OffscreenWorld;
}

interface Browser {
  readonly api: LanguageModelApi | null;
  readonly refuses: boolean;
  document: { readonly ports: Set<LinkedPort> } | null;
  made: number;
  /** Of the present worker. */
  accept: (port: LinkedPort) => void;
}

/** `refuses`: the browser makes no document. */
export function offscreenWorld(api: LanguageModelApi | null, refuses = false): OffscreenWorld {
  return workerIn({ api, refuses, document: null, made: 0, accept: () => undefined });
}

function workerIn(browser: Browser): OffscreenWorld {
  const ports = new Set<LinkedPort>();
  const kill = (): void => {
    for (const port of browser.document?.ports ?? []) port.disconnect();
    browser.document = null;
  };
  const documentHost: DocumentHost = {
    exists: () => Promise.resolve(browser.document !== null),
    close() {
      kill();
      return Promise.resolve();
    },
    isDocument: (sender) => sender === undefined, // everybody else's has one here
    create: () => {
      if (browser.refuses) return Promise.reject(new Error('No.'));
      if (browser.document) return Promise.reject(new Error('Only a single offscreen document may be created.'));
      browser.made += 1;
      const own = { ports: new Set<LinkedPort>() };
      browser.document = own;
      const deps = { extensionOrigin: TEST_ORIGIN, getLanguageModel: () => browser.api };
      const models = createModelService(createDocumentModels(deps));
      runOffscreenDocument({
        isNeeded: () => browser.document === own && models.isNeeded(),
        connect(name) {
          const [near, far] = linkedChannel(name);
          own.ports.add(near);
          browser.accept(far);
          return near;
        },
        close: () => {
          if (browser.document === own) browser.document = null;
        },
        services: {
          model: models.serve,
          probe: createProbeService({ ...deps, tokens: roughCounter }),
          pdf: (line) => line.disconnect(),
          ocr: (line) => line.disconnect(),
          page: (line) => line.disconnect(),
          file: (line) => line.disconnect(),
          'tool-server': createToolServerService('test').serve,
        },
      });
      return Promise.resolve();
    },
  };
  const hidden = createOffscreen(documentHost);
  browser.accept = (port) => {
    ports.add(port);
    queueMicrotask(() => void hidden.acceptPort(port));
  };
  return {
    offscreen: hidden,
    made: () => browser.made,
    exists: () => browser.document !== null,
    kill,
    nextWorker() {
      for (const port of ports) port.disconnect();
      return workerIn(browser);
    },
  };
}
