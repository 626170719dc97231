/** The pen of a run: stamps frames in order and folds them as it writes, so that the loop always sees what it just said. */
import { stamp, type Commit, type Frame, type FrameDraft } from './frames.ts';
import { fold, foldAll, type RunState } from './state.ts';
import type { Clock } from './ports.ts';

export class Journal {
  #state: RunState;
  readonly #runId: string;
  readonly #clock: Clock;
  readonly #product: string;

  constructor(runId: string, past: readonly Frame[], clock: Clock, product: string) {
    this.#runId = runId;
    this.#clock = clock;
    this.#product = product;
    this.#state = foldAll(past);
  }

  get state(): RunState {
    return this.#state;
  }

  /** Frames of one write. Yield the result before anything else: until the consumer has stored it, nothing may follow. */
  write(first: FrameDraft, ...rest: readonly FrameDraft[]): Commit {
    return [this.#add(first), ...rest.map((draft) => this.#add(draft))];
  }

  #add(draft: FrameDraft): Frame {
    const at = Math.max(this.#clock.now(), this.#state.updatedAt); // a clock set back never reorders a run
    const frame = stamp(draft, { runId: this.#runId, seq: this.#state.lastSeq + 1, at, product: this.#product });
    this.#state = fold(this.#state, frame);
    return frame;
  }
}
