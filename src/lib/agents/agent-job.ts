/**
 * What an agent does that was called, as a job. The one rule (R7.3): it sees the tools that its manifest names, and no others;
 * an extension's id stands for its tools, an agent's id for that agent.
 */
import { TroubleError } from '../base/errors.ts';
import type { AgentCard, AgentManifest } from '../agent/frames.ts';
import type { Job } from '../agent/job.ts';
import { loadTemplate, renderTemplate } from '../agent/prompts.ts';
import { MOST_DEPTH } from '../agent/terms.ts';
import { createRegistry, type Tool } from '../agent/tools.ts';
import { CITE, citationsIn } from '../jobs/citing.ts';
import { agentTool, HOW_TO_CALL } from './agent-tool.ts';
import { handBack } from './hand-back.ts';
import { instructionsOf } from './instructions.ts';

/** The tools that a name stands for: an extension's, or that of one tool; undefined for a name that is neither's. */
export type ToolsNamed = (name: string) => readonly Tool[] | undefined;

export interface Around {
  /** The agents there are. */
  readonly cards: readonly AgentCard[];
  /** Ids of those at work, which cannot be called again. */
  readonly path: readonly string[];
  readonly toolsNamed: ToolsNamed;
}

export function jobOfAgent(manifest: AgentManifest, around: Around): Job {
  const { agent } = manifest;
  const converses = agent.integration_mode === 'handoff';
  const agents = agentsOf(manifest, around);
  const tools = [...toolsOf(manifest, agents, around), ...(converses ? [handBack] : [])];
  return {
    name: manifest.id,
    registry: createRegistry(...tools),
    opening: () => null,
    instructions: ({ language }) => {
      const calling = agents.length > 0 ? [HOW_TO_CALL] : [];
      const role = [instructionsOf(manifest, { language }), converses ? TALK : REPORT, ...calling, CITE];
      return renderTemplate(loadTemplate('REACT_SYSTEM'), { role: role.join('\n') });
    },
    parameters: agent.parameters,
    converses,
    cite: citationsIn,
    // no engine without a language is asked: the call is refused before
    answer: () => Promise.reject(new TroubleError(NO_MODEL)),
  };
}

const NO_MODEL = {
  code: 'agent.no-model',
  message: 'This agent needs a language model.',
  cure: 'Set up a model in Settings.',
};
const REPORT =
  'You were given one task by another agent, which reads your answer as a report: answer the task and nothing else, with what your tools found. You see nothing of the conversation that it comes from.';
const TALK =
  'You have the conversation with the person: what you answer is shown to them, and they reply. When it is done, or they want something that is not your task, call hand_back.';

/** Those that it names and may call: none that is at work, and none that would be too deep. */
const agentsOf = ({ agent }: AgentManifest, { cards, path }: Around): readonly AgentCard[] =>
  path.length < MOST_DEPTH ? cards.filter(({ id }) => agent.uses_tools.includes(id) && !path.includes(id)) : [];

/** Each once, in the order in which they are named. */
function toolsOf({ agent }: AgentManifest, agents: readonly AgentCard[], { toolsNamed }: Around): readonly Tool[] {
  const tools = new Map<string, Tool>();
  for (const name of agent.uses_tools) {
    const called = agents.find(({ id }) => id === name);
    const named = toolsNamed(name) ?? (called ? [agentTool(called)] : []);
    for (const tool of named) tools.set(tool.definition.name, tool);
  }
  return [...tools.values()];
}
