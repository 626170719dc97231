/** Names from a page or a model are escaped. */
import { isOptional } from '../../lib/agent/store/run-state.ts';
import type { JobName } from '../../lib/agent/frames/frames.ts';
import type { StepRow } from '../../lib/agent/log/receipt.ts';
import type { Timeline } from '../../lib/agent/log/timeline.ts';
import { escapeInvisible } from '../../lib/base/visible.ts';
import { formatPurpose, formatTitle } from '../trace/trace.ts';
import { t } from '../strings/strings.ts';

/** Steps of an agent are not steps of the run. */
export function buildStepTitles(timeline: Timeline): ReadonlyMap<number, string> {
  const titles = new Map<number, string>();
  for (const item of timeline.getAgent(null).listItems()) {
    const { frame, calls } = item;
    if (frame.kind !== 'plan' || frame.decision === 'invalid') continue;
    const tools = new Set(calls.map(({ tool }) => t.toolTitle(tool)));
    titles.set(frame.step, tools.size > 0 ? Array.from(tools).join('; ') : formatTitle(item));
  }
  return titles;
}

export function formatStep(
  { step, purposes, attempts, figure }: StepRow,
  titles: ReadonlyMap<number, string>,
  job: JobName,
): { readonly name: string; readonly notes: readonly string[] } {
  const main = purposes.find((purpose) => !isOptional({ purpose })) ?? purposes[0];
  const title = titles.get(step) ?? (main === undefined ? undefined : formatPurpose(main, job));
  const also = (['look', 'grade', 'rewrite', 'reflect', 'compact'] as const).filter(
    (purpose) => purposes.includes(purpose) && purpose !== main,
  );
  return {
    name: step < 0 || title === undefined ? t.receipt.sources.unknown : t.receipt.step(step, title),
    notes: [
      ...also.map((purpose) => t.receipt.also[purpose]),
      attempts > 1 ? t.calls(attempts) : '',
      t.receipt.figures[figure],
    ].filter((note) => note !== ''),
  };
}

const SOURCE_NAMES: ReadonlyMap<string, string> = new Map(Object.entries(t.receipt.sources));

export function formatSource(source: string): string {
  const url = URL.canParse(source) ? new URL(source) : null;
  return (
    SOURCE_NAMES.get(source) ??
    (url?.protocol === 'https:' && url.origin === source ? url.host : escapeInvisible(source))
  );
}
