/** A simulated year: each due run once or a reason why not, and no month dearer than its budget. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_SCHEDULES, type Schedule } from '../../../src/lib/protocol/schedules.ts';
import { findNextDue } from '../../../src/lib/schedules/due.ts';
import { article, DAY, HOUR, MINUTE, schedule, World, type Trouble } from './world.ts';

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
const fullAt = fc.uniqueArray(fc.integer({ min: 1, max: 2000 }), { maxLength: 40 });
const runs = fc.array(
  fc.record({
    ms: fc.oneof(fc.integer({ min: 1000, max: HOUR }), fc.integer({ min: HOUR, max: 3 * DAY })),
    tokens: fc.integer({ min: 0, max: 10_000 }),
    asks: fc.boolean(),
    fails: fc.constant(false),
    refused: fc.integer({ min: 0, max: 4 }),
    lost: fc.integer({ min: 0, max: 4 }),
  }),
  { minLength: 1, maxLength: 20 },
);

async function liveThrough(of: Schedule, trouble: Trouble): Promise<World> {
  const world = new World(START, { ...trouble, kills: [], fullAt: [] });
  await world.scheduler.save(of);
  const year = new World(START, trouble);
  Object.assign(year, { kept: world.kept, alarm: world.alarm });
  await year.live(END);
  // the rest in peace, so that whatever was cut is taken up
  for (let left = 4; left > 0; left -= 1) await year.tick();
  return year;
}

/** How often each due time of the year was run, stood for by a later run, or has a reason. */
function countAnswers(world: World, { when }: Schedule, until: number): ReadonlyMap<number, number> {
  const due: number[] = [];
  // a clock that went ahead has passed later ones too
  for (let next = findNextDue(when, START); next !== null && next <= until + 300 * DAY; next = findNextDue(when, next))
    due.push(next);
  const counts = new Map(due.map((each) => [each, 0]));
  const open = world.list().flatMap(({ claim }) => (claim ? [claim] : []));
  for (const each of [...world.outcomes.values(), ...open]) {
    const last = due.indexOf(each.due);
    for (const covered of due.slice(Math.max(0, last - each.missed), last + 1))
      counts.set(covered, (counts.get(covered) ?? 0) + 1);
  }
  return new Map([...counts].filter(([each]) => each <= until));
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
  const open = world.list().flatMap(({ claim }) => (claim ? [claim] : []));
  const begun = open.filter(({ state, runId }) => state !== 'claimed' || world.runs.has(runId));
  expect(new Set([...told, ...begun.map(({ runId }) => runId)])).toEqual(new Set(world.runs.keys()));
}

describe('a year', () => {
  test('with sleeps and deaths at every call: each due time has exactly one answer, each month its budget [R7.6a]', async () => {
    await fc.assert(
      fc.asyncProperty(anySchedule, fc.record({ sleeps, kills, runs, fullAt }), async (of, trouble) => {
        const world = await liveThrough(of, { ...trouble, jumps: [] });
        const counts = countAnswers(world, of, world.now());
        expect(counts.size).toBeGreaterThan(45);
        expect([...counts].filter(([, count]) => count !== 1)).toEqual([]);
        checkRuns(world, of);
      }),
      { numRuns: 10, endOnFailure: true },
    );
  }, 120_000);

  test('with a clock that is set too: none runs twice or is lost, and no month is dearer', async () => {
    await fc.assert(
      fc.asyncProperty(anySchedule, fc.record({ sleeps, kills, runs, jumps, fullAt }), async (of, trouble) => {
        const world = await liveThrough(of, trouble);
        // what the clock has passed when it is set right
        world.error = 0;
        await world.tick();
        const counts = countAnswers(world, of, world.now());
        expect([...counts].filter(([, count]) => count === 0)).toEqual([]);
        checkRuns(world, of);
      }),
      { numRuns: 10, endOnFailure: true },
    );
  }, 120_000);
});

