/** Model calls whose replies are lost: forgotten, so that none goes on unread, and charged. */
import { sleep } from '../../base/clock.ts';
import { SIZE_LIMITS } from '../frames/bounds.ts';
import type { Drafts, FrameDraft } from '../frames/stamp.ts';
import type { RunPorts } from '../ports.ts';
import { getSpec, type AgentState } from '../state/agent-state.ts';
import type { PendingModelCall } from '../state/request-state.ts';
import { iterateActiveAgents } from '../state/sub-agents.ts';

export interface CallUnderWay {
  readonly by: AgentState;
  readonly effect: PendingModelCall;
}

/** Those of the agent and of all within it. */
export const listCallsUnderWay = (state: AgentState): readonly CallUnderWay[] =>
  [...iterateActiveAgents(state)].flatMap((agent) =>
    [...agent.request.modelCalls.values()].filter((effect) => effect.underWay).map((effect) => ({ by: agent, effect })),
  );

/** One commit for as many as fit, beside one more frame. */
export async function settleCalls(calls: readonly CallUnderWay[], ports: RunPorts): Promise<readonly Drafts[]> {
  // one that may still be held would go on beside its next attempt, or in spite of a stop
  for (const { effect } of calls)
    if (effect.binding) ports.getModel(effect.binding.config).forgetReply?.(effect.call.id);
  const settled = await Promise.all(calls.map((call) => settleCall(call, ports)));
  const commits: Drafts[] = [];
  for (let from = 0; from < settled.length; from += MAX_CALLS_PER_COMMIT) {
    const [head, ...tail] = settled.slice(from, from + MAX_CALLS_PER_COMMIT).flat();
    if (head) commits.push([head, ...tail]);
  }
  return commits;
}

const MAX_CALLS_PER_COMMIT = Math.floor((SIZE_LIMITS.frames - 1) / 2);

async function settleCall({ by: agent, effect }: CallUnderWay, ports: RunPorts): Promise<readonly FrameDraft[]> {
  const { key, labels, id: parentId, estimate, model } = effect.call;
  const { sub } = getSpec(agent);
  const shared = { ...(sub ? { agentId: sub.agent.id, correlationId: sub.correlationId } : {}), labels, parentId, key };
  const { text, reasoning = 0 } = ports.recoveredDrafts.find((draft) => draft.key === key) ?? { text: '' };
  return [
    { ...shared, kind: 'model.reply', text, calls: [], finish: 'aborted', failure: null, ms: 0 },
    {
      ...shared,
      kind: 'usage',
      model,
      input: Math.ceil(estimate.input * agent.request.drift),
      output: reasoning + (await countWrittenTokens(text, ports)),
      cached: 0,
      reasoning,
      source: 'lost',
    },
  ];
}

/** Falls back to the number of characters, which is never lower. */
async function countWrittenTokens(text: string, { tokens, clock }: RunPorts): Promise<number> {
  if (text === '') return 0;
  const fallback = sleep(clock, COUNT_TIMEOUT_MS).then(() => text.length);
  return Promise.race([tokens.count(text).catch(() => text.length), fallback]);
}

const COUNT_TIMEOUT_MS = 5000;
