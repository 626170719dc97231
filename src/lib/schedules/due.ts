/** When a schedule is due, in the zone that it was made in: daylight saving as the calendar of RFC 5545 has it. */
import type { When } from '../protocol/schedules.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** A week, and a day that a zone may leave out. */
const MAX_DAYS_AHEAD = 9;

const formats = new Map<string, Intl.DateTimeFormat>();

function getFormat(zone: string): Intl.DateTimeFormat {
  const existing = formats.get(zone);
  if (existing) return existing;
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, calendar: 'gregory', hourCycle: 'h23', second: 'numeric' },
    ...parts,
  });
  formats.set(zone, format);
  return format;
}

export function isZone(zone: string): boolean {
  try {
    getFormat(zone);
    return true;
  } catch {
    return false; // unknown to this browser
  }
}

/** The zone's wall time at that instant, as the instant at which UTC has the same. Throws a `RangeError` for an unknown zone. */
function toWallTime(at: number, zone: string): number {
  const read: Partial<Record<string, number>> = {};
  for (const { type, value } of getFormat(zone).formatToParts(at)) read[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = read;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** A time that the clock leaves out is moved on by as much as the clock is; of one that comes twice, the first. */
function toInstant(wall: number, zone: string): number {
  const guess = (near: number): number => wall - (toWallTime(near, zone) - near);
  const [before, after] = [guess(wall - DAY_MS), guess(wall + DAY_MS)];
  const first = Math.min(before, after);
  const fits = [first, Math.max(before, after)].find((at) => toWallTime(at, zone) === wall);
  return fits ?? before;
}

/** `2026-11`: the month that the zone has at that instant. */
export const formatMonth = (at: number, zone: string): string =>
  new Date(toWallTime(at, zone)).toISOString().slice(0, 7);

const parseTime = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * HOUR_MS + (minutes * HOUR_MS) / 60;
};

const toDay = (at: number, zone: string): number => Math.floor(toWallTime(at, zone) / DAY_MS);
const getWeekday = (day: number): number => new Date(day * DAY_MS).getUTCDay();

/** Due for a look, which finds whether anything runs. */
export const isWatching = ({ kind }: Pick<When, 'kind'>): boolean => kind === 'changed' || kind === 'list';

/** The first time after that instant; null if there is none. What follows looks at a page is up to when the last was. */
export function findNextDue(when: When, after: number): number | null {
  const { kind, date, time, days, hours, zone } = when;
  if (isWatching(when)) return after + hours * HOUR_MS;
  if (kind === 'once') {
    const at = toInstant(Date.parse(date) + parseTime(time), zone);
    return at > after ? at : null;
  }
  const today = toDay(after, zone);
  for (let day = today - 1; day <= today + MAX_DAYS_AHEAD; day += 1) {
    if (!days.includes(getWeekday(day))) continue;
    const at = toInstant(day * DAY_MS + parseTime(time), zone);
    if (at > after) return at;
  }
  return null;
}

/** The last of the due times from `first` until now, and how many came before it. */
export function findLastDue(when: When, first: number, now: number): { readonly due: number; readonly missed: number } {
  const { kind, time, days, zone } = when;
  if (kind !== 'days') return { due: first, missed: 0 };
  let due = first;
  for (let day = toDay(now, zone); day > toDay(now, zone) - MAX_DAYS_AHEAD && due === first; day -= 1) {
    const at = toInstant(day * DAY_MS + parseTime(time), zone);
    if (days.includes(getWeekday(day)) && at <= now && at > first) due = at;
  }
  let missed = 0;
  for (let day = toDay(first, zone); day < toDay(due, zone); day += 1) if (days.includes(getWeekday(day))) missed += 1;
  return { due, missed };
}