describe('a page that changes', () => {
  const WATCH = { ...schedule({}, { kind: 'changed', hours: 6, time: '' }), tokensPerMonth: 10_000_000 };

  test('with deaths at every call: each change that was seen runs once, from where the last was told', async () => {
    await fc.assert(
      fc.asyncProperty(kills, fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }), async (deaths, changes) => {
        const world = new World(START, { sleeps: [], jumps: [], kills: [], runs: [] });
        await world.scheduler.save(WATCH);
        const year = new World(START, { sleeps: [], jumps: [], kills: deaths, runs: [] });
        Object.assign(year, { kept: world.kept, alarm: world.alarm });
        await year.live(START + 5 * HOUR);
        let version = 0;
        for (const [day, isNew] of changes.entries()) {
          if (isNew) version += 1;
          year.page = article(`One line.\nVersion ${String(version)}.`);
          await year.live(START + (day + 1) * DAY + 5 * HOUR);
        }
        await year.tick();
        // the first look has one line, that of the first day finds a version, whichever
        expect(year.starts).toBe(1 + changes.slice(1).filter(Boolean).length);
        expect(year.list()[0]?.claim).toBeNull();
        checkRuns(year, WATCH);
      }),
      { numRuns: 10, endOnFailure: true },
    );
  }, 60_000);

  test('what no run told, for want of tokens, is told by the next', async () => {
    const world = new World(Date.UTC(2026, 0, 30));
    await world.scheduler.save({ ...WATCH, tokensPerRun: 1000, tokensPerMonth: 1500 });
    await world.live(world.t + HOUR);
    world.page = article('One line.\nSecond.');
    await world.live(world.t + 7 * HOUR);
    world.page = article('One line.\nSecond.\nThird.');
    await world.live(world.t + 7 * HOUR);
    expect(world.starts).toBe(1);
    expect(world.list()[0]?.outcomes[0]).toMatchObject({ kind: 'skipped' });
    await world.live(Date.UTC(2026, 1, 2));
    expect(world.starts).toBe(2);
    expect([...world.claims.values()].at(-1)?.change).toMatchObject({ addedLines: ['Third.'], removedLines: [] });
  });
});

test('a page that cannot be read is tried again for half an hour, then said', async () => {
  const world = new World(START, {
    ...{ sleeps: [], jumps: [], kills: [] },
    runs: [{ ms: MINUTE, tokens: 0, asks: false, fails: true }],
  });
  await world.scheduler.save(schedule({}, { zone: 'UTC' }));
  await world.live(START + DAY);
  expect(world.reads).toBe(5);
  expect(world.starts).toBe(0);
  expect([...world.outcomes.values()]).toMatchObject([{ kind: 'failed', reason: 'Unreachable.', tokens: 0 }]);
});

test('a run that waits for an answer holds up the next, which says so; a press starts one run', async () => {
  const world = new World(START, {
    ...{ sleeps: [], jumps: [], kills: [] },
    runs: [{ ms: 30 * HOUR, tokens: 10, asks: true, fails: false }],
  });
  await world.scheduler.save(schedule({}, { zone: 'UTC' }));
  await world.live(Date.UTC(2026, 0, 11, 8));
  await world.tick(); // as when a run comes to rest
  expect(world.list()[0]?.claim?.state).toBe('asking');
  await expect(world.scheduler.runNow('s', world.t)).rejects.toThrow('waits for your answer');
  await world.live(Date.UTC(2026, 0, 12, 8));
  expect(world.list()[0]?.outcomes[0]?.reason).toContain('waits for your answer');
  await world.live(Date.UTC(2026, 0, 12, 20));
  const pressed = world.t;
  await world.scheduler.runNow('s', pressed);
  await world.scheduler.runNow('s', pressed);
  await world.tick();
  await world.scheduler.runNow('s', pressed);
  await world.tick();
  expect(world.starts).toBe(2);
});

describe('a schedule that is changed', () => {
  const DAILY = schedule({}, { zone: 'UTC' });

  test('while its run has not begun: that run is dropped if its task is another, and keeps its tokens if not', async () => {
    for (const [change, starts] of [
      [{ goal: 'What else?' }, 0],
      [{ tokensPerMonth: 50_000 }, 1],
    ] as const) {
      const world = new World(START, {
        ...{ sleeps: [], jumps: [], kills: [] },
        runs: [{ ms: MINUTE, tokens: 10, asks: false, fails: false, refused: 1 }],
      });
      await world.scheduler.save(DAILY);
      await world.live(Date.UTC(2026, 0, 11, 7, 31));
      expect(world.list()[0]?.claim).toMatchObject({ state: 'claimed', attempts: 1 });
      await world.scheduler.save({ ...DAILY, ...change });
      await world.live(Date.UTC(2026, 0, 11, 12));
      expect(world.starts).toBe(starts);
      expect(world.reserved).toEqual(starts === 0 ? [] : [10_000]);
      expect(world.list()[0]?.outcomes[0]?.kind).toBe(starts === 0 ? 'cancelled' : 'done');
    }
  });

  test('and is off stays off; what is due stays due if its time is the same', async () => {
    const world = new World(START);
    await world.scheduler.save(DAILY);
    const { next } = world.list()[0] ?? {};
    await world.scheduler.save({ ...DAILY, goal: 'What else?' });
    expect(world.list()[0]).toMatchObject({ on: true, next });
    await world.scheduler.enable('s', false);
    await world.scheduler.save(schedule({}, { zone: 'UTC', time: '09:00' }));
    expect(world.list()[0]).toMatchObject({ on: false, next: null });
  });
});

