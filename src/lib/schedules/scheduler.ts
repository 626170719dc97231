/**
 * Starts what is due, each due run once. A claim with the run's id is stored before the run starts, and the next alarm is set
 * before the claim: the worker after one that died joins that run.
 */
import { formatUserError, getErrorMessage, toUserError, UserFacingError } from '../base/errors.ts';
import type { Claim, KeptSchedule, Outcome, Schedule } from '../protocol/schedules.ts';
import { isWatching } from './due.ts';
import { createEdits } from './edits.ts';
import {
  advanceList,
  failedBefore,
  findDue,
  findRefusal,
  NO_RUN,
  noteTime,
  putClaim,
  putMiss,
  settleClaim,
} from './kept.ts';
import { findForgotten, findWake, RETRY_MS } from './list.ts';
import type { SchedulerPorts } from './ports.ts';
import { forgetForRun, readForLook, readForRun, type Look } from './sources.ts';
import { createScheduleStore } from './store.ts';

/** After a sleep the network may take a while. */
const MAX_ATTEMPTS = 5;
const ATTEMPT_MS = 60_000;

export function createScheduler(ports: SchedulerPorts) {
  const { now } = ports;
  const stored = createScheduleStore(ports);
  const { enqueue, load, store, update, find } = stored;

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

  return {
    ...createEdits(ports, stored),
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
  };
}

const formatFault = (thrown: unknown): string => formatUserError(toUserError(thrown));

const NOT_BEGUN_ERROR = {
  code: 'schedule.not-begun',
  message: 'The run didn’t begin.',
  hint: 'Press “Run now” to try again.',
};
