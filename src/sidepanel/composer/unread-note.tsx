/** What was chosen for a question that the agent has no tool for. */
import { MAX_AGENT_DEPTH } from '../../lib/agent/frames/narrow-config.ts';
import { EXTENSION_TOOLS } from '../../lib/agents/manifest/extension-tools.ts';
import type { AgentEntry } from '../../lib/protocol/requests/agents.ts';
import { listRunnableAgents } from '../agents/agents-state.ts';
import { useModel } from '../panel-context.ts';
import { QuietButton } from '../parts/button.tsx';
import { t } from '../strings/strings.ts';
import { formatAgentName } from '../trace/agent-name.ts';

interface UnreadNoteProps {
  readonly agent: AgentEntry;
  readonly added: Readonly<Record<Added, boolean>>;
  readonly drop: () => void;
}

/** What the agent would leave out of what goes with the question. */
export function UnreadNote({ agent, added, drop }: UnreadNoteProps) {
  const agents = useModel((model) => model.agents);
  const unread = listUnread(agent, listRunnableAgents(agents), added);
  return (
    <div className={unread.length > 0 ? 'row between soft choosing' : 'unseen'}>
      <p role="status">{unread.length > 0 && t.agents.unread(formatAgentName(agent.name), unread)}</p>
      {unread.length > 0 && <QuietButton onClick={drop}>{t.agents.withoutAgent}</QuietButton>}
    </div>
  );
}

const READERS = {
  files: ['read_file'],
  pictures: ['extract_screenshot_text', 'interpret_image'],
  tabs: ['read_page'],
  selection: ['explain_text_with_context'],
} as const satisfies Record<string, readonly string[]>;

export type Added = keyof typeof READERS;

/** `agents`: those that it may call, which are given the same. */
export function listUnread(
  agent: AgentEntry,
  agents: readonly AgentEntry[],
  added: Readonly<Record<Added, boolean>>,
): readonly Added[] {
  const tools = collectTools(agent, agents);
  return (Object.keys(READERS) as Added[]).filter(
    (kind) => added[kind] && !READERS[kind].some((name) => tools.has(name)),
  );
}

/** Breadth first: an agent counts where it is called by the shortest way, from which the most others can be called. */
function collectTools(agent: AgentEntry, agents: readonly AgentEntry[]): ReadonlySet<string> {
  const reached = new Set([agent.id]);
  const tools = new Set<string>();
  let callers = [agent];
  for (let depth = 1; depth <= MAX_AGENT_DEPTH; depth += 1) {
    const names = new Set(callers.flatMap(({ manifest }) => manifest.agent.uses_tools));
    callers = depth < MAX_AGENT_DEPTH ? agents.filter(({ id }) => names.has(id) && !reached.has(id)) : [];
    for (const { id } of callers) reached.add(id);
    for (const name of names) for (const tool of GROUPS[name] ?? [name]) tools.add(tool);
  }
  return tools;
}

const GROUPS: Readonly<Record<string, readonly string[] | undefined>> = EXTENSION_TOOLS;
