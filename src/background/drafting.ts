/** Drafts an agent from what the user describes, by one model call: priced before, bounded, counted, and stopped at will. */
import type { RunConfig } from '../lib/agent/frames/frames.ts';
import { computeModelCost } from '../lib/agent/budget/cost.ts';
import { createExpense } from '../lib/agent/budget/expense.ts';
import type { Tokens } from '../lib/agent/budget/usage.ts';
import { resolveTokenSpend } from '../lib/agent/model-calls/model-call.ts';
import { readModelStream, runWithTimeout, type StreamResult } from '../lib/agent/model-calls/read-stream.ts';
import { TokenMeter } from '../lib/agent/model-calls/token-meter.ts';
import type { ModelRequest, TokenCounter } from '../lib/agent/ports.ts';
import { createLimitError } from '../lib/agent/state/limits.ts';
import type { BoundModel } from '../lib/agent/state/model-roles.ts';
import { createDraftRequest, estimateDraft, measureDraftRequest, readDraft } from '../lib/agents/building/draft.ts';
import type { Clock } from '../lib/base/clock.ts';
import { UserFacingError } from '../lib/base/errors.ts';
import type { AgentDraft, AgentEntry, DraftOutlook } from '../lib/protocol/requests/agents.ts';
import type { GetModel } from './models.ts';
import type { createSpendingRecorder } from './runs/spending.ts';

interface DraftDeps {
  readonly config: () => Promise<Pick<RunConfig, 'models' | 'limits'>>;
  readonly getModel: GetModel;
  readonly tokens: TokenCounter;
  readonly loadAgents: () => Promise<{ readonly agents: readonly AgentEntry[] }>;
  readonly recordCharges: ReturnType<typeof createSpendingRecorder>['recordCharges'];
  readonly clock: Clock;
  /** Resolves with false if a draft of that id was begun already, also by a worker that has died. */
  readonly claim: (callId: string) => Promise<boolean>;
}

export type DraftService = ReturnType<typeof createDraftService>;

const TIMEOUT_MS = 180_000;

export function createDraftService(deps: DraftDeps) {
  const { getModel, tokens, clock } = deps;
  /** The latest; a repeated request waits for the same call. */
  let latest: { readonly id: string; readonly abort: () => void; readonly draft: Promise<AgentDraft> } | null = null;

  async function bindModel(): Promise<BoundModel & Pick<RunConfig, 'limits'>> {
    const { models, limits } = await deps.config();
    const model = getModel(models.main.config);
    if (model.toolCalling === 'none') throw new UserFacingError(NO_MODEL_ERROR);
    return { binding: models.main, model, limits };
  }

  async function writeDraft(task: string, callId: string, signal: AbortSignal): Promise<AgentDraft> {
    const isCut = !(await deps.claim(callId));
    const [by, { agents }] = await Promise.all([bindModel(), deps.loadAgents()]);
    const callable = listCallable(agents);
    const request = createDraftRequest(task, callable);
    const input = await measureDraftRequest(request, tokens);
    assertWithinLimits(by, { input, output: request.maxOutputTokens });
    if (isCut) {
      await settle(by, callId, { input, output: 0 });
      throw new UserFacingError(CUT_ERROR);
    }
    const result = await call(by, request, input, callId, signal);
    if (result.failure) throw new UserFacingError(result.failure);
    if (result.finish === 'aborted') throw new UserFacingError(STOPPED_ERROR);
    const draft = readDraft(
      result.text,
      callable,
      agents.map(({ id }) => id),
    );
    if (draft === null) throw new UserFacingError(UNREADABLE_ERROR);
    return draft;
  }

  /** What it spent is counted, however it ends. */
  async function call(
    by: BoundModel,
    request: ModelRequest,
    input: number,
    callId: string,
    signal: AbortSignal,
  ): Promise<StreamResult> {
    const meter = new TokenMeter(tokens, clock);
    const ports = { clock, onDraft: () => undefined, onThought: () => undefined, onProgress: () => undefined };
    const result = await runWithTimeout(TIMEOUT_MS, signal, ports, (until) =>
      readModelStream(by.model, { id: callId, key: callId, request }, meter, ports, until),
    );
    await settle(by, callId, await resolveTokenSpend(result, input, meter));
    return result;
  }

  /** Counted once, also where a worker that died had counted it. */
  async function settle(
    { binding, model }: BoundModel,
    callId: string,
    spent: Parameters<typeof createExpense>[0],
  ): Promise<void> {
    const expense = createExpense(spent, binding);
    const { id, label } = binding;
    const charge = { seq: 0, at: clock.now(), model: { id, label }, expense, agents: [] };
    if (expense.input + expense.output > 0) await deps.recordCharges(callId, [charge]).catch(() => undefined); // as for runs
    model.forgetReply?.(callId);
  }

  return {
    /** Rejects with a `UserFacingError` if there is no language model. */
    async estimate(): Promise<DraftOutlook> {
      const [by, { agents }] = await Promise.all([bindModel(), deps.loadAgents()]);
      return { estimate: await estimateDraft(by, listCallable(agents), tokens), modelLabel: by.binding.label };
    },
    /** Rejects with a `UserFacingError`. The same id means the same call. */
    draft(task: string, callId: string): Promise<AgentDraft> {
      if (latest?.id === callId) return latest.draft;
      latest?.abort();
      const controller = new AbortController();
      const draft = writeDraft(task, callId, controller.signal);
      latest = { id: callId, abort: () => controller.abort(), draft };
      return draft;
    },
    stop(callId: string): void {
      if (latest?.id === callId) latest.abort();
    },
  };
}

/** Another's words could be a page's: only built-in agents are named to the model. */
const listCallable = (agents: readonly AgentEntry[]): readonly AgentEntry[] =>
  agents.filter(({ source, enabled, faults }) => source === 'built-in' && enabled && faults.length === 0);

function assertWithinLimits({ binding, model, limits }: BoundModel & Pick<RunConfig, 'limits'>, call: Tokens): void {
  const total = call.input + call.output;
  if (total > model.contextTokens) throw new UserFacingError(createLimitError('context'));
  if (binding.metered && total > limits.tokenBudget) throw new UserFacingError(createLimitError('tokens'));
  if (limits.maxCost !== null && (computeModelCost(call, binding) ?? 0) > limits.maxCost)
    throw new UserFacingError(createLimitError('cost'));
}

const NO_MODEL_ERROR = {
  code: 'agent.no-model',
  message: 'Drafting an agent needs a language model.',
  hint: 'Set up a model in Settings.',
};
const CUT_ERROR = {
  code: 'draft.cut',
  message: 'The draft was interrupted.',
  hint: 'Try again.',
};
const STOPPED_ERROR = { code: 'draft.stopped', message: 'Stopped.', hint: 'Try again.' };
const UNREADABLE_ERROR = {
  code: 'draft.unreadable',
  message: 'The model’s draft couldn’t be used.',
  hint: 'Try again, or describe the task in other words.',
};
