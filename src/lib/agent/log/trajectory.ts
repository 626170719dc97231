/** Builds the trajectory of each agent from the log, for evaluation. */
import type { LogEntry, LogType, TrajectoryLog } from './log-entry.ts';
import type { Tokens } from '../budget/usage.ts';
import { isPaidBefore } from '../frames/spec.ts';
import { isWithin } from '../state/sub-agents.ts';

interface AgentStep {
  readonly stepNumber: number;
  /** Milliseconds since the epoch. */
  readonly timestamp: number;
  readonly type: 'thought' | 'action' | 'observation' | 'reflection' | 'synthesis';
  readonly content: string;
  readonly metadata: LogEntry['metadata'];
}

export interface AgentTrajectory {
  readonly requestId: string;
  /** `main` and null for the main agent. */
  readonly agentId: string;
  readonly correlationId: string | null;
  readonly goal: string;
  readonly steps: readonly AgentStep[];
  readonly status: 'running' | 'completed' | 'failed' | 'terminated';
  readonly totalTokens: Tokens;
}

const STEP_TYPES: Readonly<Partial<Record<LogType, AgentStep['type']>>> = {
  thought: 'thought',
  tool_call: 'action',
  observation: 'observation',
  reflection: 'reflection',
  answer: 'synthesis',
  agent_result: 'synthesis',
};

export function buildTrajectory({ requestId, entries, metrics }: TrajectoryLog): AgentTrajectory {
  const own = groupByAgent(entries, getEntryAgent).get(null) ?? [];
  const totalTokens = metrics.totalTokens;
  return { requestId, agentId: 'main', correlationId: null, ...summariseEntries(own), totalTokens };
}

export function buildAgentTrajectories({ requestId, entries, spec }: TrajectoryLog): readonly AgentTrajectory[] {
  const paid = entries.filter((_, seq) => !isPaidBefore(spec, seq));
  return Array.from(groupByAgent(entries, getEntryAgent)).flatMap(([correlationId, own]) => {
    if (correlationId === null) return [];
    const agentId = own[0]?.metadata['agentId'] as string; // set for called agents
    const totalTokens = sumTokens(paid.filter((entry) => isWithin(getEntryAgent(entry), correlationId)));
    return [{ requestId, agentId, correlationId, ...summariseEntries(own), totalTokens }];
  });
}

/** By correlation id; null for the main agent. */
export function groupByAgent<T>(items: Iterable<T>, getAgent: (item: T) => string | null): Map<string | null, T[]> {
  const groups = new Map<string | null, T[]>();
  for (const item of items) {
    const name = getAgent(item);
    groups
      .set(name, groups.get(name) ?? [])
      .get(name)
      ?.push(item);
  }
  return groups;
}

const getEntryAgent = ({ metadata: { correlationId } }: LogEntry): string | null =>
  typeof correlationId === 'string' ? correlationId : null;

function summariseEntries(entries: readonly LogEntry[]): Pick<AgentTrajectory, 'goal' | 'steps' | 'status'> {
  const steps: AgentStep[] = [];
  let goal = '';
  let status: AgentTrajectory['status'] = 'running';
  for (const { type, stepNumber, timestamp, content, metadata } of entries) {
    const step = STEP_TYPES[type];
    if (step) steps.push({ stepNumber, timestamp, type: step, content, metadata });
    if (type === 'start' || type === 'agent_invoked') goal = content;
    if (type === 'answer' || type === 'opinion' || type === 'agent_result') status = 'completed';
    if (type === 'agent_error' || (type === 'error' && metadata['hint'] !== undefined)) status = 'failed'; // the agent's own failure, not that of a reply
    const control = metadata['control'];
    if (type === 'control' && control !== 'rate' && control !== 'restore')
      status = control === 'cancel' ? 'terminated' : 'running';
  }
  return { goal, steps, status };
}

export function sumTokens(entries: readonly LogEntry[]): AgentTrajectory['totalTokens'] {
  let [input, output] = [0, 0];
  for (const { type, metadata } of entries) {
    if (type !== 'usage') continue;
    input += Number(metadata['input']);
    output += Number(metadata['output']);
  }
  return { input, output };
}
