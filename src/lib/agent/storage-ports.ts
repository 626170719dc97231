/** Interfaces of the agent to storage, and the commands of users. */
import type { Rating } from './frames/control-frames.ts';
import type { Commit, Frame, Grant, RunConfig, RunRequest } from './frames/frames.ts';

/** `waiting`: until a time. `asking`: for the user. */
export type RunStatus = 'running' | 'waiting' | 'asking' | 'done' | 'failed' | 'cancelled';

export interface RunSummary {
  readonly runId: string;
  readonly tabId: number;
  readonly lastSeq: number;
  readonly status: RunStatus;
  readonly startedAt: number;
  /** A tab shows its run with the latest request. */
  readonly requestedAt: number;
  /** 0 unless waiting. */
  readonly until: number;
  /** In tokens, without what the run paid that it is a fork of. */
  readonly input: number;
  readonly output: number;
  /** Deleted once its tab shows another conversation or is closed. */
  readonly private: boolean;
}

/** `id` makes delivery idempotent. */
export type Command =
  | { readonly id: string; readonly type: 'cancel' }
  | { readonly id: string; readonly type: 'retry'; readonly config: RunConfig }
  | { readonly id: string; readonly type: 'follow'; readonly request: RunRequest; readonly config: RunConfig }
  | { readonly id: string; readonly type: 'answer'; readonly ask: string; readonly text: string }
  | {
      readonly id: string;
      readonly type: 'approve';
      readonly ask: string;
      readonly hash: string;
      readonly always: Grant | null;
    }
  | { readonly id: string; readonly type: 'decline'; readonly ask: string }
  | { readonly id: string; readonly type: 'outcome'; readonly ask: string; readonly happened: boolean }
  | { readonly id: string; readonly type: 'restore'; readonly compaction: string }
  | { readonly id: string; readonly type: 'rate'; readonly exchange: number; readonly rating: Rating }
  /** Stops the agent with that correlation id; its caller continues. */
  | { readonly id: string; readonly type: 'take-back'; readonly of: string };

/** Commands queued before a continuation came too late and are dropped, save ratings: those name their exchange. */
export const dropEarlier = (commands: readonly Command[], continuedAt: number): readonly Command[] =>
  commands.filter(({ type }, at) => at > continuedAt || type === 'rate');

export const isContinuation = ({ type }: Command): boolean => type === 'retry' || type === 'follow';

/** Durable storage. Every method rejects with a `StoreError`. */
export interface FrameStore {
  /** Atomic, with summary and taken inbox entries. Idempotent by (run, seq); a difference or gap is a `conflict`. */
  append(commit: Commit): Promise<void>;
  /** `seq > after`, in order; [] for an unknown run. */
  load(runId: string, after?: number): Promise<readonly Frame[]>;
  /** The run's summary; null for an unknown run. */
  findRun(runId: string): Promise<RunSummary | null>;
  /** Oldest first. */
  listRuns(): Promise<readonly RunSummary[]>;
  /** If `requestedAt` is given, the run becomes the one that the tab shows. */
  assignTab(runId: string, tabId: number, requestedAt?: number): Promise<void>;
  remove(runId: string): Promise<void>;
  /** Moves a run out, if an archive holds it; by force, the only copy too. Returns whether it did. */
  evict(runId: string, isForced?: boolean): Promise<boolean>;
  /** Moves the commits of a live run out, if an archive holds them. Returns whether that made room. */
  spill(runId: string): Promise<boolean>;
  /** Also runs set aside. Runs must be stopped first. */
  clear(): Promise<void>;
  /** Unlists an unreadable run without deleting its data. */
  setAside(runId: string): Promise<void>;
  /** A no-op if its id was added or taken before. */
  send(runId: string, command: Command): Promise<void>;
  listCommands(runId: string): Promise<readonly Command[]>;
  /** The commit that settles a reply removes its draft. */
  saveDrafts(runId: string, drafts: readonly Draft[]): Promise<void>;
  loadDrafts(runId: string): Promise<readonly Draft[]>;
}

/** Restarts the worker if it dies while runs are active. */
export interface Wakefulness {
  /** Resolves once an alarm exists that outlives the worker. */
  begin(): Promise<void>;
  end(): Promise<void>;
}

export type StoreErrorCode = 'quota' | 'denied' | 'conflict' | 'corrupt';

export class StoreError extends Error {
  readonly code: StoreErrorCode;
  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreError';
    this.code = code;
  }
}

export interface Draft {
  readonly key: string;
  readonly text: string;
  /** Tokens of its thoughts, which are not kept. */
  readonly reasoning?: number;
}
