/**
 * The trajectory log: what a run thought, did, learnt and was told, with time and step, for people and for tools that judge
 * runs. The one rule: it is a projection of frames, an entry for each in order, so it can neither miss nor invent anything.
 */
import type { Json } from '../base/json.ts';
import { Ledger } from '../base/ledger.ts';
import { Sequence } from '../base/sequence.ts';
import type { Frame } from './frames.ts';
import {
  entryOf,
  OF_AGENTS,
  type LogEntry,
  type LogType,
  type TrajectoryLog,
  type TrajectoryMetrics,
} from './log-entry.ts';
import { report } from './log-report.ts';
import { loadTemplate, serializeTemplate, TEMPLATE_NAMES } from './prompts.ts';
import { trajectoriesOfAgents, trajectoryOf } from './trajectory.ts';

export type { LogEntry, LogType, TrajectoryLog, TrajectoryMetrics } from './log-entry.ts';

const NONE: TrajectoryMetrics = {
  totalSteps: 0,
  totalTokens: { input: 0, output: 0 },
  duration: 0,
  errorCount: 0,
  toolCalls: 0,
  modelCalls: 0,
};

export function emptyLog(requestId: string): TrajectoryLog {
  return { requestId, entries: Sequence.of(), metrics: NONE, steps: Ledger.empty(), latest: Ledger.empty() };
}

/** The log and one frame more. */
export function logStep(log: TrajectoryLog, frame: Frame): TrajectoryLog {
  const stepNumber = stepOf(log, frame);
  const { type, content, metadata } = entryOf(frame);
  const about = { frame: frame.id, from: frame.labels.origin, ...metadata };
  const entry: LogEntry = Object.freeze({ timestamp: frame.at, stepNumber, type, content, metadata: about });
  const whose = frame.correlationId ?? '';
  const begins = (frame.kind === 'tool.call' || frame.kind === 'model.call') && log.steps.get(frame.key) === undefined;
  return {
    requestId: log.requestId,
    entries: log.entries.with(entry),
    metrics: measured(log, frame, type),
    steps: begins ? log.steps.with(frame.key, frame.step) : log.steps,
    latest: log.latest.get(whose) === stepNumber ? log.latest : log.latest.with(whose, stepNumber),
  };
}

export function logAll(frames: readonly Frame[]): TrajectoryLog {
  return frames.reduce(logStep, emptyLog(frames[0]?.runId ?? ''));
}

function stepOf({ steps, latest }: TrajectoryLog, frame: Frame): number {
  if ('step' in frame) return frame.step;
  const known = 'key' in frame ? steps.get(frame.key) : undefined;
  return known ?? latest.get(frame.correlationId ?? '') ?? 0;
}

function measured({ entries, metrics }: TrajectoryLog, frame: Frame, type: LogType): TrajectoryMetrics {
  const { totalSteps, totalTokens, errorCount, toolCalls, modelCalls } = metrics;
  const failed = type === 'error' || type === 'agent_error' || (frame.kind === 'tool.result' && frame.isError);
  const spent = frame.kind === 'usage' ? frame : { input: 0, output: 0 };
  return {
    totalSteps: totalSteps + (frame.kind === 'plan' && frame.correlationId === null ? 1 : 0),
    totalTokens: { input: totalTokens.input + spent.input, output: totalTokens.output + spent.output },
    duration: Math.max(0, frame.at - (entries.at(0)?.timestamp ?? frame.at)),
    errorCount: errorCount + (failed ? 1 : 0),
    toolCalls: toolCalls + (frame.kind === 'tool.call' ? 1 : 0),
    modelCalls: modelCalls + (frame.kind === 'model.call' ? 1 : 0),
  };
}

/**
 * How many decisions the main agent needed, as far as its own record shows: those of which a call succeeded and its result was
 * made something of, questions that were answered, and the answer.
 */
export function optimalSteps(log: TrajectoryLog): number {
  const needed = new Set<number>();
  const begunBy = new Map<Json, number>();
  const succeeded = new Set<Json>();
  let plan = 0;
  const need = (key: Json): void => {
    const by = begunBy.get(key) ?? 0;
    if (by > 0) needed.add(by);
  };
  for (const { type, metadata } of log.entries) {
    if (metadata['correlationId'] !== undefined) continue;
    if (metadata['decision'] !== undefined) plan += 1;
    switch (type) {
      case 'thought':
        if (metadata['decision'] === 'respond' || metadata['decision'] === 'impossible') needed.add(plan);
        break;
      case 'tool_call':
      case 'question':
        begunBy.set(metadata['key'] ?? null, begunBy.get(metadata['key'] ?? null) ?? plan);
        break;
      case 'tool_result':
        if (metadata['isError'] === false) succeeded.add(metadata['key'] ?? null);
        break;
      case 'control':
        if (metadata['control'] === 'answer') need(metadata['key'] ?? null);
        break;
      case 'observation':
        for (const key of keysOf(metadata['of'])) if (succeeded.has(key)) need(key);
        break;
      default:
    }
  }
  return needed.size;
}

const keysOf = (of: Json | undefined): readonly Json[] => (Array.isArray(of) ? (of as readonly Json[]) : []);

/** Steps that were needed to steps made, 0 … 1; 1 for a run that has made none. */
export function calculateEfficiency({ metrics }: TrajectoryLog, optimal: number): number {
  if (metrics.totalSteps === 0) return 1;
  const share = optimal / metrics.totalSteps;
  return Number.isNaN(share) ? 0 : Math.min(1, Math.max(0, share));
}

export type LogFormat = 'ndjson' | 'json' | 'markdown';

/**
 * A run as a file. `ndjson`: a frame per line under the type of message it is; `json`: trajectory, log and frames; `markdown`: for a
 * person to read. Frames hold no key, so no export does.
 */
export function exportLog(frames: readonly Frame[], format: LogFormat): string {
  if (format === 'ndjson')
    return frames.map((frame) => `${JSON.stringify({ type: messageOf(frame), ...frame })}\n`).join('');
  const log = logAll(frames);
  const optimal = optimalSteps(log);
  const efficiency = calculateEfficiency(log, optimal);
  if (format === 'markdown') return report(frames, { ...log.metrics, efficiency });
  const { requestId, entries, metrics } = log;
  const whole = { requestId, entries: [...entries], metrics: { ...metrics, optimalSteps: optimal, efficiency } };
  // with the words that the models were given, so that a reader can tell what they were asked
  const prompts = Object.fromEntries(TEMPLATE_NAMES.map((name) => [name, serializeTemplate(loadTemplate(name))]));
  return `${JSON.stringify({ trajectory: trajectoryOf(log), agents: trajectoriesOfAgents(log), log: whole, prompts, frames }, null, 2)}\n`;
}

function messageOf({ kind, correlationId }: Frame): string {
  return (correlationId === null ? undefined : OF_AGENTS[kind]) ?? MESSAGE[kind];
}

const MESSAGE: Readonly<Record<Frame['kind'], 'decision' | 'status' | 'result' | 'token' | 'error' | 'complete'>> = {
  'agent.invoked': 'status',
  plan: 'decision',
  'tool.call': 'status',
  'tool.result': 'result',
  observation: 'result',
  'model.call': 'status',
  'model.reply': 'token',
  usage: 'token',
  reflection: 'result',
  compaction: 'status',
  grade: 'result',
  'ask.user': 'status',
  wait: 'status',
  control: 'status',
  'agent.response': 'complete',
  error: 'error',
};
