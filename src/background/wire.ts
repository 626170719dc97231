import { clearAbout, clearSessionItems, setAbout } from '../chrome/storage/session-items.ts';
import { showBadge } from '../chrome/controls/badge.ts';
import { createIdbBlobs } from '../chrome/storage/blobs.ts';
import { createDatabase } from '../chrome/storage/database.ts';
import { getExtensionOrigin } from '../chrome/senders.ts';
import { createChromeIntents } from '../chrome/storage/presses.ts';
import { getBrowserLanguage } from '../chrome/browser.ts';
import { createOffscreen, type Offscreen } from '../chrome/offscreen/offscreen.ts';
import { createChromeOcr } from '../chrome/offscreen/ocr.ts';
import { createChromePages } from '../chrome/page/pages.ts';
import { createIdbPictures } from '../chrome/storage/pictures.ts';
import { createPdfSourceFactory } from '../chrome/offscreen/pdf-source.ts';
import { createPdfReader } from '../chrome/offscreen/pdfs.ts';
import { createPromptHost } from '../chrome/offscreen/prompt-host.ts';
import { hasAllSites } from '../chrome/permissions.ts';
import { loadTokenRanks } from '../chrome/offscreen/token-ranks.ts';
import { createChromeScreen } from '../chrome/page/screen.ts';
import { getCaptureAccess } from '../chrome/page/capture-access.ts';
import { createChromeImages } from '../chrome/page/page-images.ts';
import { createChromeRegions } from '../chrome/page/regions.ts';
import { installRequestRules } from '../chrome/web/request-rules.ts';
import { createLiveEngine, RESULTS_CACHE, createSearchEngines } from '../chrome/web/search-engines.ts';
import { createSessionCache } from '../chrome/storage/session-cache.ts';
import { createIdbArchive } from '../chrome/storage/idb-run-archive.ts';
import { createChromeSelections } from '../chrome/page/selections.ts';
import { createSessionArea } from '../chrome/storage/areas.ts';
import { loadSettings } from '../chrome/storage/settings.ts';
import { getTabUrl, chromeTabs, doesTabExist } from '../chrome/page/tabs.ts';
import { hideToolbar } from '../chrome/selection-toolbar/toolbar.ts';
import { createToolbarScripts, type ToolbarScripts } from '../chrome/selection-toolbar/toolbar-scripts.ts';
import { createChromeWakefulness } from '../chrome/wakefulness.ts';
import { PAGES_CACHE, createWebPages } from '../chrome/web/web-pages.ts';
import { createBodyReader } from '../chrome/offscreen/body-reader.ts';
import { createFallbackArea, createMemoryArea } from '../lib/agent/store/storage-area.ts';
import { createMirroredStore } from '../lib/agent/store/mirror.ts';
import type { RunSpec, RunConfig } from '../lib/agent/frames/frames.ts';
import type { AgentStatus } from '../lib/agent/ports.ts';
import { StoreError, type FrameStore } from '../lib/agent/storage-ports.ts';
import { recoverRuns } from '../lib/agent/store/recover.ts';
import { createFrameStore } from '../lib/agent/store/frame-store.ts';
import { systemClock } from '../lib/base/clock.ts';
import { getErrorMessage } from '../lib/base/errors.ts';
import { createTokenCounter } from '../lib/models/tokens/token-counter.ts';
import figures from '../content/figures.iife.ts?iife';
import image from '../content/image.iife.ts?iife';
import pdf from '../content/pdf.iife.ts?iife';
import reader from '../content/reader.iife.ts?iife';
import region from '../content/region.iife.ts?iife';
import selection from '../content/selection.iife.ts?iife';
import toolbar from '../content/toolbar.iife.ts?iife';
import { createAgentStore } from './agents.ts';
import { loadCurrentConfig } from './approvals.ts';
import { createModelCache } from './models.ts';
import { createPanelHub, type PanelHub } from './panel-hub.ts';
import { createPictureService, type PictureService } from './picturing.ts';
import { createModelProber } from './probing.ts';
import { createRequestHandler, startSummary } from './requests.ts';
import { createRuns, type Runs } from './runs.ts';
import { createSearchService } from './searching.ts';
import { createSpendRecorder } from './spending.ts';
import { createSelectionService, type SelectionService } from './selecting.ts';
import { createTitleFinder } from './titles.ts';
import { createRestBadge, createStatusBadge } from './status.ts';
import { estimateReanswer, estimateResearch } from '../lib/jobs/research-estimate.ts';

