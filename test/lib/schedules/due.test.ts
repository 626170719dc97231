/** Due times by the wall clock of a zone, checked against the browser's own calendar. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { When } from '../../../src/lib/protocol/schedules.ts';
import { findLastDue, findNextDue, formatMonth } from '../../../src/lib/schedules/due.ts';
import { DAY, schedule } from './world.ts';

const daily = (zone: string, time: string): When => schedule({}, { zone, time }).when;
const iso = (at: number | null): string => (at === null ? '' : new Date(at).toISOString());

/** As the zone's people read it. */
function createReader(zone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  return (at) => format.format(at);
}

describe('daylight saving', () => {
  test.each([
    ['a time that is left out comes an hour later', 'Europe/Berlin', '02:30', '2026-03-28T12:00Z', '2026-03-29T01:30'],
    [
      'a time that comes twice is taken the first time',
      'Europe/Berlin',
      '02:30',
      '2026-10-24T12:00Z',
      '2026-10-25T00:30',
    ],
    ['after it, the next is a day on', 'Europe/Berlin', '02:30', '2026-10-25T00:30Z', '2026-10-26T01:30'],
    ['New York goes on', 'America/New_York', '02:30', '2026-03-07T12:00Z', '2026-03-08T07:30'],
    ['New York goes back', 'America/New_York', '01:30', '2026-10-31T12:00Z', '2026-11-01T05:30'],
    ['half an hour', 'Australia/Lord_Howe', '02:15', '2026-10-03T00:00Z', '2026-10-03T15:45'],
    ['at midnight', 'Africa/Cairo', '00:30', '2026-04-23T12:00Z', '2026-04-23T22:30'],
  ])('%s', (_, zone, time, after, expected) => {
    expect(iso(findNextDue(daily(zone, time), Date.parse(after)))).toBe(`${expected}:00.000Z`);
  });

  test('each day of any year has its time once, as its people read it, save a day that leaves it out', () => {
    const zones = ['Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Asia/Kathmandu'];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 47 }),
        fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2037, 0) }),
        (zone, half, from) => {
          const time = `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`;
          const read = createReader(zone);
          let at = findNextDue(daily(zone, time), from) ?? 0;
          let leftOut = 0;
          for (let day = 0; day < 365; day += 1) {
            const next = findNextDue(daily(zone, time), at) ?? 0;
            const hours = (next - at) / 3_600_000;
            expect(hours).toBeGreaterThanOrEqual(22);
            expect(hours).toBeLessThanOrEqual(26);
            const [date, wall] = read(next).split(' ');
            if (wall !== time) leftOut += 1;
            expect(date).toBe(new Date(Date.parse(read(at).slice(0, 10)) + DAY).toISOString().slice(0, 10));
            at = next;
          }
          expect(leftOut).toBeLessThanOrEqual(2);
        },
      ),
      { numRuns: 8 },
    );
  });
});

test('the last due time until now, and how many came before it', () => {
  const when = { ...daily('Europe/Berlin', '07:30'), days: [1, 5] };
  const first = Date.parse('2026-03-20T06:30Z'); // a Friday
  expect(findLastDue(when, first, first)).toEqual({ due: first, missed: 0 });
  expect(findLastDue(when, first, Date.parse('2026-03-31T12:00Z'))).toEqual({
    due: Date.parse('2026-03-30T05:30Z'), // over the change of clocks
    missed: 3,
  });
});

test('once, and no more; a month is that of the zone', () => {
  const when: When = { ...daily('Asia/Tokyo', '00:30'), kind: 'once', date: '2026-12-01' };
  const due = Date.parse('2026-11-30T15:30Z');
  expect(findNextDue(when, due - 1)).toBe(due);
  expect(findNextDue(when, due)).toBeNull();
  expect(formatMonth(due, 'Asia/Tokyo')).toBe('2026-12');
  expect(formatMonth(due, 'UTC')).toBe('2026-11');
});
