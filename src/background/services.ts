/** What runs and requests need: loaded by the first of either, because most wakes have none. */
import { loadCallsUnderWay, saveCallUnderWay } from '../chrome/storage/call-under-way.ts';
import { claimCall, setAbout } from '../chrome/storage/session-items.ts';
import { showBadge } from '../chrome/controls/badge.ts';
import { getBrowserLanguage } from '../chrome/browser.ts';
import { loadTranslationLanguage } from '../chrome/storage/translation-language.ts';
import type { Offscreen } from '../chrome/offscreen/offscreen.ts';
import { createChromeFiles } from '../chrome/offscreen/files.ts';
import { createChromeOcr } from '../chrome/offscreen/ocr.ts';
import { createChromePages } from '../chrome/page/pages.ts';
import { createPdfSourceFactory } from '../chrome/offscreen/pdf-source.ts';
import { createPdfReader } from '../chrome/offscreen/pdfs.ts';
import { hasAllSites } from '../chrome/permissions.ts';
import { hasSchedules } from '../chrome/schedule-wake.ts';
import { createSignIn } from '../chrome/offscreen/sign-in.ts';
import { createToolServers } from '../chrome/offscreen/tool-servers.ts';
import { loadTokenRanks } from '../chrome/offscreen/token-ranks.ts';
import { createPageTools, joinToolServers } from '../chrome/page/page-tools.ts';
import { createChromeScreen } from '../chrome/page/screen.ts';
import { getCaptureAccess } from '../chrome/page/capture-access.ts';
import { createChromeImages } from '../chrome/page/page-images.ts';
import type { Regions } from '../chrome/page/regions.ts';
import { createLiveEngine, createSearchEngines } from '../chrome/web/search-engines.ts';
import { createIdbVectors } from '../chrome/storage/vectors.ts';
import { createIdbPictures } from '../chrome/storage/pictures.ts';
import { createSessionCache, PAGES_CACHE, RESULTS_CACHE } from '../chrome/storage/session-cache.ts';
import { hideToolbar } from '../chrome/selection-toolbar/toolbar.ts';
import { createChromeSelections } from '../chrome/page/selections.ts';
import { openKeyedAccess } from '../chrome/storage/keys.ts';
import { loadSettings } from '../chrome/storage/settings.ts';
import { getTabUrl, chromeTabs } from '../chrome/page/tabs.ts';
import { installRequestRules } from '../chrome/web/request-rules.ts';
import { createWebPages } from '../chrome/web/web-pages.ts';
import { createBodyReader } from '../chrome/offscreen/body-reader.ts';
import type { RunSpec, RunConfig } from '../lib/agent/frames/frames.ts';
import { runAgentLoop } from '../lib/agent/loop/loop.ts';
import { canApplyCommand } from '../lib/agent/loop/select-next-action.ts';
import type { AgentStatus } from '../lib/agent/ports.ts';
import type { FrameStore } from '../lib/agent/storage-ports.ts';
import { createJobResolver } from '../lib/agents/job-resolver.ts';
import { systemClock } from '../lib/base/clock.ts';
import { estimateChat } from '../lib/jobs/chat.ts';
import { JOBS } from '../lib/jobs/jobs.ts';
import { estimateReanswer, estimateResearch } from '../lib/jobs/research-estimate.ts';
import { createTokenCounter } from '../lib/models/tokens/token-counter.ts';
import figures from '../content/figures.iife.ts?iife';
import image from '../content/image.iife.ts?iife';
import pageToolsScript from '../content/page-tools.iife.ts?iife';
import pdf from '../content/pdf.iife.ts?iife';
import reader from '../content/reader.iife.ts?iife';
import selection from '../content/selection.iife.ts?iife';
import { createAgentStore } from './agents.ts';
import { createDraftService } from './drafting.ts';
import type { LoadedLoop } from './runs/driver.ts';
import { createModelCache, createTestCharge, loadCurrentConfig } from './models.ts';
import { createPictureService } from './presses/picturing.ts';
import { createQuestionEstimator } from './requests/question-estimate.ts';
import { createModelProber } from './probing.ts';
import { createHistoryUpkeep } from './runs/history-upkeep.ts';
import { createRequestHandler } from './requests/requests.ts';
import { startSummary } from './requests/run-requests.ts';
import type { RunStorage } from './runs/run-storage.ts';
import type { Runs } from './runs/runs.ts';
import type { Schedules } from './schedules.ts';
import { isSameRequest } from './runs/same-request.ts';
import { createSearchService } from './engine-tests.ts';
import type { SelectionService } from './presses/selecting.ts';
import { createSelectionStarter } from './presses/selection-runs.ts';
import { createStatusBadge } from './status.ts';

interface ServiceDeps {
  readonly storage: RunStorage;
  readonly runs: Runs;
  readonly selecting: SelectionService;
  readonly regions: Regions;
  readonly offscreen: Offscreen;
}

export type Services = ReturnType<typeof createServices>;

/** The words of many languages: only an answer with quotes needs them. */
const loadClaims = () => import('../lib/pipeline/claims/check-claims.ts');

