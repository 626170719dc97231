/** A person's commands as frames. The one rule: a command goes to whom it means something, and is taken by one frame. */
import { observation } from './drafts.ts';
import { USER, type Drafts, type FrameDraft } from './frames.ts';
import { addressee } from './next.ts';
import type { Command, RunPorts } from './ports.ts';
import type { AgentState } from './session.ts';

/** Takes the oldest command that means something now, to the agent of this state or to one at work within it. */
export function commanded(state: AgentState, ports: Pick<RunPorts, 'commands'>): Drafts | null {
  if (!state.spec) return null; // a run begins before it is told anything
  for (const command of ports.commands()) {
    const to = addressee(command, state);
    if (to) return draftsOf(command, to, to === state);
  }
  return null;
}

/** `own`: its frames bear the name of whoever writes them. */
function draftsOf(command: Command, to: AgentState, own: boolean): Drafts {
  const { sub } = to.spec ?? {};
  const name = own || !sub ? {} : { agentId: sub.agent.id, correlationId: sub.correlationId, parentId: to.lastId };
  const said = (draft: FrameDraft): FrameDraft => ({ ...draft, ...name });
  const control = said(controlOf(command));
  return command.type === 'cancel' || command.type === 'take-back'
    ? [...observation(to).map(said), control]
    : [control];
}

function controlOf(command: Command): FrameDraft {
  const base = { kind: 'control', labels: USER, commandId: command.id } as const;
  switch (command.type) {
    case 'cancel':
      return { ...base, control: 'cancel', note: 'Stopped by the person.' };
    case 'take-back':
      return { ...base, control: 'cancel', note: 'Taken back by the person.' };
    case 'retry':
      return { ...base, control: 'retry', terms: command.terms, note: 'The person asked to try again.' };
    case 'follow':
      return { ...base, control: 'follow', wish: command.wish, terms: command.terms, note: 'The person went on.' };
    case 'answer':
      return { ...base, control: 'answer', ask: command.ask, text: command.text, note: 'The person answered.' };
    case 'approve':
      return {
        ...base,
        control: 'approve',
        ask: command.ask,
        hash: command.hash,
        always: command.always,
        note: 'The person agreed.',
      };
    case 'restore':
      return {
        ...base,
        control: 'restore',
        compaction: command.compaction,
        note: 'The person wants it to be seen again.',
      };
    case 'decline':
      return { ...base, control: 'decline', ask: command.ask, note: 'The person declined.' };
    case 'outcome':
      return {
        ...base,
        control: 'outcome',
        ask: command.ask,
        happened: command.happened,
        note: 'The person said what became of it.',
      };
  }
}
