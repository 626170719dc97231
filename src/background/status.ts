/** The toolbar icon's words on a run, for whoever has the panel closed: what it does, and whether it waits for them. */
import type { AgentStatus } from '../lib/agent/ports.ts';
import type { AgentState } from '../lib/agent/state.ts';

export interface Badge {
  /** At most four characters; '' for none. */
  readonly text: string;
  readonly title: string;
}

const NAME = 'KnowledgeLens';

const PHASES: Readonly<Record<AgentStatus['phase'], string>> = {
  thinking: 'thinking',
  executing: 'working',
  analyzing: 'reading',
  reflecting: 'reconsidering',
  synthesizing: 'writing',
};

export function badgeFor({ phase, stepNumber, maxSteps }: AgentStatus): Badge {
  const step = stepNumber > 0 ? `, step ${stepNumber} of ${maxSteps}` : '';
  return { text: '…', title: `${NAME}: ${PHASES[phase]}${step}` };
}

export function badgeAtRest({ status }: Pick<AgentState, 'status'>): Badge {
  switch (status) {
    case 'asking':
      return { text: '?', title: `${NAME} has a question for you` };
    case 'waiting':
      return { text: '…', title: `${NAME}: waiting for the model` };
    case 'failed':
      return { text: '!', title: `${NAME} could not finish` };
    default:
      return { text: '', title: NAME };
  }
}
