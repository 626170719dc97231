/** What the scheduler needs from outside. */
import type { Article } from '../agent/ports.ts';
import type { RunStatus } from '../agent/storage-ports.ts';
import type { Claim, KeptSchedule, Outcome, Schedule } from '../protocol/schedules.ts';
import type { SourcePorts } from './sources.ts';

export interface SchedulerPorts extends SourcePorts {
  readonly now: () => number;
  readonly load: () => Promise<readonly KeptSchedule[]>;
  /** All of it or nothing. `pages`: texts to compare with, by schedule; null deletes. */
  readonly save: (kept: readonly KeptSchedule[], pages?: Readonly<Record<string, Article | null>>) => Promise<void>;
  /** Replaces the one before; rings each minute from then on, because who hears it may die before it sets the next. Null for none. */
  readonly setAlarm: (at: number | null) => Promise<void>;
  /** Also of a run that is only archived; null for an unknown one. */
  readonly findRun: (runId: string) => Promise<{ readonly status: RunStatus } | null>;
  /** A no-op if that run is known. Rejects with a `UserFacingError` if it cannot run at all. */
  readonly startRun: (schedule: Schedule, claim: Pick<Claim, 'runId' | 'reserved'>, page: Article) => Promise<void>;
  /** Tokens, in and out. */
  readonly countTokens: (runId: string) => Promise<number>;
  /** Why nothing runs at present; '' if it may. */
  readonly findHindrance: () => Promise<string>;
  /** Called once for each change, at most: a notification that is lost is lost. */
  readonly announce: (schedule: Schedule, news: Claim['state'] | Outcome['kind']) => Promise<void>;
}
