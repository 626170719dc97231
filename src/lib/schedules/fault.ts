/** What is wrong with a schedule that its schema cannot express. */
import type { Schedule } from '../protocol/schedules.ts';
import { findAddressProblem } from '../pipeline/web/web-address.ts';
import { findNextDue, isWatching, isZone } from './due.ts';

export type ScheduleFault = 'goal' | 'agent' | 'address' | 'time' | 'days' | 'past' | 'zone' | 'budget';

/** The first fault; null if there is none. */
export function findScheduleFault(schedule: Schedule, now: number): ScheduleFault | null {
  const { job, goal, agent, address, when, tokensPerRun, tokensPerMonth } = schedule;
  if (job !== 'summarise' && goal.trim() === '') return 'goal';
  if (job === 'agent' && agent === '') return 'agent';
  if (when.kind !== 'list' && findAddressProblem(address) !== null) return 'address';
  if (!isZone(when.zone)) return 'zone';
  if (!isWatching(when) && when.time === '') return 'time';
  if (when.kind === 'days' && when.days.length === 0) return 'days';
  if (when.kind === 'once' && (Number.isNaN(Date.parse(when.date)) || findNextDue(when, now) === null)) return 'past';
  return tokensPerMonth < tokensPerRun ? 'budget' : null;
}
