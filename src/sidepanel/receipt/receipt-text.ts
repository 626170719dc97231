/** Names from a page or a model are escaped. */
import { isOptional } from '../../lib/agent/store/run-state.ts';
import type { Frame, JobName } from '../../lib/agent/frames/frames.ts';
import type { StepRow } from '../../lib/agent/log/receipt.ts';
import { escapeInvisible } from '../../lib/base/visible.ts';
import { t } from '../strings/strings.ts';

export function buildStepTitles(frames: readonly Frame[]): ReadonlyMap<number, string> {
  let job: JobName = 'summarise';
  const titles = new Map<number, string>();
  const tools = new Map<number, Set<string>>();
  const addTool = (step: number, tool: string): void => {
    tools.set(step, (tools.get(step) ?? new Set()).add(t.toolTitle(tool)));
  };
  for (const frame of frames) {
    if (frame.correlationId !== null) continue; // steps of an agent are not steps of the run
    if (frame.kind === 'agent.invoked') job = frame.spec.job;
    if (frame.kind === 'control' && frame.control === 'follow') job = frame.request.job;
    if (frame.kind === 'plan' && frame.decision !== 'invalid')
      titles.set(frame.step, frame.decision === 'respond' ? t.stepNames.answer[job] : t.decisions[frame.decision]);
    if (frame.kind === 'tool.call') addTool(frame.step, frame.tool);
    if (frame.kind === 'ask.user' && frame.call !== null) addTool(frame.step, frame.call.tool);
  }
  for (const [step, used] of tools) titles.set(step, Array.from(used).join('; '));
  return titles;
}

export function formatStep(
  { step, purposes, attempts, figure }: StepRow,
  titles: ReadonlyMap<number, string>,
  job: JobName,
): { readonly name: string; readonly notes: readonly string[] } {
  const { decide, note: part, look, grade, rewrite, answer } = t.stepNames;
  const purposeNames = { ...t.optionalCalls, decide, part, look, grade, rewrite, answer: answer[job] };
  const main = purposes.find((purpose) => !isOptional({ purpose })) ?? purposes[0];
  const title = titles.get(step) ?? (main === undefined ? undefined : purposeNames[main]);
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
