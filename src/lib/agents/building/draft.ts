/** A definition drafted by one model call from what the user describes. Nothing is kept: the user looks it over. */
import { renderPrompt } from '../../agent/context/prompts/built-in.ts';
import type { AgentManifest } from '../../agent/frames/manifest.ts';
import { repairJson } from '../../agent/parse/repair-json.ts';
import type { JobEstimate } from '../../agent/loop/job.ts';
import type { ModelRequest, TokenCounter } from '../../agent/ports.ts';
import type { BoundModel } from '../../agent/state/model-roles.ts';
import { countShares, sumShares } from '../../agent/budget/token-shares.ts';
import { toLegibleText } from '../../base/escape-invisible.ts';
import { getProperty, isRecord, toList, toText } from '../../base/loose.ts';
import { createCalls, sumEstimate } from '../../jobs/estimate.ts';
import { MAX_TASK_CHARS, type AgentDraft } from '../../protocol/requests/agents.ts';
import { EXTENSIONS } from '../tool-groups.ts';
import { createAgentId } from '../manifest/agent-id.ts';

const MAX_DRAFT_TOKENS = 2500;
/** Tokens of a usual description and of its draft. */
const [USUAL_TASK, USUAL_DRAFT] = [60, 500];

type Callable = Pick<AgentManifest, 'id' | 'description'>;

const STRING = { type: 'string' };

/** `agents`: those that it may call. */
export function createDraftRequest(task: string, agents: readonly Callable[]): ModelRequest {
  const describe = ({ id, description }: Callable): string => `${id}: ${description}`;
  const text = renderPrompt('AGENT_DRAFT', { task, tools: EXTENSIONS.map(describe), agents: agents.map(describe) });
  const properties = {
    name: STRING,
    description: STRING,
    when: STRING,
    kind: { enum: ['task', 'chat'] },
    instructions: STRING,
    tools: { type: 'array', items: { enum: listUsable(agents) } },
  };
  return {
    task: 'reflect',
    messages: [{ role: 'user', content: [{ type: 'text', text }] }],
    maxOutputTokens: MAX_DRAFT_TOKENS,
    json: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
  };
}

/** In tokens. */
export const measureDraftRequest = async ({ messages }: ModelRequest, tokens: TokenCounter): Promise<number> =>
  sumShares(await countShares(messages, tokens));

export async function estimateDraft(
  by: BoundModel,
  agents: readonly Callable[],
  tokens: TokenCounter,
): Promise<JobEstimate> {
  const fixed = await measureDraftRequest(createDraftRequest('', agents), tokens);
  return sumEstimate(
    [createCalls(by, [fixed + MAX_TASK_CHARS, MAX_DRAFT_TOKENS])],
    [createCalls(by, [fixed + USUAL_TASK, USUAL_DRAFT])],
  );
}

/** Null if the reply is no whole draft. `taken`: ids that it may not have. */
export function readDraft(reply: string, agents: readonly Callable[], taken: readonly string[]): AgentDraft | null {
  const json = repairJson(reply);
  if (!json.ok || !json.complete || !isRecord(json.value)) return null;
  const get = (name: string): string => toLegibleText(toText(getProperty(json.value, name))).trim();
  const [name, description, routing, instructions] = [
    get('name'),
    get('description'),
    get('when'),
    get('instructions'),
  ];
  if ([name, description, routing, instructions].includes('')) return null;
  const tools = toList(getProperty(json.value, 'tools'));
  return {
    id: createAgentId(name, taken),
    name,
    description,
    natural_language_description: routing,
    agent: {
      integration_mode: get('kind') === 'chat' ? 'handoff' : 'tool',
      instructions,
      uses_tools: listUsable(agents).filter((id) => tools.includes(id)),
    },
  };
}

/** Extensions stand for their tools, so that a draft says what it may do in a few words. */
const listUsable = (agents: readonly Callable[]): readonly string[] => [...EXTENSIONS, ...agents].map(({ id }) => id);
