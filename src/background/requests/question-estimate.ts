/** What the next question will take, with the conversation that it goes on. Sends nothing; of the page it reads which tools it offers. */
import { loadSettings } from '../../chrome/storage/settings.ts';
import { Transcript } from '../../lib/agent/context/transcript.ts';
import type { JobEstimate } from '../../lib/agent/loop/job.ts';
import type { Blobs, Model, TokenCounter } from '../../lib/agent/ports.ts';
import { bindCallees } from '../../lib/agent/state/model-roles.ts';
import type { FrameStore } from '../../lib/agent/storage-ports.ts';
import { foldAll } from '../../lib/agent/state/fold.ts';
import type { AgentState } from '../../lib/agent/state/agent-state.ts';
import { estimateQuestion } from '../../lib/jobs/ask-estimate.ts';
import { estimateChat } from '../../lib/jobs/chat.ts';
import { addOpinion } from '../../lib/jobs/estimate.ts';
import { estimateResearch } from '../../lib/jobs/research-estimate.ts';
import { listOfferedTools } from '../../lib/agents/job-resolver.ts';
import { estimateToolTokens } from '../../lib/toolbox/server/server-tool.ts';
import type { ServerTool } from '../../lib/agent/frames/server-tool.ts';
import type { Replies, Request } from '../../lib/protocol/requests/requests.ts';
import { hasLanguageModel } from '../../lib/protocol/settings/defaults.ts';
import { listPages } from '../../lib/toolbox/sources.ts';
import { createRunConfig, type GetModel } from '../models.ts';

interface QuestionEstimatorDeps {
  readonly store: Pick<FrameStore, 'load'>;
  readonly blobs: Pick<Blobs, 'get'>;
  readonly tokens: TokenCounter;
  readonly getModel: GetModel;
  readonly listPageTools: (tabId: number) => Promise<readonly ServerTool[]>;
}

export type QuestionEstimator = (asked: Request<'question.estimate'>) => Promise<Replies['question.estimate']>;

interface Conversation {
  readonly tokens: number;
  readonly tabs: ReadonlySet<number>;
  readonly files: ReadonlySet<string>;
}

const NO_CONVERSATION: Conversation = { tokens: 0, tabs: new Set(), files: new Set() };

export function createQuestionEstimator(deps: QuestionEstimatorDeps): QuestionEstimator {
  const { store, blobs, tokens, getModel } = deps;
  /** The conversation measured last: the same one is asked for again with each change of the question. */
  let measured: { readonly key: string; readonly conversation: Promise<Conversation> } | null = null;
  async function measure(runId: string, model: Model): Promise<Conversation> {
    const frames = runId === '' ? [] : await store.load(runId);
    if (frames.length === 0) return NO_CONVERSATION;
    const key = JSON.stringify([runId, frames.length, model.id]);
    if (measured?.key === key) return measured.conversation;
    const conversation = measureConversation(foldAll(frames), model, { tokens, blobs });
    measured = { key, conversation };
    conversation.catch(() => {
      if (measured?.conversation === conversation) measured = null;
    });
    return conversation;
  }
  return async ({ job, goal, runId, tabId, page, also, selection, files, pictures }) => {
    const settings = await loadSettings();
    if (job === 'chat' && !hasLanguageModel(settings)) return { estimate: null };
    const { models, limits, secondOpinion, serverTools = [] } = createRunConfig(settings, getModel);
    const getCallee = bindCallees(models, getModel);
    const decider = getCallee('decide').model;
    const before = await measure(runId, decider);
    const carried = before.tokens + (await tokens.count(goal));
    if (job === 'chat') return { estimate: estimateChat(getCallee, limits, carried) };
    const withOpinion = (estimate: JobEstimate): JobEstimate => addOpinion(estimate, getCallee, secondOpinion);
    if (job === 'research') return { estimate: withOpinion(estimateResearch(getCallee, limits, carried)) };
    const selected = selection === null ? '' : ((await blobs.get(selection)) ?? '');
    const unread = [also.filter((tab) => !before.tabs.has(tab)), files.filter(({ hash }) => !before.files.has(hash))];
    const all = [...(await deps.listPageTools(tabId)), ...serverTools];
    const offered = sumToolTokens(listOfferedTools(all, { job, goal }, decider.contextTokens));
    const size = {
      page: before.tabs.has(tabId) ? 0 : page,
      unread: unread.flat().length,
      pictures,
      carried: carried + offered + (await tokens.count(selected)),
    };
    return { estimate: withOpinion(estimateQuestion(size, getCallee, limits)) };
  };
}

/** Tokens of the conversation in its next prompt. */
async function measureConversation(
  state: AgentState,
  model: Model,
  { tokens, blobs }: Pick<QuestionEstimatorDeps, 'tokens' | 'blobs'>,
): Promise<Conversation> {
  const read = async (hash: string): Promise<string> => (await blobs.get(hash)) ?? '';
  const context = await new Transcript({ tokens, read }).getContext(state, model, NO_OPTIONS);
  const pages = listPages(state);
  return {
    tokens: context.tokenCount + (await tokens.count(state.request.answer?.text ?? '')),
    tabs: new Set(pages.flatMap(({ meta }) => (meta.file === undefined ? [meta.tab] : []))),
    files: new Set(pages.flatMap(({ meta }) => meta.file ?? [])),
  };
}

const sumToolTokens = (tools: readonly ServerTool[]): number =>
  tools.reduce((sum, tool) => sum + estimateToolTokens(tool), 0);

const NO_OPTIONS = { instructions: '', tools: [], reminder: '', preferences: {} } as const;
