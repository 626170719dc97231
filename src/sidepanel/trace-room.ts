/**
 * What making room hid from the model, and what the person had shown to it again, for the trace. The one rule: which turns
 * those are is said by the same fold that the prompts are made by.
 */
import { compacted, droppedBy, restored, shownAs, WHOLE, type ContextView } from '../lib/agent/context-view.ts';
import type { CompactionFrame } from '../lib/agent/frames.ts';
import type { TraceItem } from './trace-item.ts';

export class Room {
  #view: ContextView = WHOLE;
  /** Decisions in order, each a turn: their step, and where they stand among the items. */
  readonly #turns: { readonly step: number; readonly index: number }[] = [];
  readonly #made: { readonly id: string; readonly index: number }[] = [];

  /** A decision that stands at that index. */
  turn(step: number, index: number): void {
    this.#turns.push({ step, index });
  }

  /** A compaction that stands at that index. */
  make(frame: CompactionFrame, index: number): void {
    this.#view = compacted(this.#view, frame);
    this.#made.push({ id: frame.id, index });
  }

  restore(compaction: string): void {
    this.#view = restored(this.#view, compaction);
  }

  /** Says of each compaction what it hid, and whether the model sees all of it again. */
  tell(items: TraceItem[]): void {
    for (const { id, index } of this.#made) {
      const item = items[index];
      const [from, to] = droppedBy(this.#view, id) ?? [0, 0];
      if (!item?.compaction) continue;
      const hidden = this.#turns.slice(from, to);
      const dropped = hidden.flatMap(({ step, index: at }) => {
        const turn = items[at];
        return turn === undefined ? [] : [{ step, title: turn.title, calls: turn.calls }];
      });
      const isShown = hidden.every((_, at) => shownAs(this.#view, from + at) === 'whole');
      items[index] = { ...item, compaction: { ...item.compaction, dropped, restored: isShown } };
    }
  }
}
