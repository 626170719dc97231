/** The composition root: the one place where adapters meet the core. */
import { idbBlobs } from '../chrome/blobs.ts';
import { extensionOrigin } from '../chrome/own-pages.ts';
import { chromePages } from '../chrome/pages.ts';
import { loadRanks } from '../chrome/ranks.ts';
import { sessionArea } from '../chrome/session-area.ts';
import { chromeWakefulness } from '../chrome/wakefulness.ts';
import { fallbackArea, memoryArea } from '../lib/agent/area.ts';
import reader from '../content/reader.iife.ts?iife';
import { createFrameStore } from '../lib/agent/store.ts';
import { systemClock } from '../lib/base/clock.ts';
import { exactCounter } from '../lib/models/tokens.ts';
import { modelFactory, type ModelFor } from './models.ts';
import { createPanelHub, type PanelHub } from './panel-hub.ts';
import { createRequests } from './requests.ts';
import { createRuns, type Runs } from './runs.ts';

export interface Worker {
  readonly runs: Runs;
  readonly hub: PanelHub;
  readonly modelFor: ModelFor;
  readonly handle: ReturnType<typeof createRequests>;
  /** Drops page texts that no session can need any more. */
  readonly prune: () => Promise<void>;
}

const MEMORY_ONLY =
  'The browser denies KnowledgeLens its session storage. It goes on in memory: an interruption will lose the run. Restarting the browser usually helps.';

export function wire(): Worker {
  const origin = extensionOrigin();
  const tokens = exactCounter(loadRanks);
  const blobs = idbBlobs();
  const area = fallbackArea(sessionArea(), memoryArea(), () =>
    hub.broadcast({ type: 'notice', code: 'memory-only', message: MEMORY_ONLY }),
  );
  const store = createFrameStore(area);
  const hub = createPanelHub(store);
  const modelFor = modelFactory(tokens, origin);
  const pages = chromePages(reader);
  const runs = createRuns({
    store,
    hub,
    wakefulness: chromeWakefulness(),
    ports: { clock: systemClock, modelFor, tokens, pages, blobs, product: __PRODUCT__ },
  });
  const handle = createRequests({
    runs,
    pages,
    tokens,
    modelFor,
    extensionOrigin: origin,
    clearBodies: () => blobs.clear(),
  });
  return { runs, hub, modelFor, handle, prune: () => blobs.prune() };
}