export interface Worker {
  readonly runs: Runs;
  readonly hub: PanelHub;
  readonly selecting: SelectionService;
  readonly picturing: PictureService;
  readonly toolbar: ToolbarScripts;
  readonly offscreen: Pick<Offscreen, 'acceptPort'>;
  readonly handle: ReturnType<typeof createRequestHandler>;
  /** Resolves once archived runs are recovered. Runs must not be accessed before. */
  readonly ready: Promise<void>;
  /** Must be called before an extension update. */
  readonly flush: () => Promise<void>;
  readonly prune: () => Promise<void>;
}

const MEMORY_ONLY_NOTICE =
  'The browser denies KnowledgeLens its session storage. It goes on in memory: an interruption will lose the run. Restarting the browser usually helps.';
/** Marks the recovery as done; an update or a crash clears the session area. */
const RECOVERED_KEY = 'restored';
const RESTARTED_NOTICE = 'The browser or the extension was restarted. What was under way goes on where it was.';

export function buildWorker(): Worker {
  const origin = getExtensionOrigin();
  const tokens = createTokenCounter(loadTokenRanks);
  const db = createDatabase();
  const [blobs, archive, pictures] = [createIdbBlobs(db), createIdbArchive(db), createIdbPictures(db)];
  const screen = createChromeScreen(pictures, figures);
  const area = createFallbackArea(createSessionArea(), createMemoryArea(), () =>
    hub.notify('memory-only', MEMORY_ONLY_NOTICE),
  );
  const onError = (error: unknown): void => hub.notify(...toNotice(error));
  const store = createMirroredStore(createFrameStore(area), archive, { onError, getTitle: createTitleFinder() });
  const isKept = (runId: string): Promise<boolean> =>
    archive.findSummary(runId).then(
      (head) => head?.kept ?? false,
      () => false, // if the archive does not answer, no run counts as kept
    );
  const hub = createPanelHub(store, isKept);
  const offscreenDocument = createOffscreen();
  const builtIn = createPromptHost(offscreenDocument.open);
  const getModel = createModelCache(tokens, origin, builtIn);
  const agentStore = createAgentStore(blobs);
  const config = (): Promise<RunConfig> => loadCurrentConfig(getModel, agentStore);
  const spendRecorder = createSpendRecorder(store);
  const pages = createChromePages(reader, createPdfReader(createPdfSourceFactory(pdf), offscreenDocument.open));
  const pageCache = createSessionCache(PAGES_CACHE, area, blobs, systemClock);
  const resultCache = createSessionCache(RESULTS_CACHE, area, blobs, systemClock);
  const search = createSearchEngines({ cache: resultCache, clock: systemClock });
  installRequestRules().catch(() => undefined); // retried before a page is read
  const onStatus = (status: AgentStatus): void => void showRunBadge(status.runId, createStatusBadge(status), store);
  const runs = createRuns({
    store,
    hub,
    wakefulness: createChromeWakefulness(),
    isKept,
    onRest(state) {
      showBadge(state.spec?.tabId ?? -1, createRestBadge(state));
      spendRecorder.recordAtRest(state);
    },
    ports: {
      clock: systemClock,
      tabs: chromeTabs,
      getModel,
      tokens,
      pages,
      blobs,
      pictures,
      ocr: createChromeOcr(offscreenDocument.open),
      screen,
      search,
      web: createWebPages({
        cache: pageCache,
        readBody: createBodyReader(offscreenDocument.open),
      }),
      agents: { save: (manifest, replace) => agentStore.adopt(manifest, replace) },
      onStatus,
      product: __PRODUCT__,
    },
  });
  const ready = recoverFromArchive().catch(onError); // the worker must answer even if storage fails
  void ready.then(async () => spendRecorder.catchUp(await store.listRuns())).catch(() => undefined); // retried by the next worker
  const runStarter = {
    start: (spec: RunSpec) => runs.start(spec),
    has: async (runId: string) => (await store.findRun(runId)) !== null,
  };
  const picturing = createPictureService({
    runs: runStarter,
    config,
    screen,
    pictures,
    images: createChromeImages(image),
    regions: createChromeRegions(region, area),
    canCapture: async (tabId) => (await getCaptureAccess(tabId)) === 'stands',
    getTabUrl,
    showError: (tabId, trouble) => hub.refuse(tabId, trouble),
    clock: systemClock,
  });
  const selecting = createSelectionService({
    ready,
    selections: createChromeSelections(selection),
    blobs,
    runs: { ...runStarter, summarise: (tabId, runId) => startSummary(tabId, runId, { runs, config }) },
    picturing,
    config,
    loadPresets: async () => (await loadSettings()).presets,
    getLanguage: getBrowserLanguage,
    intents: createChromeIntents(area),
    about: { set: setAbout, clear: clearAbout, clearAll: clearSessionItems },
    hide: hideToolbar,
    showError: (tabId, trouble) => hub.refuse(tabId, trouble),
    clock: systemClock,
  });
  const handle = createRequestHandler({
    runs,
    pages,
    tokens,
    getModel,
    agents: agentStore,
    config,
    store,
    archive,
    probing: createModelProber(tokens, origin, builtIn),
    searching: createSearchService({
      createEngine: createLiveEngine,
      health: search.health,
      getModel,
      estimate: estimateResearch,
      estimateReanswer,
      getLargestBudget: () => agentStore.getLargestBudget(),
      canReadPages: hasAllSites,
      getLanguage: getBrowserLanguage,
    }),
    selecting,
    picturing,
    getLanguage: getBrowserLanguage,
    onKept: (runId) => hub.refresh(runId),
    clearBodies: async () => {
      await Promise.all([pageCache.clear(), resultCache.clear()]);
      await blobs.clear();
    },
  });
  return {
    runs,
    hub,
    selecting,
    picturing,
    toolbar: createToolbarScripts(toolbar),
    offscreen: offscreenDocument,
    handle,
    flush: () => store.flush(),
    ready,
    async prune() {
      await archive.prune();
      await blobs.prune();
    },
  };

  /** Recovers runs that an update or a crash removed from the session area. */
  async function recoverFromArchive(): Promise<void> {
    if ((await area.get([RECOVERED_KEY]))[RECOVERED_KEY] === true) return; // a worker that wakes up need not read the disk
    void archive
      .listSummaries()
      .then(spendRecorder.catchUp)
      .catch(() => undefined); // those that had just ended
    const errors: unknown[] = [];
    const recovered = await recoverRuns(store, archive, (error) => void errors.push(error));
    errors.forEach(onError);
    if (errors.length === 0) await area.set({ [RECOVERED_KEY]: true });
    if (recovered.length === 0) return;
    const heads = (await store.listRuns()).filter((head) => recovered.includes(head.runId));
    const withoutTab = await Promise.all(heads.map(async (head) => !(await doesTabExist(head.tabId))));
    hub.adopt(heads.filter((_, i) => withoutTab[i]).map((head) => head.runId));
    hub.notify('restarted', RESTARTED_NOTICE);
    await store.flush();
  }
}

function toNotice(error: unknown): ['corrupt' | 'no-mirror', string] {
  if (error instanceof StoreError && error.code === 'corrupt') {
    return [
      'corrupt',
      `A run from before could not be read and was set aside: ${getErrorMessage(error)} Ask again to begin anew.`,
    ];
  }
  return [
    'no-mirror',
    `Runs cannot be written to this browser’s disk, so they end with the browser: ${getErrorMessage(error)} Free some disk space, or go on without.`,
  ];
}

async function showRunBadge(runId: string, badge: Parameters<typeof showBadge>[1], store: FrameStore): Promise<void> {
  const head = await store.findRun(runId);
  if (head) showBadge(head.tabId, badge);
}
