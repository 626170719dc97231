/**
 * Which turns of a run the model is shown, and how: whole, with their results cleared, or as a summary. The one rule: a
 * fold of `compaction` frames and of the person's `restore`; it hides and shows, and deletes nothing.
 */
import { Sequence } from '../base/sequence.ts';
import type { CompactionFrame } from './frames.ts';

export interface ContextView {
  /** Turns below are shown without the content of their results. */
  readonly cleared: number;
  /** What stands for the turns below `to`; null while none is summarised. */
  readonly summary: Pick<CompactionFrame, 'to' | 'by' | 'summary' | 'sources'> | null;
  /** Turns that the person wants to be shown whole, come what may: half-open ranges. */
  readonly pinned: readonly (readonly [from: number, to: number])[];
  readonly compactions: Sequence<CompactionFrame>;
  /** Grows with every change: what was rendered under another one is rendered anew. */
  readonly version: number;
}

export const WHOLE: ContextView = {
  cleared: 0,
  summary: null,
  pinned: [],
  compactions: Sequence.of(),
  version: 0,
};

export function compacted(view: ContextView, frame: CompactionFrame): ContextView {
  const { stage, to, by, summary, sources } = frame;
  return {
    ...view,
    cleared: Math.max(view.cleared, to),
    summary: stage === 'summary' ? { to, by, summary, sources } : view.summary,
    compactions: view.compactions.with(frame),
    version: view.version + 1,
  };
}

/** Nothing stays any more by the person's wish. */
export function unpinned(view: ContextView): ContextView {
  return view.pinned.length === 0 ? view : { ...view, pinned: [], version: view.version + 1 };
}

/** What that compaction hid is shown again, and stays. */
export function restored(view: ContextView, compaction: string): ContextView {
  const range = droppedBy(view, compaction);
  return range === null || isPinned(view, range)
    ? view
    : { ...view, pinned: [...view.pinned, range], version: view.version + 1 };
}

/** The turns that a compaction hid, first and past the last; null for one that there was not. */
export function droppedBy({ compactions }: ContextView, id: string): readonly [number, number] | null {
  // a summary of cleared turns hides them further: what it dropped begins where the last summary ended
  let [cleared, summarised] = [0, 0];
  for (const { id: known, stage, to } of compactions) {
    const from = stage === 'clear' ? cleared : summarised;
    if (known === id) return [Math.min(from, to), to];
    cleared = Math.max(cleared, to);
    if (stage === 'summary') summarised = Math.max(summarised, to);
  }
  return null;
}

/** Whether the person wants these turns to be shown whole. */
export function isPinned({ pinned }: ContextView, [from, to]: readonly [number, number]): boolean {
  return pinned.some(([begin, end]) => begin <= from && to <= end);
}

/** How the turn at an index is shown. */
export function shownAs(view: ContextView, index: number): 'whole' | 'cleared' | 'summarised' {
  if (isPinned(view, [index, index + 1])) return 'whole';
  if (view.summary && index < view.summary.to) return 'summarised';
  return index < view.cleared ? 'cleared' : 'whole';
}
