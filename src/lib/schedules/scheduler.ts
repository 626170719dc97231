/**
 * Starts what is due, each due run once. A claim with the run's id is stored before the run starts, and the next alarm is set
 * before the claim: the worker after one that died joins that run.
 */
import type { Article } from '../agent/ports.ts';
import type { RunStatus } from '../agent/storage-ports.ts';
import { createQueue } from '../base/async.ts';
import { formatUserError, getErrorMessage, toUserError, UserFacingError } from '../base/errors.ts';
import type { Claim, KeptSchedule, Outcome, Schedule } from '../protocol/schedules.ts';
import {
  createKept,
  edit,
  enable,
  failedBefore,
  findDue,
  findRefusal,
  forgetChanges,
  advanceList,
  isOtherTask,
  putClaim,
  putClaimNow,
  putMiss,
  remove,
  noteTime,
  settleClaim,
  toRunId,
} from './kept.ts';
import { isWatching } from './due.ts';
import { findForgotten, findSurplus, findWake, RETRY_MS } from './list.ts';
import { forgetForRun, readForLook, readForRun, type Look, type SourcePorts } from './sources.ts';

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

/** After a sleep the network may take a while. */
const MAX_ATTEMPTS = 5;
const ATTEMPT_MS = 60_000;
const NO_RUN = { tokens: 0, runId: '' } as const;

export type Scheduler = ReturnType<typeof createScheduler>;

