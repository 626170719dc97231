/** Words of the question field. Pure. */
import type { AgentEntry } from '../../lib/protocol/requests/agents.ts';
import { t } from '../strings/shell.ts';
import { formatAgentName } from '../trace/agent-name.ts';
import type { Kind } from './obstacle.ts';

interface PlaceholderUse {
  readonly kind: Kind;
  readonly isFollowUp: boolean;
  readonly isRunning: boolean;
  readonly agent: AgentEntry | null;
}

export function getPlaceholder({ kind, isFollowUp, isRunning, agent }: PlaceholderUse): string {
  if (kind === 'web') return t.web.placeholder;
  if (kind === 'agent') return agent === null ? t.askBox.notYet : formatAgentPlaceholder(agent);
  if (isRunning) return t.askBox.whileRunning;
  if (kind === 'chat') return isFollowUp ? t.chat.followUp : t.chat.placeholder;
  if (isFollowUp) return t.followUp;
  if (kind === 'file') return t.files.placeholder;
  return kind === 'picture' ? t.pictures.placeholder : t.askBox.placeholder;
}

const formatAgentPlaceholder = ({ name, mode }: AgentEntry): string =>
  t.agents.ask.placeholder[mode](formatAgentName(name));

export function getLabel(kind: Kind, agent: AgentEntry | null): string {
  if (kind === 'web') return t.web.ask;
  if (kind === 'chat') return t.chat.label;
  return kind === 'agent' && agent !== null ? t.agents.ask.label(formatAgentName(agent.name)) : t.askBox.label;
}
