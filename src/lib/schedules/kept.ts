/** What is kept of a schedule, and each step of it as a new value. Nothing here waits, so nothing here can be cut. */
import {
  MAX_MONTHS,
  MAX_OUTCOMES,
  type Change,
  type Claim,
  type KeptSchedule,
  type Outcome,
  type Schedule,
} from '../protocol/schedules.ts';
import { findLastDue, findNextDue, formatMonth, isWatching } from './due.ts';

/** A clock that is corrected by less was not set back. */
const MAX_CORRECTION_MS = 60_000;
const MAX_REASON = 1000;
/** What an outcome without a run says of one. */
export const NO_RUN = { tokens: 0, runId: '' } as const;

/** Later than that, a run is said to be late. */
export const LATE_MS = 5 * 60_000;

export const isActive = ({ on, removedAt }: KeptSchedule): boolean => on && removedAt === 0;

export const toRunId = ({ id }: Pick<Schedule, 'id'>, due: number): string => `schedule-${id}-${String(due)}`;

export function createKept(schedule: Schedule, now: number): KeptSchedule {
  const kept = { schedule, claim: null, months: [], outcomes: [], seenAt: now, removedAt: 0 };
  return enable({ ...kept, on: true, next: null }, true, now);
}

/** The first look is at once: it finds what later ones compare with. */
export const enable = (kept: KeptSchedule, on: boolean, now: number): KeptSchedule => ({
  ...kept,
  on,
  next: !on ? null : isWatching(kept.schedule.when) ? now : findFreshDue(kept, now),
});

/** Wait this long for further additions. */
const SETTLE_MS = 10 * 60_000;

/** The reading list has grown: it is looked at soon. */
export const advanceList = (kept: KeptSchedule, now: number): KeptSchedule =>
  isActive(kept) && kept.schedule.when.kind === 'list' && kept.next !== null && kept.next > now + SETTLE_MS
    ? { ...kept, next: now + SETTLE_MS }
    : kept;

/** Another form of it. What is due stays due unless time or page are others; whether it is on stays too. */
export function edit(kept: KeptSchedule, schedule: Schedule, now: number): KeptSchedule {
  const { when, address } = kept.schedule;
  const isRescheduled = address !== schedule.address || JSON.stringify(when) !== JSON.stringify(schedule.when);
  return isRescheduled ? enable({ ...kept, schedule }, kept.on, now) : { ...kept, schedule };
}

/** Whether a run of the one would not do for the other. */
export const isOtherTask = (one: Schedule, other: Schedule): boolean =>
  one.when.kind !== other.when.kind ||
  (['job', 'agent', 'goal', 'address', 'tokensPerRun'] as const).some((key) => one[key] !== other[key]);

/** Forgets what was read, and keeps what was spent. */
export const forgetChanges = (kept: KeptSchedule, now: number): KeptSchedule => ({
  ...kept,
  // at once, or what is added until then would be of the first look
  next: kept.schedule.when.kind === 'list' && isActive(kept) ? now : kept.next,
  claim: kept.claim && { ...kept.claim, change: null },
  outcomes: kept.outcomes.map((outcome) => ({ ...outcome, change: null })),
});

/** `at`: 0 to bring it back. What passed meanwhile was not due. */
export const remove = (kept: KeptSchedule, at: number, now: number): KeptSchedule => ({
  ...enable(kept, kept.on, now),
  removedAt: at,
});

/** The first due time after now that had no run and no reason why not. */
function findFreshDue({ schedule: { when }, outcomes, claim }: KeptSchedule, now: number): number | null {
  const settled = new Set([...outcomes, ...(claim ? [claim] : [])].map(({ due }) => due));
  let next = findNextDue(when, now);
  while (next !== null && !isWatching(when) && settled.has(next)) next = findNextDue(when, next);
  return next;
}

/** Notes the time. After a clock was set back what was far ahead would come too late, or never. */
export function noteTime(kept: KeptSchedule, now: number): KeptSchedule {
  if (now >= kept.seenAt - MAX_CORRECTION_MS) return { ...kept, seenAt: Math.max(now, kept.seenAt) };
  const next = isActive(kept) && kept.next !== null ? findFreshDue(kept, now) : kept.next;
  return { ...kept, seenAt: now, next, claim: kept.claim && { ...kept.claim, retryAt: 0 } };
}