export function createServices({ storage, runs, selecting, regions, offscreen }: ServiceDeps) {
  const { db, area, blobs, archive, ledger, store, hub, ready } = storage;
  installRequestRules().catch(() => undefined); // before anything is asked for; retried by each reader
  const pictures = createIdbPictures(db);
  const upkeep = createHistoryUpkeep(storage);
  const tokens = createTokenCounter(loadTokenRanks);
  const screen = createChromeScreen(pictures, figures);
  const getModel = createModelCache(tokens, { offscreen, openAccess: openKeyedAccess });
  const agents = createAgentStore(blobs, ledger);
  const config = (model?: string): Promise<RunConfig> => loadCurrentConfig(getModel, agents, model);
  const toolServers = createToolServers(offscreen, openKeyedAccess);
  const pageTools = createPageTools(pageToolsScript);
  const pages = createChromePages(reader, createPdfReader(createPdfSourceFactory(pdf), offscreen.open));
  const pageCache = createSessionCache(PAGES_CACHE, area, blobs, systemClock);
  const resultCache = createSessionCache(RESULTS_CACHE, area, blobs, systemClock);
  const search = createSearchEngines({ cache: resultCache, clock: systemClock });
  const files = createChromeFiles(offscreen.open);
  const readBody = createBodyReader(offscreen.open);
  const runStarter = {
    start: (spec: RunSpec) => runs.start(spec),
    has: async (runId: string) => (await store.findRun(runId)) !== null,
  };
  const loop: LoadedLoop = {
    runLoop: runAgentLoop,
    resolveJob: createJobResolver((name) => JOBS[name]),
    canApplyCommand,
    isSameRequest,
    getTabUrl,
    ports: {
      clock: systemClock,
      tabs: chromeTabs,
      getModel,
      tokens,
      pages,
      blobs,
      pictures,
      ocr: createChromeOcr(offscreen.open),
      files,
      screen,
      search,
      web: createWebPages({ cache: pageCache, readBody }),
      toolServers: joinToolServers(toolServers, pageTools),
      agents: { save: (manifest, replace) => agents.adopt(manifest, replace) },
      onStatus: (status) => void showRunStatus(status, store).catch(() => undefined), // shown with the next status
      checkClaims: async (...args) => (await loadClaims()).checkClaims(...args),
      listClaims: async (...args) => (await loadClaims()).listClaims(...args),
      product: __PRODUCT__,
    },
  };
  const picturing = createPictureService({
    runs: runStarter,
    config,
    showError: (tabId, error) => hub.refuse(tabId, error),
    screen,
    pictures,
    images: createChromeImages(image),
    regions,
    canCapture: async (tabId) => (await getCaptureAccess(tabId)) === 'stands',
    getTabUrl,
    clock: systemClock,
  });
  const selections = createChromeSelections(selection);
  const startSelection = createSelectionStarter({
    ready,
    selections,
    blobs,
    runs: { ...runStarter, summarise: (tabId, runId) => startSummary(tabId, runId, { runs, config }) },
    picturing,
    config,
    loadPresets: async () => (await loadSettings()).presets,
    getLanguage: getBrowserLanguage,
    loadTranslationLanguage,
    about: { set: setAbout },
    clock: systemClock,
  });
  let schedules: Promise<Schedules> | undefined;
  /** Most wakes have nothing to do with the clock. */
  const loadSchedules = (): Promise<Schedules> =>
    (schedules ??= import('./schedules.ts').then(({ createSchedules }) =>
      createSchedules({ runs, agents, config, store, archive, ledger, blobs, readBody, clock: systemClock }),
    ));
  const handle = createRequestHandler({
    runs,
    pages,
    selections,
    files,
    tokens,
    getModel,
    agents,
    config,
    store,
    now: () => systemClock.now(),
    product: __PRODUCT__,
    archive,
    ledger,
    toolServers,
    pageTools,
    listPageTools: (tabId) => pageTools.listForRun(tabId),
    signIn: createSignIn(toolServers),
    probing: createModelProber({
      openLine: offscreen.open,
      openAccess: openKeyedAccess,
      recordCall: async (id, seq, candidate, spent) =>
        storage.spending.recordCharges(`test:${id}`, [
          { ...createTestCharge(await loadSettings(), candidate, spent, systemClock.now()), seq },
        ]),
      saveCall: saveCallUnderWay,
      loadCalls: loadCallsUnderWay,
      claim: claimCall,
    }),
    searching: createSearchService({
      createEngine: createLiveEngine,
      health: search.health,
      getModel,
      estimate: estimateResearch,
      estimateReanswer,
      estimateChat,
      canReadPages: hasAllSites,
      getLanguage: getBrowserLanguage,
    }),
    selecting,
    loadSchedules,
    picturing,
    drafting: createDraftService({
      config,
      getModel,
      tokens,
      loadAgents: () => agents.list(),
      recordCharges: storage.spending.recordCharges,
      clock: systemClock,
      claim: claimCall,
    }),
    discardBodies: (hashes) => blobs.remove(hashes),
    estimateQuestion: createQuestionEstimator({
      ...{ store, blobs, tokens, getModel },
      listPageTools: (tabId) => pageTools.listForRun(tabId),
    }),
    getLanguage: getBrowserLanguage,
    loadTranslationLanguage,
    hub,
    forget: (runId) => upkeep.forget(runId),
    clearBodies: async () => {
      await Promise.all([pageCache.clear(), resultCache.clear(), createIdbVectors(db).clear()]);
      await blobs.prune();
    },
    clearSchedules: async () => {
      if (await hasSchedules()) await (await loadSchedules()).clear();
    },
  });
  const tickSchedules = async (): Promise<void> => (await loadSchedules()).tick();
  const advanceLists = async (): Promise<void> => (await loadSchedules()).advanceLists();
  return { loop, startSelection, handle, upkeep, hideToolbar, tickSchedules, advanceLists };
}

async function showRunStatus(status: AgentStatus, store: FrameStore): Promise<void> {
  const head = await store.findRun(status.runId);
  if (head) showBadge(head.tabId, createStatusBadge(status));
}
