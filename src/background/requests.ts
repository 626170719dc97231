/** Handles accepted requests of pages and toolbar: always replies, errors included. */
import { loadSettings } from '../chrome/storage/settings.ts';
import type { RunArchive, ArchivedRunSummary } from '../lib/agent/store/run-archive.ts';
import type { Pages, TokenCounter } from '../lib/agent/ports.ts';
import type { FrameStore } from '../lib/agent/storage-ports.ts';
import { EMPTY_REQUEST, type RunConfig, type RunRequest } from '../lib/agent/frames/frames.ts';
import { resolveModelForPurpose, type BoundModel, type Purpose } from '../lib/agent/state/model-roles.ts';
import { clearState, foldAll } from '../lib/agent/store/run-state.ts';
import { toUserError } from '../lib/base/errors.ts';
import { estimateAsk } from '../lib/jobs/ask.ts';
import { estimateSummary } from '../lib/jobs/summarise.ts';
import type { Estimate } from '../lib/protocol/requests/run.ts';
import type { Replies, Reply, Request, RequestName } from '../lib/protocol/requests/requests.ts';
import type { ListedRun } from '../lib/protocol/requests/history.ts';
import { MAX_PICTURES } from '../lib/protocol/requests/picture.ts';
import { requireArticle } from '../lib/toolbox/page/read-page.ts';
import type { AgentStore } from './agents.ts';
import { grantAlways, addJobGrants } from './approvals.ts';
import { createRunConfig, type GetModel } from './models.ts';
import type { ModelProber } from './probing.ts';
import type { PictureService } from './picturing.ts';
import type { Runs, RunCommand } from './runs.ts';
import type { SearchService } from './searching.ts';
import type { SelectionService } from './selecting.ts';
import { searchRuns } from '../lib/history/search.ts';
import { estimateAgents } from '../lib/jobs/estimate.ts';
import { countWords } from '../lib/pipeline/text/terms.ts';

export interface RequestDeps {
  readonly runs: Runs;
  readonly pages: Pages;
  readonly tokens: TokenCounter;
  readonly getModel: GetModel;
  readonly agents: AgentStore;
  readonly config: () => Promise<RunConfig>;
  readonly store: FrameStore;
  readonly archive: RunArchive;
  readonly onKept: (runId: string) => void;
  readonly clearBodies: () => Promise<void>;
  readonly probing: ModelProber;
  readonly searching: SearchService;
  readonly selecting: SelectionService;
  readonly picturing: PictureService;
  /** A BCP 47 tag. */
  readonly getLanguage: () => string;
}

type Handlers = {
  readonly [N in RequestName]: (request: Request<N>, sender: chrome.runtime.MessageSender) => Promise<Replies[N]>;
};

const GOAL = 'Summarise this page.';
/** A last resort: pages, tests and lists have shorter timeouts of their own. */
const REQUEST_TIMEOUT_MS = 120_000;

