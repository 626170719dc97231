/** Builds the trajectory of each agent from the log, for evaluation. */
import type { Json } from '../../base/json.ts';
import type { LogEntry, LogType, TrajectoryLog } from './log-entry.ts';
import { isWithin } from '../state/sub-agents.ts';

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
  /** `main` and null for the main agent. */
  readonly agentId: string;
  readonly correlationId: string | null;
  readonly goal: string;
  readonly steps: readonly AgentStep[];
  readonly status: 'running' | 'completed' | 'failed' | 'terminated';
  readonly totalTokens: { readonly input: number; readonly output: number };
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
  const entriesOfMain = [...entries].filter((entry) => getEntryAgent(entry) === null);
  return {
    requestId,
    agentId: 'main',
    correlationId: null,
    ...summariseEntries(entriesOfMain),
    totalTokens: metrics.totalTokens,
  };
}

export function buildAgentTrajectories({ requestId, entries }: TrajectoryLog): readonly AgentTrajectory[] {
  const entriesByAgent = new Map<string, LogEntry[]>();
  for (const entry of entries) {
    const agent = getEntryAgent(entry);
    if (agent === null) continue;
    const existing = entriesByAgent.get(agent);
    if (existing) existing.push(entry);
    else entriesByAgent.set(agent, [entry]);
  }
  const spent = Array.from(entriesByAgent, ([name, all]) => [name, sumTokens(all)] as const);
  return Array.from(entriesByAgent, ([correlationId, all]) => ({
    requestId,
    agentId: getStringOrEmpty(all[0]?.metadata['agentId']),
    correlationId,
    ...summariseEntries(all),
    totalTokens: spent
      .filter(([name]) => isWithin(name, correlationId))
      .reduce((sum, [, each]) => addTokens(sum, each), NO_TOKENS),
  }));
}

const getStringOrEmpty = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

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
    if (type === 'answer' || type === 'agent_result') status = 'completed';
    if (type === 'agent_error' || (type === 'error' && metadata['hint'] !== undefined)) status = 'failed'; // the agent's own failure, not that of a reply
    if (type === 'control') status = metadata['control'] === 'cancel' ? 'terminated' : 'running';
  }
  return { goal, steps, status };
}

const NO_TOKENS = { input: 0, output: 0 };
type Tokens = AgentTrajectory['totalTokens'];
const addTokens = (a: Tokens, b: Tokens): Tokens => ({ input: a.input + b.input, output: a.output + b.output });

function sumTokens(entries: readonly LogEntry[]): Tokens {
  const usages = entries.filter(({ type }) => type === 'usage');
  return usages
    .map(({ metadata }) => ({ input: Number(metadata['input']), output: Number(metadata['output']) }))
    .reduce(addTokens, NO_TOKENS);
}
