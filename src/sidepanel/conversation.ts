/** Where the next question goes, and how what was asked before is called. Pure: model in, words out. */
import type { JobName, SourceChoice } from '../lib/agent/frames.ts';
import { isOver, type AgentState } from '../lib/agent/state.ts';
import { legible } from '../lib/base/visible.ts';
import { WISHES } from '../lib/jobs/wishes.ts';
import type { PanelModel } from './reduce.ts';
import type { RunModel } from './run.ts';
import { hasMovedOn, stageOf } from './stage.ts';
import { t } from './strings.ts';

/** Into the conversation of that run, or into one of its own and why. */
export type Destination =
  | { readonly type: 'follow'; readonly runId: string }
  | { readonly type: 'new'; readonly why: 'first' | 'afresh' | 'moved' };

export function destinationOf(model: PanelModel): Destination {
  const { history, run, afresh } = model;
  if (history?.open && canGoOn(history.open.state)) return { type: 'follow', runId: history.open.runId };
  if (run === null || !canGoOn(run.state)) return { type: 'new', why: 'first' };
  if (hasMovedOn(model)) return { type: 'new', why: 'moved' };
  return afresh ? { type: 'new', why: 'afresh' } : { type: 'follow', runId: run.runId };
}

/** Whether a run can take another wish: a live one is asked when it is over. */
export const canGoOn = ({ spec, status }: AgentState): boolean => spec !== null && isOver(status);

/** Whether a run can be answered anew from other sources now: it is over, and so is that of the tab. */
export function mayAnswerAgain(model: PanelModel, { state }: RunModel): boolean {
  return canGoOn(state) && model.pending === null && stageOf(model) !== 'running';
}

const [BEFORE = '', AFTER = ''] = WISHES.translate('\n').split('\n');

/** Whether the words are the program's, and what is searched for are those of a page. */
export const isLookUp = (goal: string): boolean => goal === WISHES.search;

interface Wished {
  readonly job: JobName;
  readonly goal: string;
}

/** What a person asked for, in their own words or by the name of the button. */
export function askedWords({ job, goal }: Wished): string {
  if (job === 'summarise') return t.wished.summarise;
  if (job === 'explain') return t.wished.explain;
  if (job === 'screenshot') return t.wished.screenshot;
  if (isLookUp(goal)) return t.wished.research;
  if (job === 'ask' || job === 'research' || job === 'agent') return legible(goal);
  if (goal === WISHES.simplify) return t.wished.simplify;
  const isTranslation = goal.startsWith(BEFORE) && goal.endsWith(AFTER);
  return isTranslation ? t.wished.translate(legible(goal.slice(BEFORE.length, -AFTER.length))) : legible(goal);
}

/** With which sources a question was answered anew. */
export function againWords({ pinned, banned }: SourceChoice): string {
  return t.web.answeredAgain({ without: hostsOf(banned), using: hostsOf(pinned) });
}

const hostsOf = (urls: readonly string[]): readonly string[] =>
  urls.flatMap((url) => (URL.canParse(url) ? new URL(url).host : []));

/** What a person selected, as far as the run holds it. */
export interface SelectedWords {
  /** As Markdown: code, formulas and tables keep their form. */
  readonly text: string;
  /** There is more of it than that. */
  readonly cut: boolean;
}

/** The selection of that hash; null before the run has taken it. */
export function selectedWords({ objects }: Pick<AgentState, 'objects'>, hash: string | null): SelectedWords | null {
  if (hash === null) return null;
  for (const { name, meta, body } of objects.newestFirst()) {
    if (name !== 'selection' || meta['of'] !== hash) continue;
    const { span, words } = meta;
    const [start, end] = Array.isArray(span) ? [Number(span[0]), Number(span[1])] : [0, body.length];
    // a selection after many words of context lies outside the preview of the whole
    const text = typeof words === 'string' ? words : body.preview.slice(start, end);
    return text === '' ? null : { text, cut: text.length < end - start };
  }
  return null;
}