export function createRequestHandler(
  deps: RequestDeps,
): (request: Request, sender: chrome.runtime.MessageSender) => Promise<Reply<RequestName>> {
  const { runs, agents, store, archive } = deps;
  const sendToRun = async (runId: string, command: RunCommand): Promise<Record<string, never>> => {
    await runs.sendCommand(runId, command);
    return {};
  };
  /** Rejects if the agent cannot be called. */
  const resolveConfig = async ({ job, agent = '' }: Pick<Question, 'job' | 'agent'>): Promise<RunConfig> => {
    const terms = await deps.config();
    if (job === 'agent') await agents.assertCallable(agent, terms.agents);
    return addJobGrants(job, terms);
  };
  const controllers = new Set<AbortController>();
  const runAbortable = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const controller = new AbortController();
    controllers.add(controller);
    try {
      return await work(AbortSignal.any([controller.signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]));
    } finally {
      controllers.delete(controller);
    }
  };
  const handlers: Handlers = {
    'run.start': async ({ tabId, commandId }) => {
      await startSummary(tabId, commandId, deps);
      return { runId: commandId };
    },
    'run.ask': async (asked) => {
      const { commandId } = asked;
      await runs.start({
        runId: commandId,
        sub: null,
        ...toRunRequest(asked, deps.getLanguage()),
        ...(await resolveConfig(asked)),
      });
      return { runId: commandId };
    },
    'run.follow': async (asked) => {
      const { runId, commandId } = asked;
      await runs.followUp(runId, commandId, toRunRequest(asked, deps.getLanguage()), await resolveConfig(asked));
      return { runId };
    },
    'selection.start': async ({ tabId, action, preset, commandId }) => ({
      runId: await deps.selecting.startAction({
        tabId,
        frame: null,
        action,
        preset,
        text: '',
        url: '',
        title: '',
        commandId,
      }),
    }),
    'selection.act': ({ action, preset, text, commandId }, sender) =>
      deps.selecting.handleToolbarAction({ action, preset, text, commandId }, sender),
    'selection.menu': () => deps.selecting.getMenu(),
    'picture.take': ({ tabId, what, commandId }) => deps.picturing.takePicture(tabId, what, commandId),
    'picture.read': ({ tabId, pictures, commandId }) => deps.picturing.readPictures(tabId, pictures, commandId),
    'region.chosen': ({ ticket, region }, sender) => deps.picturing.handleRegion(ticket, region, sender),
    'selection.hide': ({ where }, sender) => deps.selecting.hide(where, sender),
    'run.cancel': ({ runId, commandId }) => sendToRun(runId, { id: commandId, type: 'cancel' }),
    'run.take-back': ({ runId, commandId, of }) => sendToRun(runId, { id: commandId, type: 'take-back', of }),
    'run.answer': ({ runId, commandId, ask, text }) => sendToRun(runId, { id: commandId, type: 'answer', ask, text }),
    'run.approve': async ({ runId, commandId, ask, hash, always = false }) => {
      const granted = always ? await grantAlways(store, runId, ask, hash) : null;
      return sendToRun(runId, { id: commandId, type: 'approve', ask, hash, always: granted });
    },
    'run.decline': ({ runId, commandId, ask }) => sendToRun(runId, { id: commandId, type: 'decline', ask }),
    'run.outcome': ({ runId, commandId, ask, happened }) =>
      sendToRun(runId, { id: commandId, type: 'outcome', ask, happened }),
    'run.restore': ({ runId, commandId, compaction }) =>
      sendToRun(runId, { id: commandId, type: 'restore', compaction }),
    'run.keep': async ({ runId, kept }) => {
      await archive.setKept(runId, kept);
      deps.onKept(runId);
      return {};
    },
    'history.list': async ({ tabId, query }) => ({ runs: await listRuns({ tabId, query }, deps) }),
    'history.open': async ({ runId }) => ({ frames: await store.load(runId) }),
    'run.retry': async ({ runId, commandId }) => {
      const { spec } = foldAll(await store.load(runId));
      await runs.retry(runId, commandId, addJobGrants(spec?.job ?? 'ask', await deps.config()));
      return {};
    },
    'agents.list': () => agents.list(),
    'agents.save': ({ text, manifest }) => agents.save(text, manifest),
    'agents.enable': ({ id, enabled }) => agents.enable(id, enabled).then(() => ({})),
    'agents.remove': ({ id }) => agents.remove(id).then(() => ({})),
    'web.outlook': () => deps.searching.estimateSearch(),
    'search.test': ({ config, key }) => runAbortable((signal) => deps.searching.testEngine(config, key, signal)),
    'page.estimate': ({ tabId }) => estimatePage(tabId, deps),
    'session.clear': async () => {
      await runs.clear(async () => {
        await deps.selecting.clear();
        await clearState(store);
        await deps.clearBodies();
      });
      return {};
    },
    'model.test': ({ candidate }) => runAbortable((signal) => deps.probing.testModel(candidate, signal)),
    'model.list': async ({ candidate }) => ({
      models: await runAbortable((signal) => deps.probing.listModels(candidate, signal)),
    }),
    'model.stop': () => {
      for (const controller of controllers) controller.abort();
      return Promise.resolve({});
    },
  };

  return async (request, sender) => {
    try {
      const handler = handlers[request.type] as (
        r: Request,
        s: chrome.runtime.MessageSender,
      ) => Promise<Replies[RequestName]>;
      return { ok: true, value: await handler(request, sender) };
    } catch (thrown) {
      return { ok: false, error: toUserError(thrown) };
    }
  };
}

