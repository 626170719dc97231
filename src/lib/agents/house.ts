/**
 * The agents of a run, put together. The one rule: the main agent has its own tools and the agents that stand or were made since;
 * what only an agent uses is nobody else's.
 */
import type { AgentCard, JobName } from '../agent/frames.ts';
import type { Job } from '../agent/job.ts';
import type { JobOf } from '../agent/loop.ts';
import { registerTool, type ToolRegistry } from '../agent/tools.ts';
import { toolNameOf } from '../jobs/agent-name.ts';
import { jobOfAgent, type ToolsNamed } from './agent-job.ts';
import { agentTool, HOW_TO_CALL } from './agent-tool.ts';
import { cardsOf } from './cards.ts';
import { toolsNamed as builtInTools } from './catalogue.ts';

/**
 * The job of a run as it stands: the main agent's with the agents that it may call, or what an agent was called for. `jobOf`: the
 * main agent's by its name. `toolsNamed`: what names in `uses_tools` stand for; the product's own tools unless told.
 */
export function withAgents(jobOf: (name: JobName) => Job, toolsNamed: ToolsNamed = builtInTools): JobOf {
  const known = new WeakMap<object, { readonly cards: readonly AgentCard[]; readonly job: Job }>();

  /** The same job for as long as the same agents stand. `key`: what it is the job of. */
  function kept(key: object, cards: readonly AgentCard[], make: () => Job): Job {
    const before = known.get(key);
    if (before && sameCards(before.cards, cards)) return before.job;
    const job = make();
    known.set(key, { cards, job });
    return job;
  }

  return (state, window) => {
    const { spec } = state;
    const cards = cardsOf(state);
    if (spec?.sub) {
      const { agent, path } = spec.sub;
      return kept(spec.sub, cards, () => jobOfAgent(agent, { cards, path, toolsNamed }));
    }
    const job = jobOf(spec?.job ?? 'ask');
    if (job.delegates !== true || cards.length === 0) return job;
    // who chooses among agents has to be told of them, and needs the room for it; one that is at work is not let down
    const hasRoom = job.instructions === null || window >= LEAST_WINDOW || state.subs.live.size > 0;
    return hasRoom ? kept(job, cards, () => joined(job, cards)) : job;
  };
}

/** Tokens of a model's window from which it is told of agents: the built-in ones take some 850. */
const LEAST_WINDOW = 12_000;

const sameCards = (a: readonly AgentCard[], b: readonly AgentCard[]): boolean =>
  a === b ||
  (a.length === b.length && a.every(({ id, manifest }, at) => b[at]?.id === id && b[at].manifest === manifest));

/** The main agent's job, with agents beside its tools. */
function joined(job: Job, cards: readonly AgentCard[]): Job {
  const registry = cards.reduce<ToolRegistry>((all, card) => registerTool(all, agentTool(card)), job.registry);
  const summary = capabilities(job, cards);
  const { instructions } = job;
  return { ...job, registry, instructions: instructions && ((spec) => `${instructions(spec)}\n\n${summary}`) };
}

/** What the main agent can do itself, and whom it can call, apart (R7.4). */
export function capabilities({ registry }: Pick<Job, 'registry'>, cards: readonly AgentCard[]): string {
  const tools = Array.from(
    registry.tools.values(),
    ({ definition }) => `- ${definition.name}: ${definition.annotations.title}`,
  );
  const agents = cards.map(
    ({ id, name, mode }) =>
      `- ${toolNameOf(id)}: ${name}${mode === 'handoff' ? ', who takes the conversation over' : ''}`,
  );
  return [
    '## capabilities',
    'Available tools:',
    ...tools,
    'Available agents, for what your own tools cannot do or what would take many steps:',
    ...agents,
    HOW_TO_CALL,
  ].join('\n');
}
