/** Handles requests about runs. Configurations are resolved before a run is given them. */
import { addGrant } from '../../chrome/storage/grants.ts';
import { listOpenAsks } from '../../lib/agent/state/sub-agents.ts';
import { foldAll } from '../../lib/agent/state/fold.ts';
import type { FrameStore } from '../../lib/agent/storage-ports.ts';
import {
  EMPTY_REQUEST,
  type Grant,
  type RequestFile,
  type RunConfig,
  type RunRequest,
} from '../../lib/agent/frames/frames.ts';
import type { Replies, Request, RequestName } from '../../lib/protocol/requests/requests.ts';
import type { ServerTool } from '../../lib/agent/frames/server-tool.ts';
import { DEFAULT_STYLE, type AnswerStyle } from '../../lib/agent/frames/style.ts';
import { findForkEnd, forkFrames, listLaterRatings } from '../../lib/agent/store/fork.ts';
import { omitUndefined } from '../../lib/base/loose.ts';
import { formatTranslationGoal } from '../../lib/jobs/selection-actions.ts';
import { UserFacingError } from '../../lib/base/errors.ts';
import type { AgentStore } from '../agents.ts';
import type { Runs } from '../runs/runs.ts';

/** An empty reply is nothing. */
export type Handlers = {
  readonly [N in RequestName]: (
    request: Request<N>,
    sender: chrome.runtime.MessageSender,
  ) => Replies[N] extends Record<string, never> ? Promise<void> : Promise<Replies[N]>;
};

export interface RunRequestDeps {
  readonly runs: Runs;
  readonly agents: AgentStore;
  /** `model`: answers in place of the settings' main model. */
  readonly config: (model?: string) => Promise<RunConfig>;
  /** What the page in that tab offers, of what is switched on. */
  readonly listPageTools: (tabId: number) => Promise<readonly ServerTool[]>;
  readonly store: FrameStore;
  readonly now: () => number;
  /** The extension's version. */
  readonly product: string;
  /** A BCP 47 tag. */
  readonly getLanguage: () => string;
  /** The same, to translate into. */
  readonly loadTranslationLanguage: () => Promise<string>;
}

export const GOAL = 'Summarise this page.';
const FILE_GOAL = 'Summarise this file.';

export function createRunHandlers(deps: RunRequestDeps): Pick<Handlers, Extract<RequestName, `run.${string}`>> {
  const { runs, agents, store } = deps;
  /** Rejects if the agent cannot be called. */
  const resolveConfig = async ({
    job,
    tabId,
    agent = '',
  }: Pick<Question, 'job' | 'tabId' | 'agent'>): Promise<RunConfig> => {
    const terms = await deps.config();
    if (job === 'agent') await agents.assertCallable(agent, terms.agents);
    const ofPage = job === 'ask' ? await deps.listPageTools(tabId) : [];
    return ofPage.length === 0 ? terms : { ...terms, serverTools: [...ofPage, ...(terms.serverTools ?? [])] };
  };
  return {
    'run.start': async ({ job, tabId, commandId, length, format, files = [] }) => {
      if (job === 'summarise' && files.length > 1) throw new UserFacingError(ONE_FILE_ERROR);
      return {
        runId:
          job === 'summarise'
            ? await startSummary(tabId, commandId, deps, { own: omitUndefined({ length, format }), files })
            : await startTranslation(tabId, commandId, deps),
      };
    },
    'run.ask': async (asked) => {
      const request = toRunRequest(asked, deps.getLanguage());
      const config = await resolveConfig(asked);
      return { runId: await runs.start({ runId: asked.commandId, sub: null, ...request, ...config }) };
    },
    'run.follow': async (asked) => {
      const { runId, commandId } = asked;
      await runs.followUp(runId, commandId, toRunRequest(asked, deps.getLanguage()), await resolveConfig(asked));
      return { runId };
    },
    'run.cancel': ({ runId, commandId }) => runs.sendCommand(runId, { id: commandId, type: 'cancel' }),
    'run.take-back': ({ runId, commandId, of }) => runs.sendCommand(runId, { id: commandId, type: 'take-back', of }),
    'run.answer': ({ runId, commandId, ask, text }) =>
      runs.sendCommand(runId, { id: commandId, type: 'answer', ask, text }),
    'run.approve': async ({ runId, commandId, ask, hash, always = false }) => {
      const granted = always ? await grantAlways(store, runId, ask, hash) : null;
      return runs.sendCommand(runId, { id: commandId, type: 'approve', ask, hash, always: granted });
    },
    'run.decline': ({ runId, commandId, ask }) => runs.sendCommand(runId, { id: commandId, type: 'decline', ask }),
    'run.outcome': ({ runId, commandId, ask, happened }) =>
      runs.sendCommand(runId, { id: commandId, type: 'outcome', ask, happened }),
    'run.rate': ({ runId, commandId, exchange, rating }) =>
      runs.sendCommand(runId, { id: commandId, type: 'rate', exchange, rating }),
    'run.restore': ({ runId, commandId, compaction }) =>
      runs.sendCommand(runId, { id: commandId, type: 'restore', compaction }),
    'run.leave': ({ runId, tabId }) => runs.leaveTab(tabId, runId),
    'run.fork': async ({ runId, commandId, tabId, exchange, place, model }) => {
      const [made, ...more] = (await store.findRun(commandId)) ? await store.load(commandId) : [];
      if (made) {
        await runs.fork([made, ...more], tabId); // delivered again: its origin may be deleted, if that was private
        return { runId: commandId };
      }
      const frames = await store.load(runId);
      const [first, ...rest] = frames;
      const kept = findForkEnd(frames, exchange, place);
      if (first === undefined || kept === null || kept === 0)
        throw new UserFacingError({
          code: 'run.gone',
          message: 'This part of the conversation is no longer there.',
          hint: 'Ask again.',
        });
      const goesOn = place === 'answer' || place === 'stop';
      const ratings = listLaterRatings(frames, kept, exchange, place);
      const config = await deps.config(model);
      const forked = { runId: commandId, at: deps.now(), product: deps.product, ratings, isPrivate: config.private };
      await runs.fork(forkFrames([first, ...rest.slice(0, kept - 1)], { ...forked, ...(goesOn && { config }) }), tabId);
      return { runId: commandId };
    },
    'run.retry': async ({ runId, commandId, model }) => runs.retry(runId, commandId, await deps.config(model)),
  };
}

