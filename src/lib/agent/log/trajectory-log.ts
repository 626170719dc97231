/** The trajectory log of a run: a projection with one entry per frame, in order. */
import type { Json } from '../../base/json.ts';
import { isServerAskKey } from '../frames/control-frames.ts';
import { isRating, type Frame, type RunSpec } from '../frames/frames.ts';
import {
  createEntryBody,
  AGENT_LOG_TYPES,
  type LogEntry,
  type TrajectoryLog,
  type TrajectoryMetrics,
} from './log-entry.ts';
import { isPaidBefore } from '../frames/spec.ts';
import { measureWork } from './work-time.ts';
import { loadTemplate, TEMPLATE_NAMES } from '../context/prompts/built-in.ts';
import { buildAgentTrajectories, buildTrajectory, sumTokens } from './trajectory.ts';
import { serializeTemplate } from '../context/prompts/template-text.ts';
import { formatPercent } from '../../base/locale.ts';
import { hasCost, type Bill } from '../budget/cost.ts';
import { buildReceipt } from './receipt.ts';
import { Timeline } from './timeline.ts';
import type { Usage } from '../budget/usage.ts';
import { formatFence, formatInlineCode, formatSeconds, formatReportNumber } from './report-format.ts';
import { renderAnswer, renderFrame, nestFrames } from './report-frames.ts';

export function createLogFromFrames(frames: readonly Frame[]): TrajectoryLog {
  const spec = frames.find((frame) => frame.kind === 'agent.invoked')?.spec ?? null;
  const callSteps = new Map<string, number>();
  const latestSteps = new Map<string | null, number>();
  const entries = frames.map((frame): LogEntry => {
    const { correlationId } = frame;
    const callStep = 'key' in frame ? callSteps.get(frame.key) : undefined;
    const stepNumber = 'step' in frame ? frame.step : (callStep ?? latestSteps.get(correlationId) ?? 0);
    if ((frame.kind === 'tool.call' || frame.kind === 'model.call') && callStep === undefined)
      callSteps.set(frame.key, frame.step);
    latestSteps.set(correlationId, stepNumber);
    return { timestamp: frame.at, stepNumber, ...createEntryBody(frame) };
  });
  return { requestId: frames[0]?.runId ?? '', entries, metrics: computeMetrics(frames, entries, spec), spec };
}

function computeMetrics(
  frames: readonly Frame[],
  entries: readonly LogEntry[],
  spec: RunSpec | null,
): TrajectoryMetrics {
  const own = entries.filter((_, seq) => !isPaidBefore(spec, seq)); // an entry for each frame
  const count = (isCounted: (frame: Frame) => boolean): number => frames.filter(isCounted).length;
  const durations = frames.map((frame, at) =>
    isRating(frame) ? 0 : measureWork(frames[at - 1], frame, spec?.forked?.kept ?? 0),
  );
  return {
    totalSteps: count(({ kind, correlationId }) => kind === 'plan' && correlationId === null),
    totalTokens: sumTokens(own),
    duration: durations.reduce((sum, each) => sum + each, 0),
    errorCount: entries.filter(isFailure).length,
    toolCalls: count(({ kind }) => kind === 'tool.call'),
    modelCalls: own.filter(({ type }) => type === 'model_call').length,
  };
}

const isFailure = ({ type, metadata }: LogEntry): boolean =>
  type === 'error' || type === 'agent_error' || (type === 'tool_result' && metadata['isError'] === true);

/** Counts successful observed calls, answered questions and the answer. */
export function countNeededSteps(log: TrajectoryLog): number {
  const needed = new Set<number>();
  const begunBy = new Map<Json | undefined, number>();
  const succeeded = new Set<Json | undefined>();
  let plan = 0;
  for (const { type, metadata } of log.entries) {
    const { correlationId, decision, key, of, isError, control } = metadata;
    if (correlationId !== undefined) continue;
    if (decision !== undefined) plan += 1;
    if (decision === 'respond' || decision === 'impossible') needed.add(plan);
    if (type === 'tool_call' || type === 'question') begunBy.set(key, begunBy.get(key) ?? plan);
    if (type === 'tool_result' && isError === false) succeeded.add(key);
    if (control === 'answer') needed.add(begunBy.get(key) ?? 0);
    if (type === 'observation' && Array.isArray(of))
      for (const each of of as readonly Json[]) if (succeeded.has(each)) needed.add(begunBy.get(each) ?? 0);
  }
  needed.delete(0); // without a decision
  return needed.size;
}

/** 0 … 1; 1 if no step was made. */
export function calculateEfficiency({ metrics }: TrajectoryLog, optimal: number): number {
  if (metrics.totalSteps === 0) return 1;
  const share = optimal / metrics.totalSteps;
  return Number.isNaN(share) ? 0 : Math.min(1, Math.max(0, share));
}

export type LogFormat = 'ndjson' | 'json' | 'markdown';

