/** The pen of a run: stamps frames in order and folds them as it writes, so that the loop always sees what it just said. */
import { MOST } from './bounds.ts';
import { fold, foldAll } from './fold.ts';
import { stamp, type Commit, type Drafts, type Frame, type FrameDraft } from './frames.ts';
import type { Reserved } from './limits.ts';
import type { Clock } from './ports.ts';
import { createSession, type AgentState } from './session.ts';
import { subOf } from './subs.ts';

/**
 * Something that happens in commits: it yields what it has to say and goes on once that is stored. Several can run side
 * by side (`together.ts`), since only the loop stamps and orders.
 */
export type Effects<T> = AsyncGenerator<Drafts, T, Commit>;

/** What an effect sees of the journal: the state of the agent whose effect it is. */
export interface Pen {
  readonly state: AgentState;
  /** Of those who called that agent, outermost first; none for the main one. */
  readonly callers: readonly AgentState[];
  /** What model calls may take whose intent is about to be written: others side by side must count it already. */
  readonly reserved: Map<string, Reserved & { readonly of: string | null }>;
  /** Names of those who are about to call an agent, each as often as it does: calls side by side must count it already. */
  readonly invoking: (string | null)[];
}

/** The pen of an agent that was called with that key. */
export class SubPen implements Pen {
  readonly #caller: Pen;
  readonly #key: string;

  constructor(caller: Pen, key: string) {
    this.#caller = caller;
    this.#key = key;
  }

  get state(): AgentState {
    return subOf(this.#caller.state, this.#key) ?? createSession();
  }

  get callers(): readonly AgentState[] {
    return [...this.#caller.callers, this.#caller.state];
  }

  get reserved(): Pen['reserved'] {
    return this.#caller.reserved;
  }

  get invoking(): Pen['invoking'] {
    return this.#caller.invoking;
  }
}

export class Journal implements Pen {
  #state: AgentState;
  readonly #runId: string;
  readonly #clock: Clock;
  readonly #product: string;

  readonly reserved: Pen['reserved'] = new Map();
  readonly invoking: Pen['invoking'] = [];
  readonly callers: readonly AgentState[] = [];

  constructor(runId: string, past: readonly Frame[], clock: Clock, product: string) {
    this.#runId = runId;
    this.#clock = clock;
    this.#product = product;
    this.#state = foldAll(past);
  }

  get state(): AgentState {
    return this.#state;
  }

  /** Frames of one write. Yield the result before anything else: until the consumer has stored it, nothing may follow. */
  write([first, ...rest]: Drafts): Commit {
    if (!first) throw new Error('A commit without a frame.');
    if (rest.length >= MOST.frames) throw new Error(`A commit of more than ${String(MOST.frames)} frames.`);
    const lastId = this.#state.lastId;
    return [this.#add(first, lastId), ...rest.map((draft) => this.#add(draft, lastId))];
  }

  #add(draft: FrameDraft, lastId: string | null): Frame {
    const at = Math.max(this.#clock.now(), this.#state.updatedAt); // a clock set back never reorders a run
    const seq = this.#state.lastSeq + 1;
    const frame = stamp(draft, { runId: this.#runId, seq, at, product: this.#product, lastId });
    this.#state = fold(this.#state, frame);
    return frame;
  }
}
