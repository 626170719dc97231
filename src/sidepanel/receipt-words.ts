/** What the rows of a receipt are called. The one rule: what a page or a model named is written out, never interpreted. */
import { isAside } from '../lib/agent/state.ts';
import type { Frame, JobName } from '../lib/agent/frames.ts';
import type { StepRow } from '../lib/agent/receipt.ts';
import { exactly } from '../lib/base/visible.ts';
import { t } from './strings.ts';

/** What each step was: the tools it used, or what it decided instead. */
export function stepTitles(frames: readonly Frame[]): ReadonlyMap<number, string> {
  let job: JobName = 'summarise';
  const titles = new Map<number, string>();
  const tools = new Map<number, Set<string>>();
  const count = (step: number, tool: string): void => {
    tools.set(step, (tools.get(step) ?? new Set()).add(t.toolTitle(tool)));
  };
  for (const frame of frames) {
    if (frame.correlationId !== null) continue; // an agent's steps are its own
    if (frame.kind === 'agent.invoked') job = frame.spec.job;
    if (frame.kind === 'control' && frame.control === 'follow') job = frame.wish.job;
    if (frame.kind === 'plan' && frame.decision !== 'invalid')
      titles.set(frame.step, frame.decision === 'respond' ? t.stepNames.answer[job] : t.decisions[frame.decision]);
    if (frame.kind === 'tool.call') count(frame.step, frame.tool);
    if (frame.kind === 'ask.user' && frame.call !== null) count(frame.step, frame.call.tool);
  }
  for (const [step, used] of tools) titles.set(step, Array.from(used).join('; '));
  return titles;
}

/** A step that was paid for: its name, and what else there is to know of its figures. */
export function stepWords(
  { step, purposes, attempts, figure }: StepRow,
  titles: ReadonlyMap<number, string>,
  job: JobName,
): { readonly name: string; readonly notes: readonly string[] } {
  const { decide, note: part, look, grade, rewrite, answer } = t.stepNames;
  const words = { ...t.asides, decide, part, look, grade, rewrite, answer: answer[job] };
  const main = purposes.find((purpose) => !isAside({ purpose })) ?? purposes[0];
  const title = titles.get(step) ?? (main === undefined ? undefined : words[main]);
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

const NAMES: ReadonlyMap<string, string> = new Map(Object.entries(t.receipt.sources));

/** A source by its name: a page by its host, where that says it all. */
export function sourceWords(source: string): string {
  const url = URL.canParse(source) ? new URL(source) : null;
  return NAMES.get(source) ?? (url?.protocol === 'https:' && url.origin === source ? url.host : exactly(source));
}
