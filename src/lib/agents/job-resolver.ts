/** Adds agents to jobs; tools that only agents use are not added to the main agent. */
import { mergeLabels, SYSTEM_LABELS, type AgentCard, type JobName, type RunSpec } from '../agent/frames/frames.ts';
import type { Job } from '../agent/loop/job.ts';
import type { ResolveJob } from '../agent/loop/loop.ts';
import { registerTool, type ToolRegistry } from '../agent/tool-calls/index.ts';
import type { ServerTool } from '../agent/frames/server-tool.ts';
import { createServerTool, estimateToolTokens, getDescriptionLabels } from '../toolbox/server/server-tool.ts';
import { toToolName } from '../jobs/agent-tool-name.ts';
import { createAgentJob, type FindTools } from './called-agent-job.ts';
import { createAgentTool, CALLING_RULES, getCardLabels, quoteAgentName } from './agent-tool.ts';
import { listAgentCards } from './cards.ts';
import { findBuiltInTools as builtInTools } from './tool-groups.ts';

/** `getJob`: the main agent's jobs. `findTools`: resolves names of `uses_tools`. */
export function createJobResolver(getJob: (name: JobName) => Job, findTools: FindTools = builtInTools): ResolveJob {
  const cache = new WeakMap<object, { readonly cards: readonly AgentCard[]; readonly job: Job }>();

  const withTools = new WeakMap<Job, { readonly tools: readonly ServerTool[]; readonly job: Job }>();

  function getCachedJob(key: object, cards: readonly AgentCard[], createJob: () => Job): Job {
    const cached = cache.get(key);
    if (cached && equalCards(cached.cards, cards)) return cached.job;
    const job = createJob();
    cache.set(key, { cards, job });
    return job;
  }

  function offerServerTools(job: Job, spec: RunSpec | null, window: number): Job {
    const all = spec?.serverTools ?? [];
    if (job.instructions === null || all.length === 0) return job;
    const tools = listOfferedTools(all, spec, window);
    const known = withTools.get(job);
    if (known && isDeepEqual(known.tools, tools)) return known.job;
    const offering = tools.length === 0 ? job : addServerTools(job, tools);
    withTools.set(job, { tools, job: offering });
    return offering;
  }

  return (state, window) => {
    const { spec } = state;
    const cards = listAgentCards(state);
    if (spec?.sub) {
      const { agent, path, tab } = spec.sub;
      const isElsewhere = tab === 'never';
      const job = getCachedJob(spec.sub, cards, () => createAgentJob(agent, { cards, path, isElsewhere, findTools }));
      return isElsewhere ? job : offerServerTools(job, spec, window);
    }
    const own = getJob(spec?.job ?? 'ask');
    const job = own.canDelegate === true ? offerServerTools(own, spec, window) : own;
    const offered = spec?.job === 'research' ? cards.filter((card) => isKnownToResearch(card, spec)) : cards;
    if (job.canDelegate !== true || offered.length === 0) return job;
    // descriptions need window; running agents stay available
    const hasRoom = job.instructions === null || window >= MIN_AGENT_WINDOW || state.subAgents.live.size > 0;
    return hasRoom ? getCachedJob(job, offered, () => addAgentsToJob(job, offered)) : job;
  };
}

/** A user's own agent is offered to research only if the question names it: its text is private and would taint each query. */
const isKnownToResearch = ({ source, id, name }: AgentCard, { goal }: Pick<RunSpec, 'goal'>): boolean =>
  source === 'built-in' || [id, name].some((word) => goal.toLowerCase().includes(word.toLowerCase()));

/** Research is told of servers that the question names: what is not public of them would make every query private. */
export function listOfferedTools(
  all: readonly ServerTool[],
  spec: Pick<RunSpec, 'job' | 'goal'> | null,
  window: number,
): readonly ServerTool[] {
  const goal = spec?.goal.toLowerCase() ?? '';
  let room = window * MAX_TOOLS_SHARE;
  return all.filter((tool) => {
    if (spec?.job === 'research' && !isNamed(tool.server, goal)) return false;
    room -= estimateToolTokens(tool);
    return room >= 0;
  });
}

/** Whether the goal has the name as a word of its own. `server` holds letters, digits and dashes. */
const isNamed = (server: string, goal: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}-])${server}(?![\\p{L}\\p{N}-])`, 'u').test(goal);

/** Largest share of the window that the descriptions of servers' tools take. */
const MAX_TOOLS_SHARE = 0.25;

const isDeepEqual = (a: readonly ServerTool[], b: readonly ServerTool[]): boolean =>
  a.length === b.length && a.every((tool, at) => tool === b[at] || JSON.stringify(tool) === JSON.stringify(b[at]));

function addServerTools(job: Job, tools: readonly ServerTool[]): Job {
  const registry = tools.reduce<ToolRegistry>((known, each) => {
    const tool = createServerTool(each);
    return tool === null || known.tools.has(tool.definition.name) ? known : registerTool(known, tool);
  }, job.registry);
  return { ...job, registry, labels: mergeLabels(job.labels ?? SYSTEM_LABELS, getDescriptionLabels(tools)) };
}

/** In tokens; the built-in descriptions take about 850. */
const MIN_AGENT_WINDOW = 12_000;

const equalCards = (a: readonly AgentCard[], b: readonly AgentCard[]): boolean =>
  a === b ||
  (a.length === b.length && a.every(({ id, manifest }, at) => b[at]?.id === id && b[at].manifest === manifest));

function addAgentsToJob(job: Job, cards: readonly AgentCard[]): Job {
  const registry = cards.reduce<ToolRegistry>((all, card) => registerTool(all, createAgentTool(card)), job.registry);
  const summary = renderCapabilities(job, cards);
  const { instructions } = job;
  const labels = mergeLabels(job.labels ?? SYSTEM_LABELS, ...cards.map(getCardLabels));
  return { ...job, registry, labels, instructions: instructions && ((spec) => `${instructions(spec)}\n\n${summary}`) };
}

function renderCapabilities({ registry }: Pick<Job, 'registry'>, cards: readonly AgentCard[]): string {
  const tools = Array.from(
    registry.tools.values(),
    ({ definition }) => `- ${definition.name}: ${definition.annotations.title}`,
  );
  const agents = cards.map(
    (card) =>
      `- ${toToolName(card.id)}: ${quoteAgentName(card)}${card.mode === 'handoff' ? ', who takes the conversation over' : ''}`,
  );
  return [
    '## capabilities',
    'Available tools:',
    ...tools,
    'Available agents, for what your own tools cannot do or what would take many steps:',
    ...agents,
    CALLING_RULES,
  ].join('\n');
}
