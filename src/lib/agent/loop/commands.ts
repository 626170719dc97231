/** Turns user commands into frames; exactly one frame takes each. */
import { createObservation } from './plan-commits.ts';
import type { Rating } from '../frames/control-frames.ts';
import { USER_LABELS } from '../frames/frames.ts';
import { getGoalLabels } from '../egress/rights.ts';
import type { Drafts, FrameDraft } from '../frames/stamp.ts';
import { findAddressee } from './select-next-action.ts';
import { NO_OPINION } from './opinion.ts';
import { listCallsUnderWay, settleCalls } from './settle-calls.ts';
import type { RunPorts } from '../ports.ts';
import type { Command } from '../storage-ports.ts';
import type { AgentState } from '../state/agent-state.ts';

/** Commits for the oldest applicable one, for this agent or one within it; [] for none. One that ends an agent settles its calls. */
export async function takeCommand(state: AgentState, ports: RunPorts): Promise<readonly Drafts[]> {
  if (!state.spec) return []; // no commands before the run has begun
  for (const command of ports.listCommands()) {
    const target = findAddressee(command, state);
    if (!target) continue;
    const calls = isEnd(command) ? listCallsUnderWay(target) : [];
    return [...(await settleCalls(calls, ports)), createCommandDrafts(command, target, target === state)];
  }
  return [];
}

const isEnd = ({ type }: Command): boolean => type === 'cancel' || type === 'take-back';

function createCommandDrafts(command: Command, to: AgentState, isOwn: boolean): Drafts {
  const { sub } = to.spec ?? {};
  const name = isOwn || !sub ? {} : { agentId: sub.agent.id, correlationId: sub.correlationId, parentId: to.lastId };
  const withAgent = (draft: FrameDraft): FrameDraft => ({ ...draft, ...name });
  const control = withAgent(createControlDraft(command));
  if (!isEnd(command)) return [control];
  if (to.request.answer !== null) return [control, NO_OPINION]; // the answer stands
  return [...createObservation(to).map(withAgent), control];
}

const RATING_NOTES: Readonly<Record<Rating, string>> = {
  good: 'The person found the answer good.',
  bad: 'The person found the answer bad.',
  none: 'The person removed the rating of the answer.',
};

function createControlDraft(command: Command): FrameDraft {
  const base = { kind: 'control', labels: USER_LABELS, commandId: command.id } as const;
  switch (command.type) {
    case 'cancel':
      return { ...base, control: 'cancel', note: 'Stopped by the person.' };
    case 'take-back':
      return { ...base, control: 'cancel', note: 'Ended by the person.' };
    case 'retry':
      return { ...base, control: 'retry', config: command.config, note: 'The person asked to try again.' };
    case 'follow': {
      const { request, config } = command;
      const labels = getGoalLabels(request, config);
      return { ...base, labels, control: 'follow', request, config, note: 'The person went on.' };
    }
    case 'answer':
      return { ...base, control: 'answer', ask: command.ask, text: command.text, note: 'The person answered.' };
    case 'approve': {
      const { ask, hash, always } = command;
      return { ...base, control: 'approve', ask, hash, always, note: 'The person agreed.' };
    }
    case 'restore': {
      const { compaction } = command;
      return { ...base, control: 'restore', compaction, note: 'The person wants it to be seen again.' };
    }
    case 'rate': {
      const { exchange, rating } = command;
      return { ...base, control: 'rate', exchange, rating, note: RATING_NOTES[rating] };
    }
    case 'decline':
      return { ...base, control: 'decline', ask: command.ask, note: 'The person declined.' };
    case 'outcome': {
      const { ask, happened } = command;
      return { ...base, control: 'outcome', ask, happened, note: 'The user reported the outcome.' };
    }
  }
}
