/** Wraps an agent as a tool (R7.2). Its report is untrusted data. */
import type { AgentCard, AgentManifest } from '../agent/frames/frames.ts';
import { narrowLimits } from '../agent/frames/narrow-config.ts';
import { getTextArg, ToolError, type Tool, type ToolContext } from '../agent/tools/index.ts';
import { toToolName } from '../jobs/agent-name.ts';
import { listAgentCards } from './cards.ts';
import { buildReport } from './report.ts';

/** In characters. */
const MAX_TASK_CHARS = 4000;
const MAX_CONTEXT_CHARS = 12_000;

/** In the instructions once, because every decision pays for tool descriptions. */
export const CALLING_RULES =
  'No agent sees this conversation: say in `task` all that it is to do, and in `context` what it has to know for that.';

const SCHEMA = {
  type: 'object',
  properties: {
    task: { type: 'string', minLength: 1, maxLength: MAX_TASK_CHARS },
    context: { type: 'string', maxLength: MAX_CONTEXT_CHARS },
  },
  required: ['task'],
  additionalProperties: false,
} as const;

export function createAgentTool(card: AgentCard): Tool {
  return {
    definition: {
      name: toToolName(card.id),
      description: describeAgent(card),
      inputSchema: SCHEMA,
      outputSchema: null,
      examples: [],
      annotations: { title: card.name, readOnly: false, destructive: false, idempotent: true, openWorld: false },
    },
    // no effects itself: each call of the agent is authorised separately
    tier: 'pure',
    timeoutMs: null,
    async *run(args, context) {
      const agent = await loadManifest(card, context);
      assertHasModel(agent, context);
      const taskContext = args['context'] === undefined ? '' : getTextArg(args, 'context');
      const sub = yield* context.invokeAgent({
        agent,
        task: getTextArg(args, 'task'),
        context: taskContext,
        agents: listAgentCards(context.state()),
      });
      return yield* buildReport(agent, sub, context);
    },
  };
}

const describeAgent = ({ name, mode, routing }: AgentCard): string =>
  mode === 'handoff'
    ? `Hands the conversation over to ${name}. ${routing}`
    : `${name} does a task and reports. ${routing}`;

async function loadManifest({ name, manifest }: AgentCard, { ports }: ToolContext): Promise<AgentManifest> {
  const text = await ports.blobs.get(manifest);
  if (text !== undefined) return JSON.parse(text) as AgentManifest;
  const error = {
    code: 'agent.gone',
    message: `What ${name} is made of is no longer stored.`,
    hint: 'Do it without that agent.',
  };
  throw new ToolError(error, false);
}

/** Throws a `ToolError` if the model calls no tools: the extractive engine cannot follow instructions. */
function assertHasModel(agent: AgentManifest, { ports, state }: ToolContext): void {
  const { spec } = state();
  const model = spec && ports.getModel(narrowLimits(agent, spec).models.main.config);
  if (model && model.toolCalling !== 'none') return;
  const message = `${agent.name} needs a language model, and none is set up.`;
  throw new ToolError({ code: 'agent.no-model', message, hint: 'Set up a model in Settings.' }, false);
}
