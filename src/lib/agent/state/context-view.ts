/**
 * How each turn of a run is shown to the model: whole, with its results cleared, or summarised. A fold of `compaction`
 * frames and of the user's `restore`; nothing is deleted.
 */
import { Sequence } from '../../base/sequence.ts';
import type { CompactionFrame } from '../frames/frames.ts';

export interface ContextView {
  /** Turns below this index are shown without the content of their results. */
  readonly cleared: number;
  /** Replaces the turns below `to`; null if none is summarised. */
  readonly summary: Pick<CompactionFrame, 'to' | 'by' | 'summary' | 'sources'> | null;
  /** Turns that the user wants shown whole: half-open ranges. */
  readonly pinned: readonly (readonly [from: number, to: number])[];
  readonly compactions: Sequence<CompactionFrame>;
  /** Incremented by every change, to invalidate what was rendered. */
  readonly version: number;
}

export const UNCOMPACTED_VIEW: ContextView = {
  cleared: 0,
  summary: null,
  pinned: [],
  compactions: Sequence.of(),
  version: 0,
};

export function applyCompaction(view: ContextView, frame: CompactionFrame): ContextView {
  const { stage, to, by, summary, sources } = frame;
  return {
    ...view,
    cleared: Math.max(view.cleared, to),
    summary: stage === 'summary' ? { to, by, summary, sources } : view.summary,
    compactions: view.compactions.with(frame),
    version: view.version + 1,
  };
}

/** Removes all of the user's pins. */
export function unpinAll(view: ContextView): ContextView {
  return view.pinned.length === 0 ? view : { ...view, pinned: [], version: view.version + 1 };
}

/** Shows the turns that a compaction hid again and pins them. */
export function unhideCompaction(view: ContextView, compaction: string): ContextView {
  const range = findHiddenRange(view, compaction);
  return range === null || isPinned(view, range)
    ? view
    : { ...view, pinned: [...view.pinned, range], version: view.version + 1 };
}

/** Returns the half-open range of turns that a compaction hid; null for an unknown id. */
export function findHiddenRange({ compactions }: ContextView, id: string): readonly [number, number] | null {
  // a summary also hides cleared turns: its range begins where the last summary ended
  let [cleared, summarised] = [0, 0];
  for (const { id: compactionId, stage, to } of compactions) {
    const from = stage === 'clear' ? cleared : summarised;
    if (compactionId === id) return [Math.min(from, to), to];
    cleared = Math.max(cleared, to);
    if (stage === 'summary') summarised = Math.max(summarised, to);
  }
  return null;
}

/** Whether the user wants all these turns shown whole. */
export function isPinned({ pinned }: ContextView, [from, to]: readonly [number, number]): boolean {
  return pinned.some(([begin, end]) => begin <= from && to <= end);
}

export function getTurnVisibility(view: ContextView, index: number): 'whole' | 'cleared' | 'summarised' {
  if (isPinned(view, [index, index + 1])) return 'whole';
  if (view.summary && index < view.summary.to) return 'summarised';
  return index < view.cleared ? 'cleared' : 'whole';
}
