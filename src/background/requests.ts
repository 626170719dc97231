/**
 * Requests from the extension's own pages and its toolbar: each is checked for sender and shape before anything else looks at
 * it, and always gets an answer, an error included.
 */
import { loadSettings } from '../chrome/settings.ts';
import type { RunArchive } from '../lib/agent/archive.ts';
import type { FrameStore, Pages, TokenCounter } from '../lib/agent/ports.ts';
import type { RunTerms, Wish } from '../lib/agent/frames.ts';
import { modelForPurpose, type Callee, type Purpose } from '../lib/agent/roles.ts';
import { clearState, foldAll } from '../lib/agent/state.ts';
import { troubleOf } from '../lib/base/errors.ts';
import { estimateAgents } from '../lib/jobs/agents-estimate.ts';
import { estimateAsk } from '../lib/jobs/ask.ts';
import { estimateSummary } from '../lib/jobs/summarise.ts';
import { wordCount } from '../lib/pipeline/text/words.ts';
import type { Estimate, Replies, Reply, Request, RequestName } from '../lib/protocol/messages.ts';
import { MAX_PICTURES } from '../lib/protocol/picture.ts';
import { articleOf } from '../lib/toolbox/read-page.ts';
import { accept } from './accept.ts';
import type { Keeping } from './agents.ts';
import { grantAlways, termsFor } from './approvals.ts';
import { listRuns } from './history.ts';
import { termsFrom, type ModelFor } from './models.ts';
import type { Probing } from './probing.ts';
import type { Picturing } from './picturing.ts';
import type { Runs, Word } from './runs.ts';
import type { Searching } from './searching.ts';
import type { Selecting } from './selecting.ts';

export interface RequestDeps {
  readonly runs: Runs;
  readonly pages: Pages;
  readonly tokens: TokenCounter;
  readonly modelFor: ModelFor;
  readonly agents: Keeping;
  /** The terms of a run that begins, or is tried again, now. */
  readonly terms: () => Promise<RunTerms>;
  readonly store: FrameStore;
  readonly archive: RunArchive;
  /** A run is kept in history now, or no longer. */
  readonly onKept: (runId: string) => void;
  readonly clearBodies: () => Promise<void>;
  readonly probing: Probing;
  readonly searching: Searching;
  readonly selecting: Selecting;
  readonly picturing: Picturing;
  /** Of the person, a BCP 47 tag. */
  readonly language: () => string;
}

type Handlers = {
  readonly [N in RequestName]: (request: Request<N>, sender: chrome.runtime.MessageSender) => Promise<Replies[N]>;
};

const GOAL = 'Summarise this page.';
/** Nobody waits longer for a page, a test or a list; all end by themselves before. */
const PATIENCE_MS = 120_000;

