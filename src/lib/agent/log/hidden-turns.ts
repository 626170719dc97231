/** Which turns of an agent its compactions hide from the model. */
import type { CompactionFrame } from '../frames/model-frames.ts';
import {
  applyCompaction,
  findHiddenRange,
  getTurnVisibility,
  UNCOMPACTED_VIEW,
  unhideCompaction,
} from '../state/context-view.ts';
import type { TimelineItem } from './timeline-item.ts';

export class HiddenTurns {
  /** The fold that builds the prompts. */
  #view = UNCOMPACTED_VIEW;
  readonly #turns: { readonly step: number; readonly index: number }[] = [];
  readonly #compactions: { readonly id: string; readonly index: number }[] = [];

  /** `index`: of the turn's item. */
  addTurn(step: number, index: number): void {
    this.#turns.push({ step, index });
  }

  /** `index`: of the item that the compaction is. */
  compact(frame: CompactionFrame, index: number): void {
    this.#view = applyCompaction(this.#view, frame);
    this.#compactions.push({ id: frame.id, index });
  }

  unhide(compaction: string): void {
    this.#view = unhideCompaction(this.#view, compaction);
  }

  /** Returns the items; each compaction among them lists what it hides. */
  listIn(items: readonly TimelineItem[]): readonly TimelineItem[] {
    const listed = [...items];
    for (const { id, index } of this.#compactions) {
      const [from, to] = findHiddenRange(this.#view, id) ?? [0, 0];
      const hidden = this.#turns.slice(from, to);
      const turns = hidden.flatMap(({ step, index: turnIndex }) => {
        const item = items[turnIndex];
        return item === undefined ? [] : [{ step, item }];
      });
      const isUnhidden = hidden.every((_, offset) => getTurnVisibility(this.#view, from + offset) === 'whole');
      const item = items[index];
      if (item !== undefined) listed[index] = { ...item, hidden: { turns, isUnhidden } };
    }
    return listed;
  }
}
