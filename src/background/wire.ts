/** The composition root: the one place where adapters meet the core. */
import { showBadge } from '../chrome/badge.ts';
import { idbBlobs } from '../chrome/blobs.ts';
import { database } from '../chrome/database.ts';
import { extensionOrigin } from '../chrome/own-pages.ts';
import { offscreen, type Offscreen } from '../chrome/offscreen.ts';
import { chromePages } from '../chrome/pages.ts';
import { promptHost } from '../chrome/prompt-host.ts';
import { loadRanks } from '../chrome/ranks.ts';
import { idbArchive } from '../chrome/run-archive.ts';
import { sessionArea } from '../chrome/session-area.ts';
import { chromeTabs, tabExists } from '../chrome/tabs.ts';
import { chromeWakefulness } from '../chrome/wakefulness.ts';
import { fallbackArea, memoryArea } from '../lib/agent/area.ts';
import type { Frame } from '../lib/agent/frames.ts';
import { mirrored } from '../lib/agent/mirror.ts';
import { StoreError, type AgentStatus, type FrameStore } from '../lib/agent/ports.ts';
import { restore } from '../lib/agent/restore.ts';
import { createFrameStore } from '../lib/agent/store.ts';
import { systemClock } from '../lib/base/clock.ts';
import { messageOf } from '../lib/base/errors.ts';
import { exactCounter } from '../lib/models/tokens.ts';
import { toolValidators } from '../lib/schema/compiled/validators.js';
import { createValidator } from '../lib/schema/create.ts';
import reader from '../content/reader.iife.ts?iife';
import { currentTerms } from './approvals.ts';
import { modelFactory, type ModelFor } from './models.ts';
import { createPanelHub, type PanelHub } from './panel-hub.ts';
import { createProbing } from './probing.ts';
import { createRequests } from './requests.ts';
import { createRuns, type Runs } from './runs.ts';
import { createSelecting } from './selecting.ts';
import { badgeAtRest, badgeFor } from './status.ts';

export interface Worker {
  readonly runs: Runs;
  readonly hub: PanelHub;
  readonly modelFor: ModelFor;
  /** Takes the ports of the offscreen document. */
  readonly offscreen: Pick<Offscreen, 'take'>;
  readonly handle: ReturnType<typeof createRequests>;
  /** Resolves once runs that only the archive had are back. Nothing may look at runs before. */
  readonly ready: Promise<void>;
  /** Brings the archive up to date, before an update is let in. */
  readonly flush: () => Promise<void>;
  /** Drops texts and runs that nobody can need any more. */
  readonly prune: () => Promise<void>;
}

const MEMORY_ONLY =
  'The browser denies KnowledgeLens its session storage. It goes on in memory: an interruption will lose the run. Restarting the browser usually helps.';
/** Set in the session area once it holds all that the archive had; an update and a crash empty the area. */
const ALIVE = 'restored';
const RESTARTED = 'The browser or the extension was restarted. What was under way goes on where it was.';

export function wire(): Worker {
  const origin = extensionOrigin();
  const tokens = exactCounter(loadRanks);
  const db = database();
  const [blobs, archive] = [idbBlobs(db), idbArchive(db)];
  const area = fallbackArea(sessionArea(), memoryArea(), () => hub.notify('memory-only', MEMORY_ONLY));
  const onTrouble = (error: unknown): void => hub.notify(...troubleWith(error));
  const store = mirrored(createFrameStore(area), archive, { onTrouble, titleOf: titles() });
  const isKept = (runId: string): Promise<boolean> =>
    archive.head(runId).then(
      (head) => head?.kept ?? false,
      () => false, // an archive that does not answer keeps nothing that could be shown
    );
  const hub = createPanelHub(store, isKept);
  const hidden = offscreen();
  const builtIn = promptHost((service) => hidden.open(service));
  const modelFor = modelFactory(tokens, origin, builtIn);
  const pages = chromePages(reader);
  const onStatus = (status: AgentStatus): void => void showOn(status.runId, badgeFor(status), store);
  const runs = createRuns({
    store,
    hub,
    wakefulness: chromeWakefulness(),
    isKept,
    onRest: (state) => showBadge(state.spec?.tabId ?? -1, badgeAtRest(state)),
    ports: {
      clock: systemClock,
      validator: createValidator(toolValidators),
      tabs: chromeTabs,
      modelFor,
      tokens,
      pages,
      blobs,
      onStatus,
      product: __PRODUCT__,
    },
  });
  const handle = createRequests({
    runs,
    pages,
    tokens,
    modelFor,
    store,
    archive,
    probing: createProbing(tokens, origin, builtIn),
    selecting: createSelecting({
      read: (_tabId, _frame, text) =>
        Promise.resolve({
          url: '',
          title: '',
          site: '',
          language: '',
          path: [],
          text,
          cut: false,
          before: '',
          after: '',
        }),
      blobs,
      start: (spec) => runs.start(spec),
      terms: () => currentTerms(modelFor),
      language: () => chrome.i18n.getUILanguage(),
    }),
    onKept: (runId) => hub.refresh(runId),
    clearBodies: () => blobs.clear(),
  });
  return {
    runs,
    hub,
    modelFor,
    offscreen: hidden,
    handle,
    flush: () => store.flush(),
    ready: bringBack().catch(onTrouble), // whatever is wrong with storage, the worker answers
    async prune() {
      await archive.prune();
      await blobs.prune();
    },
  };

  /** Runs that an update or a crash of the browser took out of the session area. */
  async function bringBack(): Promise<void> {
    if ((await area.get([ALIVE]))[ALIVE] === true) return; // a worker that wakes need not ask the disk
    const troubles: unknown[] = [];
    const restored = await restore(store, archive, (error) => void troubles.push(error));
    troubles.forEach(onTrouble);
    if (troubles.length === 0) await area.set({ [ALIVE]: true });
    if (restored.length === 0) return;
    const heads = (await store.heads()).filter((head) => restored.includes(head.runId));
    const homeless = await Promise.all(heads.map(async (head) => !(await tabExists(head.tabId))));
    hub.adopt(heads.filter((_, i) => homeless[i]).map((head) => head.runId));
    hub.notify('restarted', RESTARTED);
    await store.flush();
  }
}

function troubleWith(error: unknown): ['corrupt' | 'no-mirror', string] {
  if (error instanceof StoreError && error.code === 'corrupt') {
    return [
      'corrupt',
      `A run from before could not be read and was set aside: ${messageOf(error)} Ask again to begin anew.`,
    ];
  }
  return [
    'no-mirror',
    `Runs cannot be written to this browser’s disk, so they end with the browser: ${messageOf(error)} Free some disk space, or go on without.`,
  ];
}

/** A run is called by the person's question; a summary by the title of its page, once that has been read. */
function titles(): (frame: Frame) => string | null {
  const summaries = new Set<string>();
  return (frame) => {
    if (frame.kind === 'agent.invoked') {
      if (frame.spec.job === 'summarise') summaries.add(frame.runId);
      return frame.spec.goal;
    }
    if (frame.kind !== 'tool.result' || !summaries.has(frame.runId)) return null;
    const title = frame.objects.find((object) => typeof object.meta['title'] === 'string')?.meta['title'];
    return typeof title === 'string' && title !== '' ? title : null;
  };
}

async function showOn(runId: string, badge: Parameters<typeof showBadge>[1], store: FrameStore): Promise<void> {
  const head = (await store.heads()).find((candidate) => candidate.runId === runId);
  if (head) showBadge(head.tabId, badge);
}
