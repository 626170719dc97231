/** The composition root: the one place where adapters meet the core. */
import { clearAbout, clearAbouts, setAbout } from '../chrome/about.ts';
import { clearCorrections } from '../chrome/corrections.ts';
import { showBadge } from '../chrome/badge.ts';
import { idbBlobs } from '../chrome/blobs.ts';
import { database } from '../chrome/database.ts';
import { extensionOrigin } from '../chrome/own-pages.ts';
import { chromeIntents } from '../chrome/intents.ts';
import { ownLanguage } from '../chrome/language.ts';
import { offscreen, type Offscreen } from '../chrome/offscreen.ts';
import { chromeOcr } from '../chrome/ocr.ts';
import { chromePages } from '../chrome/pages.ts';
import { idbPictures } from '../chrome/pictures.ts';
import { chromeSource } from '../chrome/pdf-source.ts';
import { pdfReader } from '../chrome/pdfs.ts';
import { promptHost } from '../chrome/prompt-host.ts';
import { hasAllSites } from '../chrome/permissions.ts';
import { loadRanks } from '../chrome/ranks.ts';
import { chromeScreen } from '../chrome/screen.ts';
import { captureAccess } from '../chrome/capture-access.ts';
import { chromeImages } from '../chrome/images.ts';
import { chromeRegions } from '../chrome/regions.ts';
import { ruleOwnRequests } from '../chrome/own-requests.ts';
import { liveEngine, RESULTS_KEPT, searchEngines } from '../chrome/search-engines.ts';
import { sessionCache } from '../chrome/session-cache.ts';
import { idbArchive } from '../chrome/run-archive.ts';
import { chromeSelections } from '../chrome/selections.ts';
import { sessionArea } from '../chrome/session-area.ts';
import { loadSettings } from '../chrome/settings.ts';
import { addressOf, chromeTabs, tabExists } from '../chrome/tabs.ts';
import { hideToolbar } from '../chrome/toolbar.ts';
import { toolbarScripts, type ToolbarScripts } from '../chrome/toolbar-scripts.ts';
import { chromeWakefulness } from '../chrome/wakefulness.ts';
import { PAGES_KEPT, webPages } from '../chrome/web-pages.ts';
import { bodyReader } from '../chrome/web-text.ts';
import { fallbackArea, memoryArea } from '../lib/agent/area.ts';
import { mirrored } from '../lib/agent/mirror.ts';
import type { RunSpec, RunTerms } from '../lib/agent/frames.ts';
import { StoreError, type AgentStatus, type FrameStore } from '../lib/agent/ports.ts';
import { restore } from '../lib/agent/restore.ts';
import { createFrameStore } from '../lib/agent/store.ts';
import { systemClock } from '../lib/base/clock.ts';
import { messageOf } from '../lib/base/errors.ts';
import { estimateAgain, estimateResearch } from '../lib/jobs/research-estimate.ts';
import { exactCounter } from '../lib/models/tokens.ts';
import { toolValidators } from '../lib/schema/compiled/validators.js';
import { createValidator } from '../lib/schema/create.ts';
import figures from '../content/figures.iife.ts?iife';
import image from '../content/image.iife.ts?iife';
import pdf from '../content/pdf.iife.ts?iife';
import reader from '../content/reader.iife.ts?iife';
import region from '../content/region.iife.ts?iife';
import selection from '../content/selection.iife.ts?iife';
import toolbar from '../content/toolbar.iife.ts?iife';
import { createKeeping } from './agents.ts';
import { currentTerms } from './approvals.ts';
import { modelFactory } from './models.ts';
import { createPanelHub, type PanelHub } from './panel-hub.ts';
import { createPicturing, type Picturing } from './picturing.ts';
import { createProbing } from './probing.ts';
import { createRequests, startSummary } from './requests.ts';
import { createRuns, type Runs } from './runs.ts';
import { createSearching } from './searching.ts';
import { createSpending } from './spending.ts';
import { createSelecting, type Selecting } from './selecting.ts';
import { titles } from './titles.ts';
import { badgeAtRest, badgeFor } from './status.ts';

