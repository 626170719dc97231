/** First commits after the worker died: settle cut model calls. Safe to interrupt. */
import { raceWithAbort } from '../../base/async.ts';
import { SYSTEM_LABELS } from '../frames/frames.ts';
import type { Drafts, FrameDraft } from '../frames/stamp.ts';
import type { RunPorts } from '../ports.ts';
import type { AgentState } from '../state/agent-state.ts';
import type { PendingModelCall } from '../state/request-state.ts';
import { listOpenCalls } from '../state/turns.ts';
import { listCallsUnderWay, settleCalls } from './settle-calls.ts';

export async function createResumeCommits(state: AgentState, ports: RunPorts): Promise<readonly Drafts[]> {
  const underWay = listCallsUnderWay(state);
  const resumable = await Promise.all(underWay.map(({ effect }) => canResumeCall(effect, ports)));
  const cut = underWay.filter((_, i) => resumable[i] !== true);
  const note = `Interrupted ${describeMoment(state, underWay.length - cut.length, cut.length)}.`;
  const resumeDraft: FrameDraft = {
    kind: 'control',
    labels: SYSTEM_LABELS,
    control: 'resume',
    commandId: null,
    lost: cut.map(({ effect }) => effect.call.key),
    note,
  };
  const [first = [], ...rest] = await settleCalls(cut, ports);
  return [[resumeDraft, ...first], ...rest];
}

function describeMoment(state: AgentState, heldCount: number, cutCount: number): string {
  if (cutCount > 0) return 'while the model was answering';
  if (heldCount > 0) return 'while the model was answering, which went on';
  return listOpenCalls(state).length > 0 ? 'while a tool was running' : 'between two steps';
}

/** Such a call stays under way: it is taken up instead of made again. A command that ends its agent settles it. */
async function canResumeCall(
  { binding, call }: PendingModelCall,
  { getModel, clock, cancelled }: RunPorts,
): Promise<boolean> {
  const answer = binding && getModel(binding.config).canResume?.(call.id, call.at);
  if (!answer) return false;
  const finished = new AbortController();
  const signal = AbortSignal.any([cancelled, clock.timeout(LOOKUP_TIMEOUT_MS, finished.signal)]);
  return raceWithAbort(answer, signal)
    .catch(() => false)
    .finally(() => finished.abort());
}

/** Commands are not taken before. */
const LOOKUP_TIMEOUT_MS = 5000;
