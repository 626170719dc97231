/** The job of a called agent, with only the tools its manifest names (R7.3). */
import { UserFacingError } from '../base/errors.ts';
import { mergeLabels, SYSTEM_LABELS, type AgentCard, type AgentManifest } from '../agent/frames/frames.ts';
import type { Job } from '../agent/loop/job.ts';
import { renderPrompt } from '../agent/context/prompts/built-in.ts';
import { MAX_AGENT_DEPTH } from '../agent/frames/narrow-config.ts';
import { createRegistry, type Tool, getTextArg } from '../agent/tool-calls/index.ts';
import { CITE_RULES, verifyCitations } from '../jobs/citing.ts';
import { createAgentTool, CALLING_RULES, getCardLabels } from './agent-tool.ts';
import { fillInstructions } from './instructions.ts';
import { createDefinition, createTextProperty, LOCAL_READ } from '../toolbox/definition.ts';

/** An extension's tools or the one of that name; undefined if unknown. */
export type FindTools = (name: string) => readonly Tool[] | undefined;

interface AgentJobContext {
  readonly cards: readonly AgentCard[];
  readonly path: readonly string[];
  /** Its model is at a server that nobody named for the run: words of kept agents do not go there. */
  readonly isElsewhere: boolean;
  readonly findTools: FindTools;
}

export function createAgentJob(manifest: AgentManifest, context: AgentJobContext): Job {
  const { agent } = manifest;
  const converses = agent.integration_mode === 'handoff';
  const agents = listCallableAgents(manifest, context);
  const tools = [...listTools(manifest, agents, context), ...(converses ? [handBack] : [])];
  return {
    name: manifest.id,
    registry: createRegistry(...tools),
    labels: mergeLabels(SYSTEM_LABELS, ...agents.map(getCardLabels)),
    findOpeningCall: () => null,
    instructions: ({ language }) => {
      const calling = agents.length > 0 ? [CALLING_RULES] : [];
      const role = [
        fillInstructions(manifest, { language }),
        converses ? CONVERSATION_RULES : REPORT_RULES,
        ...calling,
        CITE_RULES,
      ];
      return renderPrompt('REACT_SYSTEM', { role: role.join('\n') });
    },
    parameters: agent.parameters,
    isConversational: converses,
    cite: verifyCitations,
    buildAnswerRequest: () => Promise.reject(new UserFacingError(NO_MODEL_ERROR)),
  };
}

const NO_MODEL_ERROR = {
  code: 'agent.no-model',
  message: 'This agent needs a language model.',
  hint: 'Set up a model in Settings.',
};
const REPORT_RULES =
  'You were given one task by another agent, which reads your answer as a report: answer the task and nothing else, with what your tools found. You see nothing of the conversation that it comes from.';
const CONVERSATION_RULES =
  'You have the conversation with the person: what you answer is shown to them, and they reply. When it is done, or they want something that is not your task, call hand_back.';

/** Excludes the call chain and agents beyond the depth limit. */
function listCallableAgents({ agent }: AgentManifest, { cards, path, isElsewhere }: AgentJobContext) {
  if (path.length >= MAX_AGENT_DEPTH) return [];
  const known = isElsewhere ? cards.filter(({ source }) => source === 'built-in') : cards;
  return known.filter(({ id }) => agent.uses_tools.includes(id) && !path.includes(id));
}

function listTools(
  { agent }: AgentManifest,
  agents: readonly AgentCard[],
  { findTools: toolsNamed }: AgentJobContext,
): readonly Tool[] {
  const tools = new Map<string, Tool>();
  for (const name of agent.uses_tools) {
    const called = agents.find(({ id }) => id === name);
    const named = toolsNamed(name) ?? (called ? [createAgentTool(called)] : []);
    for (const tool of named) tools.set(tool.definition.name, tool);
  }
  return [...tools.values()];
}

const handBack: Tool = {
  definition: createDefinition({
    name: 'hand_back',
    title: 'Give the conversation back',
    description:
      'Give the conversation back when what the person came for is done, when they want something else, or when you cannot help. Say in one or two sentences what came of it.',
    properties: {
      outcome: createTextProperty(2000, 'What came of the conversation.'),
    },
    required: ['outcome'],
    promises: LOCAL_READ,
  }),
  tier: 'pure',
  timeoutMs: null,
  run(args, { state }) {
    return {
      name: 'outcome',
      payload: 'text',
      message: '{outcome}', // whatever braces stand in it
      metadata: { outcome: getTextArg(args, 'outcome') },
      objects: [],
      labels: state().worstLabels,
      end: true,
    };
  },
};
