/** Deliberate holes in runs by the clock: what starts, how often, and for how much. */
import type { Hole } from './holes.ts';

const year = (name: string): Hole['caughtBy'] => ({
  file: 'test/lib/schedules/scheduler.properties.test.ts',
  test: name,
});

export const SCHEDULE_HOLES: readonly Hole[] = [
  {
    name: 'by the clock: starts a due run before its claim is stored',
    file: 'src/lib/schedules/scheduler.ts',
    find: 'else await pursue(await update(id, (current) => putClaim(current, due, now())));',
    replace:
      'else { const claimed = putClaim(kept, due, now()); await ports.startRun(kept.schedule, claimed.claim?.runId ?? "", await ports.readPage(kept.schedule.address)); await update(id, () => claimed); }',
    caughtBy: year('with sleeps and deaths at every call'),
  },
  {
    name: 'by the clock: lets a run begin that the month has no tokens left for',
    file: 'src/lib/schedules/kept.ts',
    find: 'return left < schedule.tokensPerRun ?',
    replace: 'return left <= 0 ?',
    caughtBy: year('with sleeps and deaths at every call'),
  },
  {
    name: 'by the clock: takes an hour that is left out for one that is there',
    file: 'src/lib/schedules/due.ts',
    find: 'return fits ?? before;',
    replace: 'return fits ?? after;',
    caughtBy: { file: 'test/lib/schedules/due.test.ts', test: 'a time that is left out comes an hour later' },
  },
  {
    name: 'by the clock: forgets what the last run told before the next is claimed',
    file: 'src/lib/schedules/scheduler.ts',
    find: 'kept = await update(id, step, page);',
    replace: 'kept = await update(id, step, change === null ? page : undefined);',
    caughtBy: year('with deaths at every call: each change that was seen runs once'),
  },
  {
    name: 'by the clock: takes what is left of the reading list for seen',
    file: 'src/lib/schedules/reading-list.ts',
    find: '...taken.map(({ url }) => url)]);',
    replace: '...added.map(({ url }) => url)]);',
    caughtBy: {
      file: 'test/lib/schedules/reading-list.test.ts',
      test: 'with deaths at every call, each page that is added is told to one run',
    },
  },
  {
    name: 'by the clock: gives a run the search engines of the settings',
    file: 'src/background/schedules.ts',
    find: 'grants: [], search: [], serverTools: []',
    replace: 'grants: [], serverTools: []',
    caughtBy: { file: 'test/background/schedules.test.ts', test: 'the one page, what was reserved for it' },
  },
];