/** What is due; null if nothing is. */
export function findDue(kept: KeptSchedule, now: number): { readonly due: number; readonly missed: number } | null {
  if (!isActive(kept) || kept.next === null || kept.next > now) return null;
  return findLastDue(kept.schedule.when, kept.next, now);
}

export const countSpent = (kept: KeptSchedule, month: string): number =>
  kept.months.find((each) => each.month === month)?.spent ?? 0;

/** Why no run may start now; '' if one may. A run that is under way has its tokens reserved. */
export function findRefusal(kept: KeptSchedule, now: number): string {
  const { schedule, claim } = kept;
  if (claim !== null)
    return claim.state === 'asking'
      ? 'The run before still waits for your answer in History.'
      : 'The run before was still under way.';
  const left = schedule.tokensPerMonth - countSpent(kept, formatMonth(now, schedule.when.zone));
  return left < schedule.tokensPerRun ? 'The tokens of this month are used up. Allow more in this schedule.' : '';
}

export function putClaim(
  kept: KeptSchedule,
  { due, missed, change = null }: { readonly due: number; readonly missed: number; readonly change?: Change | null },
  now: number,
): KeptSchedule {
  const { schedule } = kept;
  const claim: Claim = {
    ...{ due, missed, at: now, runId: toRunId(schedule, due), month: formatMonth(now, schedule.when.zone) },
    ...{ reserved: schedule.tokensPerRun, state: 'claimed', attempts: 0, retryAt: 0, change },
  };
  return advance({ ...kept, claim }, now);
}

/** A schedule that was due at its time stays due. */
export const putClaimNow = (kept: KeptSchedule, at: number, now: number): KeptSchedule => ({
  ...putClaim(kept, { due: at, missed: 0 }, now),
  next: kept.next,
});

const advance = (kept: KeptSchedule, now: number): KeptSchedule => ({
  ...kept,
  next: isActive(kept) ? findFreshDue(kept, now) : kept.next,
});

/** A difference is shown of the newest alone: all schedules share one store. */
const MAX_DIFFERENCES = 2;

const dropLines = (outcome: Outcome): Outcome => ({
  ...outcome,
  change: outcome.change && { ...outcome.change, addedLines: [], removedLines: [] },
});

const NO_OUTCOME = { reason: '', runId: '', tokens: 0, change: null } as const;
type NewOutcome = Pick<Outcome, 'due' | 'missed' | 'kind'> & Partial<Outcome>;

function putOutcome(kept: KeptSchedule, outcome: NewOutcome, now: number): KeptSchedule {
  const added: Outcome = { ...NO_OUTCOME, at: now, ...outcome, reason: (outcome.reason ?? '').slice(0, MAX_REASON) };
  // of looks that find nothing new the last is enough
  const rest = added.kind === 'same' && kept.outcomes[0]?.kind === 'same' ? kept.outcomes.slice(1) : kept.outcomes;
  const outcomes = [added, ...rest].slice(0, MAX_OUTCOMES);
  return { ...kept, outcomes: outcomes.map((each, at) => (at < MAX_DIFFERENCES ? each : dropLines(each))) };
}

/** A due time without a run, and why. */
export const putMiss = (kept: KeptSchedule, outcome: NewOutcome, now: number): KeptSchedule =>
  advance(putOutcome(kept, outcome, now), now);

/** The same pages are tried again once: they may be what is wrong, and others wait behind them. */
export const failedBefore = ({ outcomes }: KeptSchedule, change: Change | null): boolean =>
  outcomes.some(
    (outcome) => outcome.kind === 'failed' && String(outcome.change?.addedLines) === String(change?.addedLines),
  );

/** Its run is over: what it spent replaces what was reserved, and is never more. */
export function settleClaim(
  kept: KeptSchedule,
  { kind, reason = '', tokens, ...more }: Pick<Outcome, 'kind' | 'tokens'> & Partial<Outcome>,
  now: number,
): KeptSchedule {
  const { claim } = kept;
  if (claim === null) return kept;
  const { due, missed, runId, month, reserved, change } = { ...claim, ...more };
  const spent = Math.min(tokens, reserved);
  const sum = { month, spent: countSpent(kept, month) + spent };
  const months = [sum, ...kept.months.filter((each) => each.month !== month)].slice(0, MAX_MONTHS);
  const free = { ...kept, claim: null, months };
  const settled = runId === '' ? free : advanceList(free, now); // what was added meanwhile waited for this run
  return putOutcome(settled, { due, missed, kind, reason, runId, tokens: spent, change }, now);
}