/** Takes tool and origin from the stored question, not the page (SAFETY D7). Null if there is none, or it cannot be granted. */
async function grantAlways(store: FrameStore, runId: string, ask: string, hash: string): Promise<Grant | null> {
  const asks = listOpenAsks(foldAll(await store.load(runId)));
  const question = asks.find((one) => one.key === ask && one.form === 'approval' && one.call?.hash === hash);
  const grant = question?.call?.grant ?? null;
  if (grant) await addGrant(grant);
  return grant;
}

const ONE_FILE_ERROR = {
  code: 'file.too-many',
  message: 'A summary is of one file at a time.',
  hint: 'Summarise each by the button beside its name, or ask a question about all of them.',
};

type Question = Omit<RunRequest, 'language' | 'agent' | 'action'> & Partial<Pick<RunRequest, 'agent' | 'action'>>;

/** A chat reads nothing, also when a panel names something. */
const NOTHING_READ = { also: [], selection: null, pictures: [], files: [] };

/** A question shows its answer's language itself; search engines need the user's. */
const toRunRequest = (
  { job, goal, tabId, also, selection, pictures, files = [], sources, agent = '', action = '' }: Question,
  language: string,
): RunRequest => ({
  job,
  goal,
  tabId,
  ...(job === 'chat' ? NOTHING_READ : { also, selection, pictures, files }),
  sources,
  agent: job === 'agent' ? agent : '',
  language: job === 'research' ? language : '',
  action,
});

/** Idempotent: the same id means the same run. Returns the id of the run, which may be live already. */
export async function startSummary(
  tabId: number,
  runId: string,
  { runs, config }: { readonly runs: Pick<Runs, 'start'>; readonly config: () => Promise<RunConfig> },
  { own = {}, files = [] }: { readonly own?: Partial<AnswerStyle>; readonly files?: readonly RequestFile[] } = {},
): Promise<string> {
  const terms = await config();
  const style = { ...DEFAULT_STYLE, ...terms.style, ...own };
  const request = {
    ...EMPTY_REQUEST,
    job: 'summarise',
    goal: files.length > 0 ? FILE_GOAL : GOAL,
    tabId,
    files,
  } as const;
  return runs.start({ runId, sub: null, ...request, ...terms, style });
}

async function startTranslation(
  tabId: number,
  runId: string,
  { runs, config, loadTranslationLanguage }: RunRequestDeps,
): Promise<string> {
  const language = await loadTranslationLanguage();
  const request = { ...EMPTY_REQUEST, job: 'translate', goal: formatTranslationGoal(language), language } as const;
  return runs.start({ runId, sub: null, ...request, tabId, ...(await config()) });
}
