/** What a user changes of the schedules: it is stored here, and the next tick acts on it. */
import { UserFacingError } from '../base/errors.ts';
import type { KeptSchedule, Schedule } from '../protocol/schedules.ts';
import { isWatching } from './due.ts';
import {
  createKept,
  edit,
  enable,
  findRefusal,
  forgetChanges,
  isOtherTask,
  NO_RUN,
  putClaimNow,
  remove,
  settleClaim,
  toRunId,
} from './kept.ts';
import { findSurplus, findWake, RETRY_MS } from './list.ts';
import type { SchedulerPorts } from './ports.ts';
import { forgetForRun } from './sources.ts';
import type { ScheduleStore } from './store.ts';

export function createEdits(ports: SchedulerPorts, { enqueue, load, store, update }: ScheduleStore) {
  const { now } = ports;

  /** A run that has not begun is not begun for what the schedule was before. */
  async function dropOtherClaim(kept: KeptSchedule, schedule: Schedule): Promise<KeptSchedule> {
    const { claim } = kept;
    if (claim?.state !== 'claimed' || !isOtherTask(kept.schedule, schedule)) return kept;
    if ((await ports.findRun(claim.runId)) !== null) return kept;
    return settleClaim(kept, { kind: 'cancelled', reason: 'The schedule was changed.', ...NO_RUN }, now());
  }
  /** Rejects with a `UserFacingError` if it is gone. */
  const change = (id: string, step: (kept: KeptSchedule) => KeptSchedule): Promise<void> =>
    enqueue(async () => {
      await ports.setAlarm(now() + RETRY_MS);
      if ((await update(id, step)) === null) throw new UserFacingError(GONE_ERROR);
    });

  return {
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

const GONE_ERROR = {
  code: 'schedule.gone',
  message: 'This schedule isn’t there any more.',
  hint: 'Look at the list again.',
};
