/** The trajectory of a run, as those who judge agents know it: thoughts, actions, observations, synthesis. A view of the log. */
import type { LogEntry, LogType, TrajectoryLog } from './log-entry.ts';

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
  readonly goal: string;
  readonly steps: readonly AgentStep[];
  readonly status: 'running' | 'completed' | 'failed' | 'terminated';
  readonly totalTokens: { readonly input: number; readonly output: number };
}

const TYPES: Readonly<Partial<Record<LogType, AgentStep['type']>>> = {
  thought: 'thought',
  tool_call: 'action',
  observation: 'observation',
  reflection: 'reflection',
  answer: 'synthesis',
};

export function trajectoryOf({ requestId, entries, metrics }: TrajectoryLog): AgentTrajectory {
  const steps: AgentStep[] = [];
  let goal = '';
  let status: AgentTrajectory['status'] = 'running';
  for (const { type, stepNumber, timestamp, content, metadata } of entries) {
    const step = TYPES[type];
    if (step) steps.push({ stepNumber, timestamp, type: step, content, metadata });
    if (type === 'start') goal = content;
    if (type === 'answer') status = 'completed';
    if (type === 'error' && metadata['cure'] !== undefined) status = 'failed'; // the run's own end, no reply's failure
    if (type === 'control') status = metadata['control'] === 'cancel' ? 'terminated' : 'running';
  }
  return { requestId, goal, steps, status, totalTokens: metrics.totalTokens };
}
