/** Renders a run as Markdown. Foreign text is in code or fences, so it cannot inject links or images. */
import { formatPercent } from '../../base/locale.ts';
import type { Frame, RunSpec } from '../frames/frames.ts';
import type { TrajectoryMetrics } from './log-entry.ts';
import { isCharged, type Bill } from '../budget/cost.ts';
import { buildReceipt } from './receipt.ts';
import { Timeline } from './timeline.ts';
import type { Usage } from '../budget/usage.ts';
import { formatFence, formatInlineCode, formatSeconds, formatReportNumber } from './report-format.ts';
import { renderAnswer, renderFrame, nestFrames } from './report-frames.ts';

type ReportMetrics = TrajectoryMetrics & { readonly efficiency: number };

export function renderReport(frames: readonly Frame[], metrics: ReportMetrics): string {
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
    ...(isCharged(bill) ? [`- Cost: ${formatReportCost(bill)}`] : []),
    `- Steps: ${metrics.totalSteps}; tool calls: ${metrics.toolCalls}; model calls: ${metrics.modelCalls}; errors: ${metrics.errorCount}`,
    `- Efficiency: ${formatPercent(metrics.efficiency)}`,
  ].join('\n');
}

function formatUsageParts({ cached, reasoning }: Usage): string {
  return cached + reasoning === 0 ? '' : ` (${cached} from the cache, ${reasoning} for reasoning)`;
}

function formatReportCost({ known, unknown, asOf }: Bill): string {
  if (asOf.length === 0) return 'not known, for want of prices';
  const amount = `${unknown > 0 ? 'at least ' : ''}${formatReportNumber(known)}`;
  const [day, ...others] = asOf.filter((date) => date !== '');
  if (day === undefined) return amount;
  const ownPrices = asOf.includes('') ? 'own prices and ' : '';
  const currency = ownPrices === '' ? ' US dollars' : '';
  return `${amount}${currency}, at ${ownPrices}list prices of ${[day, ...others].map(formatInlineCode).join(', ')}`;
}