export interface Worker {
  readonly runs: Runs;
  readonly hub: PanelHub;
  readonly selecting: Selecting;
  readonly picturing: Picturing;
  readonly toolbar: ToolbarScripts;
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
  const [blobs, archive, pictures] = [idbBlobs(db), idbArchive(db), idbPictures(db)];
  const screen = chromeScreen(pictures, figures);
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
  const keeping = createKeeping(blobs);
  const terms = (): Promise<RunTerms> => currentTerms(modelFor, keeping);
  const spending = createSpending(store);
  const pages = chromePages(
    reader,
    pdfReader(chromeSource(pdf), (service) => hidden.open(service)),
  );
  const keptPages = sessionCache(PAGES_KEPT, area, blobs, systemClock);
  const keptResults = sessionCache(RESULTS_KEPT, area, blobs, systemClock);
  const search = searchEngines({ kept: keptResults, clock: systemClock });
  ruleOwnRequests().catch(() => undefined); // tried again where a page is to be read
  const onStatus = (status: AgentStatus): void => void showOn(status.runId, badgeFor(status), store);
  const runs = createRuns({
    store,
    hub,
    wakefulness: chromeWakefulness(),
    isKept,
    onRest(state) {
      showBadge(state.spec?.tabId ?? -1, badgeAtRest(state));
      spending.rest(state);
    },
    ports: {
      clock: systemClock,
      validator: createValidator(toolValidators),
      tabs: chromeTabs,
      modelFor,
      tokens,
      pages,
      blobs,
      pictures,
      ocr: chromeOcr((service) => hidden.open(service)),
      screen,
      search,
      web: webPages({ kept: keptPages, readBody: bodyReader((service) => hidden.open(service)) }),
      agents: { save: (manifest, replace) => keeping.adopt(manifest, replace) },
      onStatus,
      product: __PRODUCT__,
    },
  });
  const ready = bringBack().catch(onTrouble); // whatever is wrong with storage, the worker answers
  void ready.then(async () => spending.catchUp(await store.heads())).catch(() => undefined); // the next worker looks again
  const selections = chromeSelections(selection);
  const known = {
    start: (spec: RunSpec) => runs.start(spec),
    has: async (runId: string) => (await store.heads()).some((head) => head.runId === runId),
  };
  const picturing = createPicturing({
    runs: known,
    terms,
    screen,
    pictures,
    images: chromeImages(image),
    regions: chromeRegions(region, area),
    mayCapture: async (tabId) => (await captureAccess(tabId)) === 'stands',
    addressOf,
    tell: (tabId, trouble) => hub.refuse(tabId, trouble),
    clock: systemClock,
  });
  const selecting = createSelecting({
    ready,
    read: (tabId, frame, fallback, signal) => selections.read(tabId, frame, fallback, signal),
    blobs,
    runs: { ...known, summarise: (tabId, runId) => startSummary(tabId, runId, { runs, terms }) },
    picturing,
    terms,
    presets: async () => (await loadSettings()).presets,
    language: ownLanguage,
    intents: chromeIntents(area),
    about: {
      set: setAbout,
      clear: clearAbout,
      clearAll: async () => {
        await Promise.all([clearAbouts(), clearCorrections()]);
      },
    },
    hide: hideToolbar,
    tell: (tabId, trouble) => hub.refuse(tabId, trouble),
    clock: systemClock,
  });
  const handle = createRequests({
    runs,
    pages,
    tokens,
    modelFor,
    agents: keeping,
    terms,
    store,
    archive,
    probing: createProbing(tokens, origin, builtIn),
    searching: createSearching({
      engineFor: liveEngine,
      health: search.health,
      modelFor,
      estimate: estimateResearch,
      estimateAgain,
      largestAgent: () => keeping.largest(),
      mayRead: hasAllSites,
      language: ownLanguage,
    }),
    selecting,
    picturing,
    language: ownLanguage,
    onKept: (runId) => hub.refresh(runId),
    clearBodies: async () => {
      await Promise.all([keptPages.clear(), keptResults.clear()]);
      await blobs.clear();
    },
  });
  return {
    runs,
    hub,
    selecting,
    picturing,
    toolbar: toolbarScripts(toolbar),
    offscreen: hidden,
    handle,
    flush: () => store.flush(),
    ready,
    async prune() {
      await archive.prune();
      await blobs.prune();
    },
  };

  /** Runs that an update or a crash of the browser took out of the session area. */
  async function bringBack(): Promise<void> {
    if ((await area.get([ALIVE]))[ALIVE] === true) return; // a worker that wakes need not ask the disk
    void archive
      .heads()
      .then(spending.catchUp)
      .catch(() => undefined); // those that ended just before
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

async function showOn(runId: string, badge: Parameters<typeof showBadge>[1], store: FrameStore): Promise<void> {
  const head = (await store.heads()).find((candidate) => candidate.runId === runId);
  if (head) showBadge(head.tabId, badge);
}