test('a page is read at most five times where its run cannot be kept, however it fails', async () => {
  for (const when of [{ zone: 'UTC' }, { kind: 'changed', zone: 'UTC' }] as const) {
    const world = new World(START);
    await world.scheduler.save(schedule({}, when));
    world.pageOf = () => {
      throw new Error('The disk is full.');
    };
    await world.live(START + DAY);
    expect(world.reads).toBeGreaterThan(0);
    expect(world.reads).toBeLessThanOrEqual(5);
    const { outcomes = [] } = world.list()[0] ?? {};
    expect(outcomes.length).toBeGreaterThan(0);
    for (const { kind, reason } of outcomes)
      expect([kind, reason]).toEqual(['failed', expect.stringContaining('full')]);
  }
});

test('while nothing may be kept, nothing starts, by the clock or by a press', async () => {
  const world = new World(START, {
    ...{ sleeps: [], jumps: [], kills: [] },
    runs: [{ ms: MINUTE, tokens: 10, asks: false, fails: false, refused: 1 }],
  });
  await world.scheduler.save(schedule({}, { zone: 'UTC' }));
  await world.live(Date.UTC(2026, 0, 11, 7, 31));
  world.hindrance = 'Nothing is kept.';
  await expect(world.scheduler.runNow('s', world.t)).rejects.toThrow('Nothing is kept.');
  await world.live(START + 2 * DAY);
  expect(world.starts).toBe(0);
  expect(world.list()[0]?.outcomes).toMatchObject([
    { kind: 'skipped', reason: 'Nothing is kept.' },
    { kind: 'skipped', reason: 'Nothing is kept.', runId: '' },
  ]);
});

test('a removed schedule makes room for another, and is gone an hour later', async () => {
  const world = new World(START);
  for (let at = 0; at < MAX_SCHEDULES; at += 1) await world.scheduler.save(schedule({ id: `s${String(at)}` }));
  await world.scheduler.remove('s3', true);
  await world.scheduler.save(schedule({ id: 'new' }));
  expect(world.list().map(({ schedule: { id } }) => id)).toEqual(expect.not.arrayContaining(['s3']));
  expect(world.list()).toHaveLength(MAX_SCHEDULES);
  await world.scheduler.remove('s4', true);
  await world.live(world.t + HOUR + 2 * MINUTE);
  expect(world.list()).toHaveLength(MAX_SCHEDULES - 1);
});

test('differences are kept of the two newest outcomes, and forgotten with the history', async () => {
  const world = new World(START);
  await world.scheduler.save({ ...schedule({}, { kind: 'changed', hours: 6, time: '' }), tokensPerMonth: 10_000_000 });
  for (let at = 0; at < 4; at += 1) {
    await world.live(world.t + 6 * HOUR + 10 * MINUTE);
    world.page = article(`Version ${String(at)}.`);
  }
  await world.live(world.t + 6 * HOUR + 10 * MINUTE);
  const lines = () => world.list()[0]?.outcomes.map(({ change }) => change?.addedLines.length ?? null);
  expect(lines()).toEqual([1, 1, 0, 0, null, null]);
  await world.scheduler.clear();
  expect(lines()).toEqual([null, null, null, null, null, null]);
  expect(world.pages.size).toBe(0);
});

test('a page that cannot be kept is said, and read again at the next look, not before', async () => {
  const world = new World(START, { sleeps: [], jumps: [], kills: [], runs: [], fullAt: [3] });
  await world.scheduler.save(schedule({}, { kind: 'changed', hours: 6, time: '' }));
  await world.live(START + 5 * HOUR);
  expect(world.reads).toBe(1);
  expect(world.list()[0]?.outcomes[0]).toMatchObject({ kind: 'failed' });
  await world.live(START + 7 * HOUR);
  expect(world.list()[0]?.outcomes[0]).toMatchObject({ kind: 'first' });
});

test('what a user changes waits for the page that is read now, not for those of the other schedules', async () => {
  const world = new World(START);
  const [first, second] = ['https://news.example.org/1', 'https://news.example.org/2'] as const;
  await world.scheduler.save(schedule({ id: 'a', address: first }));
  await world.scheduler.save(schedule({ id: 'b', address: second }));
  let changed: Promise<void> | undefined;
  world.pageOf = () => {
    changed ??= world.scheduler.enable('b', false);
    return world.page;
  };
  await world.live(START + DAY);
  await changed;
  expect(world.read).toEqual([first]);
});
