import { clearAbout, clearSessionItems, setAbout } from '../chrome/storage/session-items.ts';
import { showBadge } from '../chrome/controls/badge.ts';
import { createChromeIntents } from '../chrome/storage/presses.ts';
import { getBrowserLanguage } from '../chrome/browser.ts';
import { createOffscreen } from '../chrome/offscreen/offscreen.ts';
import { createChromeOcr } from '../chrome/offscreen/ocr.ts';
import { createChromePages } from '../chrome/page/pages.ts';
import { createPdfSourceFactory } from '../chrome/offscreen/pdf-source.ts';
import { createPdfReader } from '../chrome/offscreen/pdfs.ts';
import { hasAllSites } from '../chrome/permissions.ts';
import { loadTokenRanks } from '../chrome/offscreen/token-ranks.ts';
import { createChromeScreen } from '../chrome/page/screen.ts';
import { getCaptureAccess } from '../chrome/page/capture-access.ts';
import { createChromeImages } from '../chrome/page/page-images.ts';
import { createChromeRegions } from '../chrome/page/regions.ts';
import { installRequestRules } from '../chrome/web/request-rules.ts';
import { createLiveEngine, RESULTS_CACHE, createSearchEngines } from '../chrome/web/search-engines.ts';
import { createSessionCache } from '../chrome/storage/session-cache.ts';
import { createChromeSelections } from '../chrome/page/selections.ts';
import { openKeyedAccess } from '../chrome/storage/keys.ts';
import { loadSettings } from '../chrome/storage/settings.ts';
import { getTabUrl, chromeTabs } from '../chrome/page/tabs.ts';
import { hideToolbar } from '../chrome/selection-toolbar/toolbar.ts';
import { createToolbarReconciler } from '../chrome/selection-toolbar/toolbar-scripts.ts';
import { createChromeWakefulness } from '../chrome/wakefulness.ts';
import { PAGES_CACHE, createWebPages } from '../chrome/web/web-pages.ts';
import { createBodyReader } from '../chrome/offscreen/body-reader.ts';
import type { RunSpec, RunConfig } from '../lib/agent/frames/frames.ts';
import type { AgentStatus } from '../lib/agent/ports.ts';
import type { FrameStore } from '../lib/agent/storage-ports.ts';
import { systemClock } from '../lib/base/clock.ts';
import type { UserError } from '../lib/base/errors.ts';
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
import { createPictureService } from './picturing.ts';
import { createModelProber } from './probing.ts';
import { createRequestHandler } from './requests.ts';
import { startSummary } from './run-requests.ts';
import { openRunStorage } from './run-storage.ts';
import { createRuns } from './runs.ts';
import { createSearchService } from './searching.ts';
import { createSelectionService } from './selecting.ts';
import { createRestBadge, createStatusBadge } from './status.ts';
import { estimateReanswer, estimateResearch } from '../lib/jobs/research-estimate.ts';

export function buildWorker() {
  const tokens = createTokenCounter(loadTokenRanks);
  const { area, blobs, pictures, archive, store, hub, spendRecorder, isKept, ready, prune } = openRunStorage();
  const screen = createChromeScreen(pictures, figures);
  const offscreenDocument = createOffscreen();
  const getModel = createModelCache(tokens, { offscreen: offscreenDocument, openAccess: openKeyedAccess });
  const agentStore = createAgentStore(blobs);
  const config = (): Promise<RunConfig> => loadCurrentConfig(getModel, agentStore);
  const pages = createChromePages(reader, createPdfReader(createPdfSourceFactory(pdf), offscreenDocument.open));
  const pageCache = createSessionCache(PAGES_CACHE, area, blobs, systemClock);
  const resultCache = createSessionCache(RESULTS_CACHE, area, blobs, systemClock);
  const search = createSearchEngines({ cache: resultCache, clock: systemClock });
  installRequestRules().catch(() => undefined); // retried before a page is read
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
      web: createWebPages({ cache: pageCache, readBody: createBodyReader(offscreenDocument.open) }),
      agents: { save: (manifest, replace) => agentStore.adopt(manifest, replace) },
      onStatus: (status) => void showRunStatus(status, store),
      product: __PRODUCT__,
    },
  });
  const runStarter = {
    start: (spec: RunSpec) => runs.start(spec),
    has: async (runId: string) => (await store.findRun(runId)) !== null,
  };
  const showError = (tabId: number, error: UserError): Promise<void> => hub.refuse(tabId, error);
  const picturing = createPictureService({
    runs: runStarter,
    config,
    showError,
    screen,
    pictures,
    images: createChromeImages(image),
    regions: createChromeRegions(region, area),
    canCapture: async (tabId) => (await getCaptureAccess(tabId)) === 'stands',
    getTabUrl,
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
    showError,
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
    probing: createModelProber(offscreenDocument.open, openKeyedAccess),
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
    reconcileToolbar: createToolbarReconciler(toolbar),
    offscreen: offscreenDocument,
    handle,
    /** Must be called before an extension update. */
    flush: () => store.flush(),
    /** Resolves once archived runs are recovered. Runs must not be accessed before. */
    ready,
    prune,
  };
}

async function showRunStatus(status: AgentStatus, store: FrameStore): Promise<void> {
  const head = await store.findRun(status.runId);
  if (head) showBadge(head.tabId, createStatusBadge(status));
}