export function createRequests(
  deps: RequestDeps,
): (message: unknown, sender: chrome.runtime.MessageSender) => Promise<Reply<RequestName>> {
  const { runs, agents, store, archive } = deps;
  const say = async (runId: string, word: Word): Promise<Record<string, never>> => {
    await runs.say(runId, word);
    return {};
  };
  /** The terms of what is asked. Rejects where it is for an agent that cannot be called. */
  const termsOf = async ({ job, agent = '' }: Pick<Asked, 'job' | 'agent'>): Promise<RunTerms> => {
    const terms = await deps.terms();
    if (job === 'agent') await agents.expectCallable(agent, terms.agents);
    return termsFor(job, terms);
  };
  const tried = new Set<AbortController>();
  /** Until its end, its time, or the word that nobody waits. */
  const trying = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const stop = new AbortController();
    tried.add(stop);
    try {
      return await work(AbortSignal.any([stop.signal, AbortSignal.timeout(PATIENCE_MS)]));
    } finally {
      tried.delete(stop);
    }
  };
  const handlers: Handlers = {
    'run.start': async ({ tabId, commandId }) => {
      await startSummary(tabId, commandId, deps);
      return { runId: commandId };
    },
    'run.ask': async (asked) => {
      const { commandId } = asked;
      await runs.start({ runId: commandId, sub: null, ...question(asked, deps.language()), ...(await termsOf(asked)) });
      return { runId: commandId };
    },
    'run.follow': async (asked) => {
      const { runId, commandId } = asked;
      await runs.follow(runId, commandId, question(asked, deps.language()), await termsOf(asked));
      return { runId };
    },
    'selection.start': async ({ tabId, action, preset, commandId }) => ({
      runId: await deps.selecting.start({
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
      deps.selecting.act({ action, preset, text, commandId }, sender),
    'selection.menu': () => deps.selecting.menu(),
    'picture.take': ({ tabId, what, commandId }) => deps.picturing.take(tabId, what, commandId),
    'picture.read': ({ tabId, pictures, commandId }) => deps.picturing.read(tabId, pictures, commandId),
    'region.chosen': ({ ticket, region }, sender) => deps.picturing.chosen(ticket, region, sender),
    'selection.hide': ({ where }, sender) => deps.selecting.hide(where, sender),
    'run.cancel': ({ runId, commandId }) => say(runId, { id: commandId, type: 'cancel' }),
    'run.take-back': ({ runId, commandId, of }) => say(runId, { id: commandId, type: 'take-back', of }),
    'run.answer': ({ runId, commandId, ask, text }) => say(runId, { id: commandId, type: 'answer', ask, text }),
    'run.approve': async ({ runId, commandId, ask, hash, always = false }) => {
      const granted = always ? await grantAlways(store, runId, ask, hash) : null;
      return say(runId, { id: commandId, type: 'approve', ask, hash, always: granted });
    },
    'run.decline': ({ runId, commandId, ask }) => say(runId, { id: commandId, type: 'decline', ask }),
    'run.outcome': ({ runId, commandId, ask, happened }) =>
      say(runId, { id: commandId, type: 'outcome', ask, happened }),
    'run.restore': ({ runId, commandId, compaction }) => say(runId, { id: commandId, type: 'restore', compaction }),
    'run.keep': async ({ runId, kept }) => {
      await archive.keep(runId, kept);
      deps.onKept(runId);
      return {};
    },
    'history.list': async ({ tabId, query }) => ({ runs: await listRuns({ tabId, query }, deps) }),
    'history.open': async ({ runId }) => ({ frames: await store.load(runId) }),
    'run.retry': async ({ runId, commandId }) => {
      const { spec } = foldAll(await store.load(runId));
      await runs.retry(runId, commandId, termsFor(spec?.job ?? 'ask', await deps.terms()));
      return {};
    },
    'agents.list': () => agents.list(),
    'agents.save': ({ text, manifest }) => agents.save(text, manifest),
    'agents.enable': ({ id, enabled }) => agents.enable(id, enabled).then(() => ({})),
    'agents.remove': ({ id }) => agents.remove(id).then(() => ({})),
    'web.outlook': () => deps.searching.outlook(),
    'search.test': ({ config, key }) => trying((signal) => deps.searching.test(config, key, signal)),
    'page.estimate': ({ tabId }) => estimate(tabId, deps),
    'session.clear': async () => {
      await runs.clear(async () => {
        await deps.selecting.clear();
        await clearState(store);
        await deps.clearBodies();
      });
      return {};
    },
    'model.test': ({ candidate }) => trying((signal) => deps.probing.test(candidate, signal)),
    'model.list': async ({ candidate }) => ({
      models: await trying((signal) => deps.probing.list(candidate, signal)),
    }),
    'model.stop': () => {
      for (const stop of tried) stop.abort();
      return Promise.resolve({});
    },
  };

  return async (message, sender) => {
    try {
      const request = accept(message, sender);
      if ('trouble' in request) return { ok: false, trouble: request.trouble };
      const handler = handlers[request.type] as (
        r: Request,
        s: chrome.runtime.MessageSender,
      ) => Promise<Replies[RequestName]>;
      return { ok: true, value: await handler(request, sender) };
    } catch (thrown) {
      return { ok: false, trouble: troubleOf(thrown) };
    }
  };
}

type Asked = Omit<Wish, 'language' | 'agent'> & { readonly agent?: string };

/** A question says by its own words which language it wants; engines are to know that of the person. */
const question = (
  { job, goal, tabId, also, selection, pictures, sources, agent = '' }: Asked,
  language: string,
): Wish => ({
  job,
  goal,
  tabId,
  also,
  selection,
  pictures,
  sources,
  agent: job === 'agent' ? agent : '',
  language: job === 'research' ? language : '',
});

/** Starts a summary; the same id again is the same run. */
export async function startSummary(
  tabId: number,
  runId: string,
  { runs, terms }: { readonly runs: Pick<Runs, 'start'>; readonly terms: () => Promise<RunTerms> },
): Promise<void> {
  const wish = {
    job: 'summarise',
    goal: GOAL,
    tabId,
    also: [],
    selection: null,
    pictures: [],
    language: '',
    sources: null,
    agent: '',
  } as const;
  await runs.start({ runId, sub: null, ...wish, ...(await terms()) });
}

async function estimate(tabId: number, { pages, tokens, modelFor, agents }: RequestDeps): Promise<Estimate> {
  const settings = await loadSettings();
  const terms = termsFrom(settings, modelFor);
  const calleeFor = (purpose: Purpose): Callee => modelForPurpose(purpose, terms.models, modelFor);
  const article = articleOf(await pages.read(tabId, AbortSignal.timeout(PATIENCE_MS)));
  return {
    url: article.url,
    title: article.title,
    words: wordCount(article.markdown),
    ...(await estimateSummary(article.markdown, calleeFor, tokens)),
    modelLabel: terms.models.main.label,
    paidFallback: terms.models.fallback?.metered === true ? terms.models.fallback.label : '',
    budget: settings.tokenBudget,
    ask: await estimateAsk(article.markdown, calleeFor, tokens, terms.limits),
    askOfPictures: await estimateAsk(article.markdown, calleeFor, tokens, terms.limits, MAX_PICTURES),
    agents: estimateAgents(await agents.largest(), calleeFor('decide').model, terms.limits),
  };
}
