/** Agents at work in scripted runs: their frames, marked as theirs, and agents as the worker lists them. */
import type { AgentCard, AgentManifest } from '../../../src/lib/agent/frames/frames.ts';
import type { FrameDraft } from '../../../src/lib/agent/frames/stamp.ts';
import { toToolName } from '../../../src/lib/jobs/agent-tool-name.ts';
import type { AgentEntry } from '../../../src/lib/protocol/requests/agents.ts';
import { asked, say, SPEC } from './script.ts';
import { NO_RIGHTS } from '../../kit/agents/played-agents.ts';

export const RESEARCHER: AgentManifest = {
  id: 'web-researcher',
  name: 'Web researcher',
  version: '1.0.0',
  description: 'Searches the web and reports with sources.',
  natural_language_description: 'Use it for what needs several searches.',
  agent: {
    integration_mode: 'tool',
    model: 'main',
    instructions: 'Search, read, report.',
    parameters: {},
    uses_tools: ['web'],
    limits: { max_turns: 12, max_tokens_per_invocation: 50_000, time_budget_ms: 120_000 },
  },
  depends_on: [],
  enabled: true,
};

export const TUTOR: AgentManifest = {
  ...RESEARCHER,
  id: 'tutor',
  name: 'Tutor',
  description: 'Helps a person understand the page by questions.',
  agent: {
    ...RESEARCHER.agent,
    integration_mode: 'handoff',
    uses_tools: ['page'],
    limits: { max_turns: 20, max_tokens_per_invocation: 50_000, time_budget_ms: 120_000 },
  },
};

export const cardOf = ({ id, name, version, natural_language_description, agent }: AgentManifest): AgentCard => ({
  id,
  name,
  version,
  mode: agent.integration_mode,
  routing: natural_language_description,
  uses: agent.uses_tools,
  model: agent.model,
  source: 'built-in',
  manifest: 'm'.repeat(64),
});

/** Drafts of an agent that was called with those keys, outermost first. */
export const by = ({ id }: AgentManifest, path: readonly string[], ...drafts: readonly FrameDraft[]): FrameDraft[] =>
  drafts.map((draft) => ({ ...draft, agentId: id, correlationId: path.join('>') }));

/** The first frame of its work. */
export function called(agent: AgentManifest, path: readonly string[], task: string, context = ''): FrameDraft[] {
  const { max_turns, max_tokens_per_invocation } = agent.agent.limits;
  const invoked = say.invoked({
    job: 'agent',
    goal: task,
    limits: { ...SPEC.limits, maxSteps: max_turns, tokenBudget: max_tokens_per_invocation },
    sub: {
      correlationId: path.join('>'),
      agent,
      context,
      path: [agent.id],
      ...NO_RIGHTS,
    },
  });
  return by(agent, path, invoked);
}

/** The main agent calls it; `handleKey` is that of the call. */
export const calls = (agent: AgentManifest, key: string, task: string): readonly FrameDraft[] => [
  say.decide('0/decide', 1),
  say.reply('', '0/decide'),
  say.usage(400, 20, '0/decide'),
  say.plan(1, { by: 'model', reply: '0/decide', thought: 'Somebody else knows better.' }),
  say.toolCall(toToolName(agent.id), key, { task }),
];

export const asking: FrameDraft = {
  kind: 'wait',
  labels: { integrity: 'system', confidentiality: 'public', origin: 'system' },
  reason: 'user',
  until: 0,
  message: 'Waiting for your answer.',
};

/** What an agent says that has the conversation, after it thought about it; then it waits. */
export const turn = (agent: AgentManifest, path: readonly string[], n: number, text: string): readonly FrameDraft[] => {
  const prefix = `${path.join('>')}/${String(n)}`;
  return [
    ...by(
      agent,
      path,
      say.decide(`${prefix}/decide`, n),
      say.reply(text, `${prefix}/decide`),
      say.usage(1000, 100, `${prefix}/decide`),
      say.plan(n, { by: 'model', decision: 'respond', reply: `${prefix}/decide` }),
      say.ask('turn', `${prefix}/turn`, text),
      asking,
    ),
    asking,
  ];
};

export const replied = (agent: AgentManifest, path: readonly string[], n: number, text: string): FrameDraft[] =>
  by(agent, path, say.control({ control: 'answer', ask: `${path.join('>')}/${String(n)}/turn`, text }));

/** As the worker lists it. */
export const entry = (manifest: AgentManifest, changes: Partial<AgentEntry> = {}): AgentEntry => ({
  id: manifest.id,
  name: manifest.name,
  version: manifest.version,
  description: manifest.description,
  mode: manifest.agent.integration_mode,
  source: 'built-in',
  replaces: false,
  enabled: true,
  manifest,
  text: '',
  uses: [{ name: 'web', title: 'The web', kind: 'extension' }],
  spend: { invocations: 0, input: 0, output: 0, cost: 0 },
  faults: [],
  ...changes,
});

export const listed = (...agents: readonly AgentEntry[]) =>
  ({ ok: true, value: { agents, broken: [], servers: [] } }) as const;

/** `save_agent`, as a user is asked about it. */
export const toKeep = (manifest: object, replace?: boolean) =>
  asked(
    'save_agent',
    { manifest: manifest as never, ...(replace === undefined ? {} : { replace }) },
    'They asked for it.',
  );
