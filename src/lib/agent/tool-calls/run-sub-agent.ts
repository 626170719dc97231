/** Runs sub-agents (R7.2) with at most their caller's permissions and trust (SAFETY D11). */
import { EMPTY_REQUEST, mergeLabels, type Labels, type RunSpec } from '../frames/frames.ts';
import type { Drafts } from '../frames/stamp.ts';
import { SubWriter, type Commits, type Writer } from '../state/journal.ts';
import { countTold } from '../egress/decide-egress.ts';
import { canSearchWeb, findUnnamedServer, getTabRight } from '../egress/rights.ts';
import { findUserUrls, listSearchedTexts } from '../egress/user-words.ts';
import { getSpec, type AgentState } from '../state/agent-state.ts';
import { createCorrelationId, getCorrelationId, findSubAgent } from '../state/sub-agents.ts';
import { MAX_AGENTS_CALLED, MAX_AGENT_DEPTH, narrowLimits } from '../frames/narrow-config.ts';
import { ToolError, type AgentTask } from './tool.ts';

/** `signal` aborts when the caller stops. */
export type RunSubAgent = (pen: Writer, signal: AbortSignal) => Commits<AgentState>;

interface CallCause {
  readonly key: string;
  readonly id: string;
  readonly promptLabels: Labels;
  readonly usedLabels: Labels[];
}

export async function* invokeSubAgent(
  agentTask: AgentTask,
  cause: CallCause,
  {
    journal,
    conduct,
    signal,
  }: { readonly journal: Writer; readonly conduct: RunSubAgent; readonly signal: AbortSignal },
): Commits<AgentState> {
  const pen = new SubWriter(journal, cause.key);
  if (findSubAgent(journal.state, cause.key) === undefined) {
    const spec = createSubSpec(agentTask, cause, journal);
    const { agent, correlationId } = spec.sub;
    const labels = mergeLabels(cause.promptLabels, journal.state.inputLabels, agentTask.labels, ...cause.usedLabels);
    const callerId = getCorrelationId(journal.state);
    journal.invoking.push(callerId);
    try {
      yield [{ kind: 'agent.invoked', parentId: cause.id, agentId: agent.id, correlationId, labels, spec }];
    } finally {
      journal.invoking.splice(journal.invoking.indexOf(callerId), 1); // the state has it now, or never will
    }
  }
  const sub = yield* tagWithAgent(conduct(pen, signal), pen);
  cause.usedLabels.push(sub.worstLabels); // whatever is made of it
  return sub;
}

/** Throws a `ToolError` if no further agent may be called. */
function createSubSpec(
  { agent, task, context, agents }: AgentTask,
  { key, promptLabels }: Pick<CallCause, 'key' | 'promptLabels'>,
  { state, invoking }: Writer,
): RunSpec & { readonly sub: NonNullable<RunSpec['sub']> } {
  const caller = getSpec(state);
  const path = [...(caller.sub?.path ?? []), agent.id];
  if (path.length > MAX_AGENT_DEPTH)
    throw createAgentError('agent.too-deep', `Agents call one another at most ${String(MAX_AGENT_DEPTH)} deep.`);
  if (new Set(path).size < path.length)
    throw createAgentError('agent.cycle', `${agent.name} is already running and can’t call itself.`);
  const alreadyInvoking = invoking.filter((by) => by === getCorrelationId(state)).length;
  const maxCalled = MAX_AGENTS_CALLED[path.length - 1] ?? 0;
  if (state.request.invokedCount + alreadyInvoking >= maxCalled)
    throw createAgentError('agent.too-many', `${String(maxCalled)} agents were called here, which is the most.`);
  // the card of a call that a model made showed the task alone: nothing else of the user's goes to that server
  const isElsewhere = promptLabels.integrity !== 'system' && findUnnamedServer(agent.agent.model, caller) !== null;
  return {
    ...caller,
    ...narrowLimits(agent, { ...caller, agents }),
    ...(isElsewhere ? EMPTY_REQUEST : {}),
    job: 'agent',
    goal: task,
    sub: {
      correlationId: createCorrelationId(caller.sub, key),
      agent,
      context,
      path,
      named: findUserUrls(state),
      engines: canSearchWeb(state),
      tab: isElsewhere ? 'never' : getTabRight(state),
      searched: listSearchedTexts(state),
      told: (caller.sub?.told ?? 0) + countTold(state.request),
    },
  };
}

function createAgentError(code: string, message: string): ToolError {
  return new ToolError({ code, message, hint: 'Do it without an agent, or answer with what there is.' }, false);
}

/** Frames of agents below it are already marked. */
async function* tagWithAgent<T>(effects: Commits<T>, pen: Writer): Commits<T> {
  let step = await effects.next();
  while (step.done !== true) {
    const { spec, lastId } = pen.state;
    const agentIds = { agentId: spec?.sub?.agent.id ?? '', correlationId: spec?.sub?.correlationId ?? '' };
    const [first, ...rest] = step.value.map((draft) =>
      draft.correlationId === undefined ? { parentId: lastId, ...draft, ...agentIds } : draft,
    );
    if (!first) throw new Error('A commit without a frame.');
    const tagged: Drafts = [first, ...rest];
    step = await effects.next(yield tagged);
  }
  return step.value;
}
