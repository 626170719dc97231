/** First commits after the worker died: settle cut model calls. Safe to interrupt. */
import { raceWithAbort } from '../../base/async.ts';
import { sleep } from '../../base/clock.ts';
import { SIZE_LIMITS } from '../frames/bounds.ts';
import { SYSTEM_LABELS } from '../frames/frames.ts';
import type { Drafts, FrameDraft } from '../frames/stamp.ts';
import type { RunPorts } from '../ports.ts';
import { getSpec, type AgentState } from '../state/agent-state.ts';
import type { PendingModelCall } from '../state/request-state.ts';
import { listOpenCalls } from '../state/turns.ts';
import { iterateActiveAgents } from '../state/sub-agents.ts';

export async function createResumeCommits(state: AgentState, ports: RunPorts): Promise<readonly Drafts[]> {
  const underWay = [...iterateActiveAgents(state)].flatMap((agent) =>
    [...agent.request.modelCalls.values()].filter((effect) => effect.underWay).map((effect) => ({ by: agent, effect })),
  );
  const resumable = await Promise.all(underWay.map(({ effect }) => canResumeCall(effect, ports)));
  const cut = underWay.filter((_, i) => resumable[i] !== true);
  const note = `Interrupted ${describeMoment(state, underWay.length - cut.length, cut.length)}.`;
  const lostKeys = cut.map(({ effect }) => effect.call.key);
  const resumeDraft: FrameDraft = {
    kind: 'control',
    labels: SYSTEM_LABELS,
    control: 'resume',
    commandId: null,
    lost: lostKeys,
    note,
  };
  // one that may still be held would go on beside its next attempt, or in spite of a stop
  for (const { effect } of cut) if (effect.binding) ports.getModel(effect.binding.config).forgetReply?.(effect.call.id);
  const settled = await Promise.all(cut.map(({ by: agent, effect }) => settleCutCall(effect, agent, ports)));
  const first: Drafts = [resumeDraft, ...settled.slice(0, MAX_CALLS_PER_COMMIT).flat()];
  const rest: Drafts[] = [];
  for (let from = MAX_CALLS_PER_COMMIT; from < settled.length; from += MAX_CALLS_PER_COMMIT) {
    const [head, ...tail] = settled.slice(from, from + MAX_CALLS_PER_COMMIT).flat();
    if (head) rest.push([head, ...tail]);
  }
  return [first, ...rest];
}

function describeMoment(state: AgentState, heldCount: number, cutCount: number): string {
  if (cutCount > 0) return 'while the model was answering';
  if (heldCount > 0) return 'while the model was answering, which went on';
  return listOpenCalls(state).length > 0 ? 'while a tool was running' : 'between two steps';
}

/** Such a call stays under way: it is taken up instead of made again. */
async function canResumeCall(
  { binding, call }: PendingModelCall,
  { getModel, clock, cancelled }: RunPorts,
): Promise<boolean> {
  if (cancelled.aborted) return false; // a stop ends what goes on without the worker, too
  const answer = binding && getModel(binding.config).canResume?.(call.id, call.at);
  if (!answer) return false;
  const finished = new AbortController();
  const signal = AbortSignal.any([cancelled, clock.timeout(LOOKUP_TIMEOUT_MS, finished.signal)]);
  return raceWithAbort(answer, signal)
    .catch(() => false)
    .finally(() => finished.abort());
}

const MAX_CALLS_PER_COMMIT = Math.floor((SIZE_LIMITS.frames - 1) / 2);

async function settleCutCall(
  { call }: PendingModelCall,
  agent: AgentState,
  ports: RunPorts,
): Promise<readonly FrameDraft[]> {
  const { key, labels, id: parentId, estimate, model } = call;
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
/** Commands are not taken before. */
const LOOKUP_TIMEOUT_MS = 5000;
