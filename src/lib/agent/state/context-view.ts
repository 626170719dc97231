/** How each turn is shown to the model: whole, without results, or summarised. Nothing is deleted. */
import { Sequence } from '../../base/sequence.ts';
import type { CompactionFrame } from '../frames/model-frames.ts';

export interface ContextView {
  /** Turns below this index are shown without results. */
  readonly cleared: number;
  /** Replaces the turns below `to`; null for none. */
  readonly summary: Pick<CompactionFrame, 'to' | 'by' | 'summary' | 'sources'> | null;
  /** Half-open ranges. */
  readonly pinned: readonly (readonly [from: number, to: number])[];
  readonly compactions: Sequence<CompactionFrame>;
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
  return {
    ...view,
    cleared: Math.max(view.cleared, frame.to),
    summary: frame.stage === 'summary' ? frame : view.summary,
    compactions: view.compactions.with(frame),
    version: view.version + 1,
  };
}

export function unpinAll(view: ContextView): ContextView {
  return view.pinned.length === 0 ? view : { ...view, pinned: [], version: view.version + 1 };
}

export function unhideCompaction(view: ContextView, compaction: string): ContextView {
  const range = findHiddenRange(view, compaction);
  return range === null || isPinned(view, range)
    ? view
    : { ...view, pinned: [...view.pinned, range], version: view.version + 1 };
}

/** Half-open; null for an unknown id. */
export function findHiddenRange({ compactions }: ContextView, id: string): readonly [number, number] | null {
  let [cleared, summarised] = [0, 0];
  for (const { id: compactionId, stage, to } of compactions) {
    const from = stage === 'clear' ? cleared : summarised;
    if (compactionId === id) return [Math.min(from, to), to];
    cleared = Math.max(cleared, to);
    if (stage === 'summary') summarised = Math.max(summarised, to);
  }
  return null;
}

export function isPinned({ pinned }: ContextView, [from, to]: readonly [number, number]): boolean {
  return pinned.some(([begin, end]) => begin <= from && to <= end);
}

export function getTurnVisibility(view: ContextView, index: number): 'whole' | 'cleared' | 'summarised' {
  if (isPinned(view, [index, index + 1])) return 'whole';
  if (view.summary && index < view.summary.to) return 'summarised';
  return index < view.cleared ? 'cleared' : 'whole';
}