/** `ndjson`: one frame per line. `json`: trajectory, log and frames. Contains no API keys, and not what was entered for a server. */
export function exportLog(stored: readonly Frame[], format: LogFormat): string {
  const frames = stored.map(omitEntered);
  if (format === 'ndjson')
    return frames.map((frame) => `${JSON.stringify({ type: getMessageType(frame), ...frame })}\n`).join('');
  const log = createLogFromFrames(frames);
  const optimal = countNeededSteps(log);
  const efficiency = calculateEfficiency(log, optimal);
  if (format === 'markdown') return renderReport(frames, { ...log.metrics, efficiency });
  const { requestId, entries, metrics } = log;
  const whole = { requestId, entries, metrics: { ...metrics, optimalSteps: optimal, efficiency } };
  const prompts = Object.fromEntries(TEMPLATE_NAMES.map((name) => [name, serializeTemplate(loadTemplate(name))]));
  return `${JSON.stringify({ trajectory: buildTrajectory(log), agents: buildAgentTrajectories(log), log: whole, prompts, frames }, null, 2)}\n`;
}

const omitEntered = (frame: Frame): Frame =>
  frame.kind === 'control' && frame.control === 'answer' && isServerAskKey(frame.ask) ? { ...frame, text: '' } : frame;

function getMessageType({ kind, correlationId }: Frame): string {
  return (correlationId === null ? undefined : AGENT_LOG_TYPES[kind]) ?? MESSAGE_TYPES[kind] ?? 'status';
}

/** `status` for the others. */
const MESSAGE_TYPES: Readonly<Partial<Record<Frame['kind'], string>>> = {
  plan: 'decision',
  'tool.result': 'result',
  observation: 'result',
  'model.reply': 'token',
  usage: 'token',
  reflection: 'result',
  grade: 'result',
  opinion: 'result',
  'agent.response': 'complete',
  error: 'error',
};

type ReportMetrics = TrajectoryMetrics & { readonly efficiency: number };

/** Renders a run as Markdown. Foreign text is in code or fences, so it cannot inject links or images. */
function renderReport(frames: readonly Frame[], metrics: ReportMetrics): string {
  const first = frames[0];
  if (first?.kind !== 'agent.invoked') return '# Run\n\nIts beginning is missing.\n';
  const { spec } = first;
  const answer = frames.findLast((frame) => frame.kind === 'agent.response' && frame.correlationId === null);
  const lines = [
    `# ${JOB_TITLES[spec.job] ?? 'Summary'}`,
    formatFence(spec.goal, Infinity),
    '## Answer',
    ...(answer?.kind === 'agent.response' ? renderAnswer(answer) : ['None.']),
    '## What it took',
    renderTotals(spec, frames, metrics),
    '## Steps',
    ...nestFrames(frames).flatMap((entry) => renderFrame(entry, first.at)),
  ];
  return `${lines.join('\n\n')}\n`;
}

const JOB_TITLES: Partial<Record<RunSpec['job'], string>> = {
  ask: 'Question',
  chat: 'Question',
  screenshot: 'Text of a picture',
  translate: 'Translation',
};

function renderTotals({ models }: RunSpec, frames: readonly Frame[], metrics: ReportMetrics): string {
  const timeline = Timeline.of(frames);
  const { usage } = timeline.state;
  const { models: modelsCalled, bill } = buildReceipt(timeline);
  const labels = modelsCalled.length > 0 ? modelsCalled.map(({ label }) => label) : [models.main.label];
  return [
    `- Model: ${labels.map(formatInlineCode).join(', ')}`,
    `- Began: ${new Date(frames[0]?.at ?? 0).toISOString()}`,
    `- Took: ${formatSeconds(metrics.duration)}`,
    `- Tokens: ${usage.input} in, ${usage.output} out${formatUsageParts(usage)}`,
    ...(hasCost(bill) ? [`- Cost: ${formatReportCost(bill)}`] : []),
    `- Steps: ${metrics.totalSteps}; tool calls: ${metrics.toolCalls}; model calls: ${metrics.modelCalls}; errors: ${metrics.errorCount}`,
    `- Efficiency: ${formatPercent(metrics.efficiency)}`,
  ].join('\n');
}

function formatUsageParts({ cached, reasoning }: Usage): string {
  return cached + reasoning === 0 ? '' : ` (${cached} from the cache, ${reasoning} for reasoning)`;
}

function formatReportCost({ known, unknown, asOf }: Bill): string {
  if (asOf.length === 0) return 'not known, for want of prices';
  const amount = `${unknown > 0 ? 'at least ' : ''}${formatReportNumber(known)} US dollars`;
  const [day, ...others] = asOf.filter((date) => date !== '');
  if (day === undefined) return `${amount}, at own prices`;
  const ownPrices = asOf.includes('') ? 'own prices and ' : '';
  return `${amount}, at ${ownPrices}list prices of ${[day, ...others].map(formatInlineCode).join(', ')}`;
}
