import type { AgentStatus } from '../lib/agent/ports.ts';
import type { AgentState } from '../lib/agent/state/agent-state.ts';

interface Badge {
  /** At most four characters; '' for none. */
  readonly text: string;
  readonly title: string;
}

const PRODUCT_NAME = 'KnowledgeLens';

const PHASE_LABELS: Readonly<Record<AgentStatus['phase'], string>> = {
  thinking: 'thinking',
  executing: 'working',
  analyzing: 'reading',
  reflecting: 'rethinking',
  synthesizing: 'writing',
};

export function createStatusBadge({ phase }: AgentStatus): Badge {
  return { text: '…', title: `${PRODUCT_NAME}: ${PHASE_LABELS[phase]}` };
}

export function createRestBadge({ status }: Pick<AgentState, 'status'>): Badge {
  switch (status) {
    case 'asking':
      return { text: '?', title: `${PRODUCT_NAME} has a question for you` };
    case 'waiting':
      return { text: '…', title: `${PRODUCT_NAME}: waiting for the model` };
    case 'failed':
      return { text: '!', title: `${PRODUCT_NAME} couldn’t finish` };
    default:
      return { text: '', title: PRODUCT_NAME };
  }
}
