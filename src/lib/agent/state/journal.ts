/** Stamps frames in order and folds them as it writes. */
import { SIZE_LIMITS } from '../frames/bounds.ts';
import { fold, foldAll } from './fold.ts';
import type { Commit, Frame } from '../frames/frames.ts';
import { stamp, type Drafts, type FrameDraft } from '../frames/stamp.ts';
import type { Reservation } from './limits.ts';
import type { Clock } from '../ports.ts';
import { createSession, type AgentState } from './agent-state.ts';
import { findSubAgent } from './sub-agents.ts';

/** Yields drafts to commit and continues once they are stored; several can run in parallel. */
export type Commits<T> = AsyncGenerator<Drafts, T, Commit>;

export interface Writer {
  readonly state: AgentState;
  /** The time, less the sleep that the next frame will record. */
  now(): number;
  /** Outermost first; empty for the main agent. */
  readonly callers: readonly AgentState[];
  /** Model calls about to be recorded, counted already for parallel calls. */
  readonly reserved: Map<string, Reservation & { readonly of: string | null }>;
  /** One entry per call about to be made, counted already for parallel calls. */
  readonly invoking: (string | null)[];
  /** In bits, by call: what sites are about to learn, counted already for parallel calls. */
  readonly telling: Map<string, number>;
}

export class SubWriter implements Writer {
  readonly #caller: Writer;
  readonly #key: string;

  constructor(caller: Writer, key: string) {
    this.#caller = caller;
    this.#key = key;
  }

  get state(): AgentState {
    return findSubAgent(this.#caller.state, this.#key) ?? createSession();
  }

  now(): number {
    return this.#caller.now();
  }

  get callers(): readonly AgentState[] {
    return [...this.#caller.callers, this.#caller.state];
  }

  get reserved(): Writer['reserved'] {
    return this.#caller.reserved;
  }

  get invoking(): Writer['invoking'] {
    return this.#caller.invoking;
  }

  get telling(): Writer['telling'] {
    return this.#caller.telling;
  }
}

/** Below, clocks only differ. */
const MIN_SLEEP_MS = 1000;

export class Journal implements Writer {
  #state: AgentState;
  readonly #runId: string;
  readonly #clock: Clock;
  readonly #product: string;
  /** `now - awake` when sleep was last recorded. */
  #lag: number;

  readonly reserved: Writer['reserved'] = new Map();
  readonly invoking: Writer['invoking'] = [];
  readonly telling: Writer['telling'] = new Map();
  readonly callers: readonly AgentState[] = [];

  constructor(runId: string, past: readonly Frame[], clock: Clock, product: string) {
    this.#runId = runId;
    this.#clock = clock;
    this.#product = product;
    this.#state = foldAll(past);
    this.#lag = clock.now() - clock.measureAwake();
  }

  get state(): AgentState {
    return this.#state;
  }

  now(): number {
    return this.#clock.now() - this.#measureSleep();
  }

  /** Returns what no frame has recorded yet. */
  #measureSleep(): number {
    const slept = Math.floor(this.#clock.now() - this.#clock.measureAwake() - this.#lag);
    if (slept < 0) this.#lag += slept; // the clock was set back
    return slept < MIN_SLEEP_MS ? 0 : slept;
  }

  /** Yield the result at once: nothing may follow until the consumer has stored it. */
  write([first, ...rest]: Drafts): Commit {
    if (!first) throw new Error('A commit without a frame.');
    if (rest.length >= SIZE_LIMITS.frames)
      throw new Error(`A commit of more than ${String(SIZE_LIMITS.frames)} frames.`);
    const lastId = this.#state.lastId;
    return [this.#append(first, lastId), ...rest.map((draft) => this.#append(draft, lastId))];
  }

  #append(draft: FrameDraft, lastId: string | null): Frame {
    const at = Math.max(this.#clock.now(), this.#state.updatedAt); // a clock set back never reorders a run
    const seq = this.#state.lastSeq + 1;
    const slept = this.#measureSleep();
    this.#lag += slept;
    const frame = stamp(draft, {
      runId: this.#runId,
      seq,
      at,
      slept: seq === 0 ? 0 : Math.min(slept, at - this.#state.updatedAt),
      product: this.#product,
      lastId,
    });
    this.#state = fold(this.#state, frame);
    return frame;
  }
}