type Question = Omit<RunRequest, 'language' | 'agent' | 'action'> & Partial<Pick<RunRequest, 'agent' | 'action'>>;

/** A question shows its answer's language itself; search engines need the user's. */
const toRunRequest = (
  { job, goal, tabId, also, selection, pictures, sources, agent = '', action = '' }: Question,
  language: string,
): RunRequest => ({
  job,
  goal,
  tabId,
  also,
  selection,
  pictures,
  sources,
  agent: job === 'agent' ? agent : '',
  language: job === 'research' ? language : '',
  action,
});

/** Idempotent: the same id means the same run. */
export async function startSummary(
  tabId: number,
  runId: string,
  { runs, config }: { readonly runs: Pick<Runs, 'start'>; readonly config: () => Promise<RunConfig> },
): Promise<void> {
  await runs.start({ runId, sub: null, ...EMPTY_REQUEST, job: 'summarise', goal: GOAL, tabId, ...(await config()) });
}

async function estimatePage(tabId: number, { pages, tokens, getModel, agents }: RequestDeps): Promise<Estimate> {
  const settings = await loadSettings();
  const terms = createRunConfig(settings, getModel);
  const getCallee = (purpose: Purpose): BoundModel => resolveModelForPurpose(purpose, terms.models, getModel);
  const article = requireArticle(await pages.read(tabId, AbortSignal.timeout(REQUEST_TIMEOUT_MS)));
  return {
    url: article.url,
    title: article.title,
    words: countWords(article.markdown),
    ...(await estimateSummary(article.markdown, getCallee, tokens)),
    modelLabel: terms.models.main.label,
    paidFallback: terms.models.fallback?.metered === true ? terms.models.fallback.label : '',
    budget: settings.tokenBudget,
    ask: await estimateAsk(article.markdown, getCallee, tokens, terms.limits),
    askOfPictures: await estimateAsk(article.markdown, getCallee, tokens, terms.limits, MAX_PICTURES),
    agents: estimateAgents(await agents.getLargestBudget(), getCallee('decide').model, terms.limits),
  };
}

/** Most runs of a list, and most that a query searches, newest first. */
const MAX_RUNS = 500;

const MAX_RESULTS = 50;

/** Newest first; with a query, best match first. */
export async function listRuns(
  { tabId, query }: { readonly tabId: number; readonly query: string },
  { archive, store }: { readonly archive: RunArchive; readonly store: Pick<FrameStore, 'listRuns'> },
): Promise<readonly ListedRun[]> {
  const [archived, session] = await Promise.all([archive.listSummaries(), store.listRuns()]);
  const here = new Map(session.filter((head) => head.tabId === tabId).map((head) => [head.runId, head]));
  const heads = archived
    .filter(({ runId, kept }) => kept || here.has(runId))
    .toSorted((a, b) => b.startedAt - a.startedAt)
    .slice(0, MAX_RUNS)
    .map((head) => ({ ...head, ...here.get(head.runId) }));
  if (query.trim() === '') return heads.map((head) => toListedRun(head, ''));
  const byId = new Map(heads.map((head) => [head.runId, head]));
  const texts = await archive.loadTexts([...byId.keys()]); // lacks runs removed in the meantime
  const runs = texts.map(({ runId, words }) => ({ runId, words, title: byId.get(runId)?.title ?? '' }));
  return (await searchRuns(runs, query, MAX_RESULTS)).flatMap(({ runId, snippet }) => {
    const head = byId.get(runId);
    return head === undefined ? [] : [toListedRun(head, snippet)];
  });
}

function toListedRun({ runId, title, kept, startedAt, status }: ArchivedRunSummary, snippet: string): ListedRun {
  return { runId, title, kept, snippet, startedAt, status };
}
