/**
 * The trajectory of a run, as those who judge agents know it: thoughts, actions, observations, synthesis. A view of the log.
 * The one rule: each agent has a trajectory of its own; what one that was called did is an action of its caller's, no step.
 */
import type { Json } from '../base/json.ts';
import type { LogEntry, LogType, TrajectoryLog } from './log-entry.ts';
import { isWithin } from './subs.ts';

export interface AgentStep {
  readonly stepNumber: number;
  /** Milliseconds since the epoch. */
  readonly timestamp: number;
  readonly type: 'thought' | 'action' | 'observation' | 'reflection' | 'synthesis';
  readonly content: string;
  readonly metadata: LogEntry['metadata'];
}

export interface AgentTrajectory {
  readonly requestId: string;
  /** Id of the agent, and its name within the run; `main` and null for the main one. */
  readonly agentId: string;
  readonly correlationId: string | null;
  readonly goal: string;
  readonly steps: readonly AgentStep[];
  readonly status: 'running' | 'completed' | 'failed' | 'terminated';
  /** Those of agents that it called included. */
  readonly totalTokens: { readonly input: number; readonly output: number };
}

const TYPES: Readonly<Partial<Record<LogType, AgentStep['type']>>> = {
  thought: 'thought',
  tool_call: 'action',
  observation: 'observation',
  reflection: 'reflection',
  answer: 'synthesis',
  agent_result: 'synthesis',
};

/** Of the main agent. */
export function trajectoryOf({ requestId, entries, metrics }: TrajectoryLog): AgentTrajectory {
  const own = [...entries].filter((entry) => whoseIs(entry) === null);
  return { requestId, agentId: 'main', correlationId: null, ...told(own), totalTokens: metrics.totalTokens };
}

/** Of each agent that was called, in the order in which they begin. */
export function trajectoriesOfAgents({ requestId, entries }: TrajectoryLog): readonly AgentTrajectory[] {
  const own = new Map<string, LogEntry[]>();
  for (const entry of entries) {
    const whose = whoseIs(entry);
    if (whose === null) continue;
    const before = own.get(whose);
    if (before) before.push(entry);
    else own.set(whose, [entry]);
  }
  const spent = Array.from(own, ([name, all]) => [name, tokensIn(all)] as const);
  return Array.from(own, ([correlationId, all]) => ({
    requestId,
    agentId: textOf(all[0]?.metadata['agentId']),
    correlationId,
    ...told(all),
    totalTokens: spent
      .filter(([name]) => isWithin(name, correlationId))
      .reduce((sum, [, each]) => plus(sum, each), NONE),
  }));
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

const whoseIs = ({ metadata: { correlationId } }: LogEntry): string | null =>
  typeof correlationId === 'string' ? correlationId : null;

function told(entries: readonly LogEntry[]): Pick<AgentTrajectory, 'goal' | 'steps' | 'status'> {
  const steps: AgentStep[] = [];
  let goal = '';
  let status: AgentTrajectory['status'] = 'running';
  for (const { type, stepNumber, timestamp, content, metadata } of entries) {
    const step = TYPES[type];
    if (step) steps.push({ stepNumber, timestamp, type: step, content, metadata });
    if (type === 'start' || type === 'agent_invoked') goal = content;
    if (type === 'answer' || type === 'agent_result') status = 'completed';
    if (type === 'agent_error' || (type === 'error' && metadata['cure'] !== undefined)) status = 'failed'; // its own end, no reply's failure
    if (type === 'control') status = metadata['control'] === 'cancel' ? 'terminated' : 'running';
  }
  return { goal, steps, status };
}

const NONE = { input: 0, output: 0 };
type Tokens = AgentTrajectory['totalTokens'];
const plus = (a: Tokens, b: Tokens): Tokens => ({ input: a.input + b.input, output: a.output + b.output });

function tokensIn(entries: readonly LogEntry[]): Tokens {
  const usages = entries.filter(({ type }) => type === 'usage');
  return usages
    .map(({ metadata }) => ({ input: Number(metadata['input']), output: Number(metadata['output']) }))
    .reduce(plus, NONE);
}
