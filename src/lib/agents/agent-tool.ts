/**
 * An agent as a tool of whoever may call it (R7.2). The one rule: it is told the task and its context and nothing else, and what
 * comes back is somebody's report: data, with the sources that it can be checked against.
 */
import type { AgentCard, AgentManifest } from '../agent/frames.ts';
import { termsFor } from '../agent/terms.ts';
import { textArg, ToolError, type Tool, type ToolContext } from '../agent/tools.ts';
import { toolNameOf } from '../jobs/agent-name.ts';
import { cardsOf } from './cards.ts';
import { reportOf } from './report.ts';

/** Longest task and context, in characters. */
const MOST_TASK = 4000;
const MOST_CONTEXT = 12_000;

/** What whoever may call agents is told of all of them, once: each decision pays for it. */
export const HOW_TO_CALL =
  'No agent sees this conversation: say in `task` all that it is to do, and in `context` what it has to know for that.';

const SCHEMA = {
  type: 'object',
  properties: {
    task: { type: 'string', minLength: 1, maxLength: MOST_TASK },
    context: { type: 'string', maxLength: MOST_CONTEXT },
  },
  required: ['task'],
  additionalProperties: false,
} as const;

export function agentTool(card: AgentCard): Tool {
  return {
    definition: {
      name: toolNameOf(card.id),
      description: describe(card),
      inputSchema: SCHEMA,
      outputSchema: null,
      examples: [],
      annotations: { title: card.name, readOnly: false, destructive: false, idempotent: true, openWorld: false },
    },
    // it reaches nothing by itself: each call that it makes is looked at as its own
    tier: 'pure',
    timeoutMs: null,
    async *run(args, context) {
      const agent = await manifestOf(card, context);
      expectModel(agent, context);
      const told = args['context'] === undefined ? '' : textArg(args, 'context');
      const sub = yield* context.invoke({
        agent,
        task: textArg(args, 'task'),
        context: told,
        agents: cardsOf(context.state()),
      });
      return yield* reportOf(agent, sub, context);
    },
  };
}

const describe = ({ name, mode, routing }: AgentCard): string =>
  mode === 'handoff'
    ? `Hands the conversation over to ${name}. ${routing}`
    : `${name} does a task and reports. ${routing}`;

async function manifestOf({ name, manifest }: AgentCard, { ports }: ToolContext): Promise<AgentManifest> {
  const text = await ports.blobs.get(manifest);
  if (text !== undefined) return JSON.parse(text) as AgentManifest;
  const trouble = {
    code: 'agent.gone',
    message: `What ${name} is made of is no longer stored.`,
    cure: 'Do it without that agent.',
  };
  throw new ToolError(trouble, false);
}

/** An engine without a language follows no instructions. */
function expectModel(agent: AgentManifest, { ports, state }: ToolContext): void {
  const { spec } = state();
  const model = spec && ports.modelFor(termsFor(agent, spec).models.main.config);
  if (model && model.toolCalling !== 'none') return;
  const message = `${agent.name} needs a language model, and none is set up.`;
  throw new ToolError({ code: 'agent.no-model', message, cure: 'Set up a model in Settings.' }, false);
}