export function createScheduler(ports: SchedulerPorts) {
  const queue = createQueue();
  const { now } = ports;
  /** What is stored, as far as it was read in the step under way: nothing else writes it. */
  let stored: readonly KeptSchedule[] | null = null;

  const enqueue = <T>(step: () => Promise<T>): Promise<T> =>
    queue(() => {
      stored = null;
      return step();
    });
  const load = async (): Promise<readonly KeptSchedule[]> => (stored ??= await ports.load());
  const store: SchedulerPorts['save'] = async (...written) => {
    stored = null; // it may fail
    await ports.save(...written);
    [stored] = written;
  };

  /** Reads what is stored before each step, and stores what the step makes of it. */
  async function update(
    id: string,
    step: (kept: KeptSchedule) => KeptSchedule,
    page?: Article,
  ): Promise<KeptSchedule | null> {
    const all = await load();
    const kept = all.find(({ schedule }) => schedule.id === id);
    if (kept === undefined) return null;
    const next = step(kept);
    const list = all.map((other) => (other === kept ? next : other));
    if (next !== kept) await (page === undefined ? store(list) : store(list, { [id]: page }));
    return next;
  }

  /** Each schedule by itself: what a user changes waits for one page at most. */
  async function advanceAll(): Promise<void> {
    const ids = await enqueue(listToAdvance);
    for (const id of ids) await enqueue(() => advance(id)).catch(() => undefined); // the alarm comes back to it
    await enqueue(async () => ports.setAlarm(findWake(await load(), now())));
  }

  async function listToAdvance(): Promise<readonly string[]> {
    const all = await load();
    const dropped = findForgotten(all, now());
    const list = all.filter((kept) => !dropped.includes(kept)).map((kept) => noteTime(kept, now()));
    if (all.length === 0) return [];
    await ports.setAlarm(now() + RETRY_MS);
    await store(list, Object.fromEntries(dropped.map(({ schedule }) => [schedule.id, null])));
    return list.map(({ schedule }) => schedule.id);
  }

  const find = async (id: string): Promise<KeptSchedule | undefined> =>
    (await load()).find(({ schedule }) => schedule.id === id);

  async function advance(id: string): Promise<void> {
    let kept = await find(id);
    if (kept?.claim) {
      await pursue(kept);
      kept = await find(id); // what was under way may be over
    }
    const due = kept && findDue(kept, now());
    if (!kept || !due) return;
    const refusal = findRefusal(kept, now()) || (await ports.findHindrance());
    if (refusal !== '')
      await update(id, (current) => putMiss(current, { ...due, kind: 'skipped', reason: refusal }, now()));
    else if (isWatching(kept.schedule.when)) await look(kept.schedule, due);
    else await pursue(await update(id, (current) => putClaim(current, due, now())));
  }

  /** Only reads, so that it may happen again. What a difference is measured from moves with the claim, in one write. */
  async function look(schedule: Schedule, due: { readonly due: number; readonly missed: number }): Promise<void> {
    const { id } = schedule;
    const miss =
      (kind: Outcome['kind'], reason = '') =>
      (current: KeptSchedule) =>
        putMiss(current, { ...due, kind, reason }, now());
    let found: Look;
    try {
      found = await readForLook(schedule, ports);
    } catch (thrown) {
      await update(id, miss('failed', formatFault(thrown)));
      return;
    }
    const { page, change, isFirst } = found;
    const step =
      change === null
        ? miss(isFirst ? 'first' : 'same')
        : (current: KeptSchedule) => putClaim(current, { ...due, change }, now());
    let kept: KeptSchedule | null;
    try {
      kept = await update(id, step, page);
    } catch (thrown) {
      // as on a full disk: the next look finds the same difference
      await update(id, miss('failed', `What was read couldn’t be kept. ${getErrorMessage(thrown)}`));
      return;
    }
    await pursue(kept);
  }

  /** Joins the run of a claim, starts it if it is not there, and settles it once it is over. */
  async function pursue(kept: KeptSchedule | null | undefined): Promise<void> {
    if (!kept?.claim) return;
    const { schedule, claim, removedAt } = kept;
    const status = (await ports.findRun(claim.runId))?.status ?? null;
    if (status === null && claim.state === 'claimed') {
      if (removedAt === 0) await start(schedule, claim);
      else await settle(schedule, claim, { kind: 'cancelled', ...NO_RUN });
    } else if (status === 'running' || status === 'waiting' || status === 'asking') {
      const state = status === 'asking' ? status : 'running';
      if (state === claim.state) return;
      await updateClaim(schedule.id, claim, { state });
      if (state === 'asking') await ports.announce(schedule, state);
    } else {
      await settle(schedule, claim, { kind: status ?? 'deleted', tokens: await ports.countTokens(claim.runId) });
    }
  }

  async function start(schedule: Schedule, claim: Claim): Promise<void> {
    if (claim.retryAt > now()) return;
    const hindrance = await ports.findHindrance();
    if (hindrance !== '') {
      await settle(schedule, claim, { kind: 'skipped', reason: hindrance, ...NO_RUN });
      return;
    }
    try {
      await ports.startRun(schedule, claim, await readForRun(schedule, claim.change, ports));
      if ((await ports.findRun(claim.runId)) === null) throw new UserFacingError(NOT_BEGUN_ERROR);
    } catch (thrown) {
      // also what is no fault of the page, such as a full disk: else each alarm fetches it again
      const attempts = claim.attempts + 1;
      if (attempts < MAX_ATTEMPTS) {
        await updateClaim(schedule.id, claim, { attempts, retryAt: now() + ATTEMPT_MS * 2 ** attempts });
        return;
      }
      await settle(schedule, claim, { kind: 'failed', reason: formatFault(thrown), ...NO_RUN });
      return;
    }
    await updateClaim(schedule.id, claim, { state: 'running' });
  }

  const updateClaim = (id: string, { runId }: Claim, change: Partial<Claim>): Promise<KeptSchedule | null> =>
    update(id, (kept) => (kept.claim?.runId === runId ? { ...kept, claim: { ...kept.claim, ...change } } : kept));

  async function settle(
    schedule: Schedule,
    { runId, change }: Claim,
    outcome: Pick<Outcome, 'kind' | 'tokens'> & Partial<Outcome>,
  ): Promise<void> {
    const kept = await find(schedule.id);
    const page =
      kept && outcome.runId === '' && !failedBefore(kept, change) ? await forgetForRun(kept, ports) : undefined;
    const step = (current: KeptSchedule): KeptSchedule =>
      current.claim?.runId === runId ? settleClaim(current, outcome, now()) : current;
    await update(schedule.id, step, page);
    await ports.announce(schedule, outcome.kind);
  }

  /** A run that has not begun is not begun for what the schedule was before. */
  async function dropOtherClaim(kept: KeptSchedule, schedule: Schedule): Promise<KeptSchedule> {
    const { claim } = kept;
    if (claim?.state !== 'claimed' || !isOtherTask(kept.schedule, schedule)) return kept;
    if ((await ports.findRun(claim.runId)) !== null) return kept;
    return settleClaim(kept, { kind: 'cancelled', reason: 'The schedule was changed.', ...NO_RUN }, now());
  }

  const change = (id: string, step: (kept: KeptSchedule) => KeptSchedule): Promise<void> =>
    enqueue(async () => {
      await ports.setAlarm(now() + RETRY_MS);
      if ((await update(id, step)) === null) throw new UserFacingError(GONE_ERROR);
    });

  return {
    /** Whenever something may be due or over. */
    tick: advanceAll,
    /** Something was added to the reading list. */
    advanceLists: (): Promise<void> =>
      enqueue(async () => {
        const all = await load();
        const list = all.map((kept) => advanceList(kept, now()));
        if (list.every((kept, at) => kept === all[at])) return;
        await ports.setAlarm(now() + RETRY_MS);
        await store(list);
        await ports.setAlarm(findWake(list, now()));
      }),
    // What a user changes is stored here; the next tick acts on it.
    /** A new one, or another form of one that is there. */
    save: (schedule: Schedule): Promise<void> =>
      enqueue(async () => {
        const all = await load();
        const kept = all.find((other) => other.schedule.id === schedule.id);
        const isMoved =
          kept !== undefined &&
          (kept.schedule.address !== schedule.address || kept.schedule.when.kind !== schedule.when.kind);
        const free = kept && (await dropOtherClaim(kept, schedule));
        const page = kept && free !== kept ? await forgetForRun(kept, ports) : undefined;
        const next = free ? edit(free, schedule, now()) : createKept(schedule, now());
        const list = kept ? all.map((other) => (other === kept ? next : other)) : [...all, next];
        const dropped = kept ? [] : findSurplus(list);
        await ports.setAlarm(now() + RETRY_MS);
        await store(
          list.filter((other) => !dropped.includes(other)),
          {
            ...(page && { [schedule.id]: page }),
            ...Object.fromEntries([...(isMoved ? [next] : []), ...dropped].map((each) => [each.schedule.id, null])),
          },
        );
      }),
    enable: (id: string, on: boolean): Promise<void> => change(id, (kept) => enable(kept, on, now())),
    /** Can be undone for an hour. A run that is under way goes on. */
    remove: (id: string, removed: boolean): Promise<void> =>
      change(id, (kept) => remove(kept, removed ? now() : 0, now())),
    /** At once, within the month's budget. `at` is its due time: asked again with the same, it starts nothing. */
    runNow: async (id: string, at: number): Promise<void> => {
      const hindrance = await ports.findHindrance();
      if (hindrance !== '') throw createRefusal(hindrance);
      await change(id, (kept) => {
        const runId = toRunId(kept.schedule, at);
        if (kept.claim?.runId === runId || kept.outcomes.some(({ due }) => due === at)) return kept;
        const refusal = findRefusal(kept, now());
        if (refusal !== '') throw createRefusal(refusal);
        if (kept.schedule.when.kind === 'list' && !kept.on)
          throw createRefusal('Switch it on first: it runs for what is new.');
        return isWatching(kept.schedule.when) && kept.on
          ? { ...kept, next: Math.min(at, now()) }
          : putClaimNow(kept, at, now());
      });
    },
    /** Forgets what was read: the next look at a page is again the first. */
    clear: (): Promise<void> =>
      enqueue(async () => {
        const all = await load();
        const pages = Object.fromEntries(all.map(({ schedule }) => [schedule.id, null]));
        if (all.length === 0) return;
        const list = all.map((kept) => forgetChanges(kept, now()));
        await store(list, pages);
        await ports.setAlarm(findWake(list, now()));
      }),
  };
}

const createRefusal = (message: string): UserFacingError =>
  new UserFacingError({ code: 'schedule.refused', message, hint: '' });

const formatFault = (thrown: unknown): string => formatUserError(toUserError(thrown));

const NOT_BEGUN_ERROR = {
  code: 'schedule.not-begun',
  message: 'The run didn’t begin.',
  hint: 'Press “Run now” to try again.',
};
const GONE_ERROR = {
  code: 'schedule.gone',
  message: 'This schedule isn’t there any more.',
  hint: 'Look at the list again.',
};
