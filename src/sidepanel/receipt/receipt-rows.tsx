/** Rows must add up to the totals in tokens. */
import { memo, useMemo } from 'react';
import { escapeInvisible } from '../../lib/base/escape-invisible.ts';
import type { JobName } from '../../lib/agent/frames/frames.ts';
import { isolateLine } from '../../lib/base/one-line.ts';
import { isOptional } from '../../lib/agent/state/request-state.ts';
import { buildReceipt, type Receipt, type StepRow } from '../../lib/agent/log/receipt.ts';
import type { Timeline } from '../../lib/agent/log/timeline.ts';
import { formatAgentName } from '../trace/agent-name.ts';
import { formatPurpose, formatTitle } from '../trace/trace.ts';
import { t } from '../strings/strings.ts';
import { Table, type Row } from './receipt-table.tsx';
import { parseUrl } from '../../lib/base/urls.ts';

interface ReceiptRowsProps {
  readonly timeline: Timeline;
  readonly job: JobName;
}

export const ReceiptRows = memo(function ReceiptRows({ timeline, job }: ReceiptRowsProps) {
  const receipt = useMemo(() => buildReceipt(timeline), [timeline]);
  const steps = useMemo(() => buildStepRows(receipt, timeline, job), [receipt, timeline, job]);
  if (steps.length === 0) return null;
  const sources = receipt.sources.map((row) => ({ id: row.source, name: formatSource(row.source), notes: [], row }));
  const models = receipt.models.map((row) => ({ id: row.id, name: isolateLine(row.label), notes: [], row }));
  const agents = buildAgentRows(receipt);
  return (
    <div className="receipt-rows">
      <Table of="step" rows={steps} receipt={receipt} />
      <Table of="source" rows={sources} receipt={receipt} />
      {models.length > 1 && <Table of="model" rows={models} receipt={receipt} />}
      {agents.length > 1 && <Table of="agent" rows={agents} receipt={receipt} />}
      <p className="fine">{t.receipt.shares}</p>
    </div>
  );
});

function buildStepRows({ steps }: Receipt, timeline: Timeline, job: ReceiptRowsProps['job']): readonly Row[] {
  const titles = buildStepTitles(timeline);
  return steps.map((row, index) => ({ id: String(index), ...formatStep(row, index + 1, titles, job), row }));
}

/** Each called agent and the main agent; empty if no agent was called. */
function buildAgentRows({ agents, main }: Receipt): readonly Row[] {
  if (agents.length === 0) return [];
  return [
    { id: '', name: t.agents.main, notes: [], row: main },
    ...agents.map((row) => ({ id: row.id, name: formatAgentName(row.name), notes: [], row })),
  ];
}

/** Steps of an agent are not steps of the run. */
function buildStepTitles(timeline: Timeline): ReadonlyMap<number, string> {
  const titles = new Map<number, string>();
  for (const item of timeline.getAgent(null).listItems()) {
    const { frame, calls } = item;
    if (frame.kind !== 'plan' || frame.decision === 'invalid') continue;
    const tools = new Set(calls.map(({ tool }) => t.toolTitle(tool)));
    titles.set(frame.step, tools.size > 0 ? Array.from(tools).join('; ') : formatTitle(item));
  }
  return titles;
}

function formatStep(
  { step, purposes, attempts, figure }: StepRow,
  number: number,
  titles: ReadonlyMap<number, string>,
  job: JobName,
): { readonly name: string; readonly notes: readonly string[] } {
  const main = purposes.find((purpose) => !isOptional({ purpose })) ?? purposes[0];
  const own = main === undefined ? undefined : formatPurpose(main, job);
  const title = main === 'opinion' ? own : (titles.get(step) ?? own);
  const also = (['look', 'grade', 'rewrite', 'rank', 'reflect', 'compact', 'sample'] as const).filter(
    (purpose) => purposes.includes(purpose) && purpose !== main,
  );
  return {
    name: step < 0 || title === undefined ? t.receipt.sources.unknown : t.receipt.step(number, title),
    notes: [
      ...also.map((purpose) => t.receipt.also[purpose]),
      attempts > 1 ? t.calls(attempts) : '',
      t.receipt.figures[figure],
    ].filter((note) => note !== ''),
  };
}

const SOURCE_NAMES: ReadonlyMap<string, string> = new Map(Object.entries(t.receipt.sources));

export function formatSource(source: string): string {
  const url = parseUrl(source);
  return (
    SOURCE_NAMES.get(source) ??
    (url?.protocol === 'https:' && url.origin === source ? url.host : escapeInvisible(source))
  );
}
