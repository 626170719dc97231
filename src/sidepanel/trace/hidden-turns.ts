/** Tracks what compactions hide from the model, with the same fold that builds the prompts. */
import {
  applyCompaction,
  findHiddenRange,
  unhideCompaction,
  getTurnVisibility,
  UNCOMPACTED_VIEW,
  type ContextView,
} from '../../lib/agent/state/context-view.ts';
import type { CompactionFrame } from '../../lib/agent/frames/frames.ts';
import type { TraceItem } from './trace-item.ts';

export class CompactionTracker {
  #view: ContextView = UNCOMPACTED_VIEW;
  readonly #turns: { readonly step: number; readonly index: number }[] = [];
  readonly #compactions: { readonly id: string; readonly index: number }[] = [];

  addTurn(step: number, index: number): void {
    this.#turns.push({ step, index });
  }

  addCompaction(frame: CompactionFrame, index: number): void {
    this.#view = applyCompaction(this.#view, frame);
    this.#compactions.push({ id: frame.id, index });
  }

  unhide(compaction: string): void {
    this.#view = unhideCompaction(this.#view, compaction);
  }

  applyTo(items: TraceItem[]): void {
    for (const { id, index } of this.#compactions) {
      const item = items[index];
      const [from, to] = findHiddenRange(this.#view, id) ?? [0, 0];
      if (!item?.compaction) continue;
      const hidden = this.#turns.slice(from, to);
      const dropped = hidden.flatMap(({ step, index: turnIndex }) => {
        const turn = items[turnIndex];
        return turn === undefined ? [] : [{ step, title: turn.title, calls: turn.calls }];
      });
      const isShown = hidden.every((_, offset) => getTurnVisibility(this.#view, from + offset) === 'whole');
      items[index] = { ...item, compaction: { ...item.compaction, dropped, isUnhidden: isShown } };
    }
  }
}
