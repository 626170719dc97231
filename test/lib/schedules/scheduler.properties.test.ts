/** A simulated year: each due run once or a reason why not, and no month dearer than its budget. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Schedule } from '../../../src/lib/protocol/schedules.ts';
import { findNextDue } from '../../../src/lib/schedules/due.ts';
import { DAY, HOUR, MINUTE, schedule, World, type Trouble } from './world.ts';

const START = Date.UTC(2026, 0, 10, 12);
const END = START + 365 * DAY;
/** Both hemispheres, half an hour of daylight saving, none, and a change at midnight. */
const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'Africa/Cairo'];

const time = fc.integer({ min: 0, max: 24 * 12 - 1 }).map((step) => {
  const pad = (value: number): string => String(value).padStart(2, '0');
  return `${pad(Math.floor(step / 12))}:${pad((step % 12) * 5)}`;
});
const anySchedule: fc.Arbitrary<Schedule> = fc
  .record({
    zone: fc.constantFrom(...ZONES),
    time: fc.oneof(time, fc.constantFrom('01:30', '02:15', '02:30', '03:00', '00:30', '00:00')),
    days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 7 }),
    tokensPerMonth: fc.integer({ min: 10_000, max: 200_000 }),
  })
  .map(({ tokensPerMonth, ...when }) => schedule({ tokensPerMonth }, when));

const at = fc.integer({ min: START + HOUR, max: END - HOUR });
const sleeps = fc.array(fc.record({ at, for: fc.integer({ min: MINUTE, max: 20 * DAY }), closed: fc.boolean() }), {
  maxLength: 12,
});
const jumps = fc.array(fc.record({ at, by: fc.integer({ min: -40 * DAY, max: 40 * DAY }) }), { maxLength: 6 });
const kills = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 300 });
const runs = fc.array(
  fc.record({
    ms: fc.oneof(fc.integer({ min: 1000, max: HOUR }), fc.integer({ min: HOUR, max: 3 * DAY })),
    tokens: fc.integer({ min: 0, max: 10_000 }),
    asks: fc.boolean(),
    fails: fc.constant(false),
  }),
  { minLength: 1, maxLength: 20 },
);

async function liveThrough(of: Schedule, trouble: Trouble): Promise<World> {
  const world = new World(START, { ...trouble, kills: [] });
  await world.scheduler.save(of);
  const year = new World(START, trouble);
  Object.assign(year, { kept: world.kept, alarm: world.alarm });
  await year.live(END);
  // the rest in peace, so that whatever was cut is taken up
  await year.tick();
  await year.tick();
  return year;
}

/** How often each due time of the year was run, stood for by a later run, or has a reason. */
function countAnswers(world: World, { when }: Schedule, until: number): ReadonlyMap<number, number> {
  const due: number[] = [];
  for (let next = findNextDue(when, START); next !== null && next <= until; next = findNextDue(when, next))
    due.push(next);
  const counts = new Map(due.map((each) => [each, 0]));
  const open = world.list().flatMap(({ claim }) => (claim ? [claim] : []));
  for (const each of [...world.outcomes.values(), ...open]) {
    const last = due.indexOf(each.due);
    for (const covered of due.slice(Math.max(0, last - each.missed), last + 1))
      counts.set(covered, (counts.get(covered) ?? 0) + 1);
  }
  return counts;
}

function checkRuns(world: World, { tokensPerMonth }: Schedule): void {
  const months = new Map<string, number>();
  for (const [runId, { tokens }] of world.runs) {
    const claim = world.claims.get(runId);
    if (claim === undefined) throw new Error(`${runId} began without a claim.`);
    months.set(claim.month, (months.get(claim.month) ?? 0) + tokens);
  }
  for (const [month, spent] of months) expect(spent, month).toBeLessThanOrEqual(tokensPerMonth);
  const told = [...world.outcomes.values()].filter(({ runId }) => runId !== '').map(({ runId }) => runId);
  const open = world.list().flatMap(({ claim }) => (claim ? [claim.runId] : []));
  expect(new Set([...told, ...open])).toEqual(new Set(world.runs.keys()));
}

describe('a year', () => {
  test('with sleeps and deaths at every call: each due time has exactly one answer, each month its budget', async () => {
    await fc.assert(
      fc.asyncProperty(anySchedule, fc.record({ sleeps, kills, runs }), async (of, trouble) => {
        const world = await liveThrough(of, { ...trouble, jumps: [] });
        const counts = countAnswers(world, of, world.now());
        expect(counts.size).toBeGreaterThan(45);
        expect([...counts].filter(([, count]) => count !== 1)).toEqual([]);
        checkRuns(world, of);
      }),
      { numRuns: 15 },
    );
  }, 120_000);

  test('with a clock that is set too: none runs twice or is lost, and no month is dearer', async () => {
    await fc.assert(
      fc.asyncProperty(anySchedule, fc.record({ sleeps, kills, runs, jumps }), async (of, trouble) => {
        const world = await liveThrough(of, trouble);
        // what the clock has passed when it is set right
        world.error = 0;
        await world.tick();
        const counts = countAnswers(world, of, world.now());
        expect([...counts].filter(([, count]) => count === 0)).toEqual([]);
        checkRuns(world, of);
      }),
      { numRuns: 15 },
    );
  }, 120_000);
});
