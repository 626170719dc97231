/** A schedule of the reading list: each page that is added is told to one run, whatever dies, and no run reads more than five. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UserFacingError } from '../../../src/lib/base/errors.ts';
import { MAX_LIST_PAGES } from '../../../src/lib/protocol/schedules.ts';
import { findNewPages, readNewPages } from '../../../src/lib/schedules/reading-list.ts';
import { article, DAY, HOUR, MINUTE, schedule, World, type Trouble } from './world.ts';

const START = Date.UTC(2026, 0, 10, 12);
const PEACE: Trouble = { sleeps: [], jumps: [], kills: [], runs: [] };
const WATCH = {
  ...schedule({ address: '' }, { kind: 'list', hours: 6, time: '', days: [] }),
  tokensPerMonth: 10_000_000,
};
const toUrl = (n: number): string => `https://news.example.org/${String(n)}`;
const numberUrls = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => toUrl(from + at));

/** After the first look, which has seen one page. */
async function begin(trouble: Trouble = PEACE, of = WATCH): Promise<World> {
  const world = new World(START);
  world.readingList = [{ url: toUrl(0), title: 'Old', addedAt: START }];
  await world.scheduler.save(of);
  const year = new World(START, trouble);
  Object.assign(year, { kept: world.kept, alarm: world.alarm, readingList: world.readingList });
  year.pageOf = (url) => ({ ...article(`Text of ${url} .`), url });
  await year.live(START + HOUR);
  return year;
}

const listTold = ({ told }: World): readonly string[][] =>
  told.map((text) => Array.from(text.matchAll(/Text of (\S+) \./g), ([, url = '']) => url));

test('with deaths at every call, each page that is added is told to one run, at most five to each [R7.6b]', async () => {
  const kills = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 100 });
  const days = fc.array(fc.record({ added: fc.integer({ min: 0, max: 8 }), dropped: fc.boolean() }), { maxLength: 15 });
  await fc.assert(
    fc.asyncProperty(kills, days, async (deaths, plan) => {
      const year = await begin({ ...PEACE, kills: deaths });
      const added: string[] = [];
      for (const day of plan) {
        if (day.dropped)
          year.readingList = (year.readingList ?? []).filter(({ url }) => !listTold(year).flat().includes(url));
        const urls = numberUrls(added.length + 1, day.added);
        added.push(...urls);
        if (urls.length > 0) await year.add(...urls);
        await year.live(year.t + DAY);
      }
      await year.live(year.t + 5 * DAY);
      const told = listTold(year);
      expect(told.flat()).toEqual(added);
      expect(Math.max(0, ...told.map(({ length }) => length))).toBeLessThanOrEqual(MAX_LIST_PAGES);
      expect(year.starts).toBe(year.runs.size);
      expect(year.list()[0]?.claim).toBeNull();
    }),
    { numRuns: 15, endOnFailure: true },
  );
}, 60_000);

test('what is added runs it within minutes, and what was added unseen at the next look', async () => {
  const year = await begin();
  await year.add(toUrl(1), toUrl(2));
  await year.live(year.t + 12 * MINUTE);
  expect(listTold(year)).toEqual([[toUrl(1), toUrl(2)]]);
  year.readingList = [...(year.readingList ?? []), { url: toUrl(3), title: '', addedAt: year.t }];
  await year.live(year.t + 7 * HOUR);
  expect(listTold(year)).toEqual([[toUrl(1), toUrl(2)], [toUrl(3)]]);
});

test('without the permission it says so and runs nothing; once it is given again, what was added meanwhile runs', async () => {
  const year = await begin();
  const list = year.readingList ?? [];
  year.readingList = null;
  await year.live(year.t + 13 * HOUR);
  expect(year.list()[0]?.outcomes[0]).toMatchObject({ kind: 'failed', reason: 'No permission.' });
  expect(year.starts).toBe(0);
  year.readingList = [...list, { url: toUrl(1), title: '', addedAt: year.t }];
  await year.live(year.t + 7 * HOUR);
  expect(listTold(year)).toEqual([[toUrl(1)]]);
});

test('without tokens left in the month nothing is lost: the next month’s run has it', async () => {
  const year = await begin(PEACE, { ...WATCH, tokensPerRun: 10_000, tokensPerMonth: 10_500 });
  await year.add(toUrl(1));
  await year.live(year.t + DAY);
  await year.add(toUrl(2));
  await year.live(year.t + DAY);
  expect(listTold(year)).toEqual([[toUrl(1)]]);
  expect(year.list()[0]?.outcomes[0]?.reason).toContain('used up');
  await year.live(Date.UTC(2026, 1, 2));
  expect(listTold(year)).toEqual([[toUrl(1)], [toUrl(2)]]);
});

test('what no run read is new again, and tried once more where it could not be read', async () => {
  const year = await begin();
  const { pageOf } = year;
  year.pageOf = () => {
    throw new UserFacingError({ code: 'web', message: 'Offline.', hint: '' });
  };
  await year.add(toUrl(1));
  await year.live(year.t + 4 * HOUR);
  expect(year.list()[0]?.outcomes[0]).toMatchObject({ kind: 'failed', reason: 'Offline.' });
  year.pageOf = pageOf;
  await year.live(year.t + 7 * HOUR);
  expect(listTold(year)).toEqual([[toUrl(1)]]);

  year.pageOf = () => {
    throw new UserFacingError({ code: 'web', message: 'Gone.', hint: '' });
  };
  await year.add(toUrl(2));
  await year.live(year.t + 2 * DAY);
  expect(year.list()[0]?.outcomes.filter(({ reason }) => reason === 'Gone.')).toHaveLength(2);
  year.pageOf = pageOf;
  await year.add(toUrl(3));
  await year.live(year.t + DAY);
  expect(listTold(year)).toEqual([[toUrl(1)], [toUrl(3)]]);
});

test('what is added after the history was deleted is not taken for what was there', async () => {
  const year = await begin();
  await year.scheduler.clear();
  await year.live(year.t + MINUTE);
  await year.add(toUrl(1));
  await year.live(year.t + HOUR);
  expect(listTold(year)).toEqual([[toUrl(1)]]);
});

test('several pages in one text say where each begins', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string(), { minLength: 2, maxLength: 5 }), async (texts) => {
      const list = texts.map((_, n) => ({ url: toUrl(n), title: '', addedAt: n }));
      const { seen, change } = findNewPages(article(''), list);
      if (change === null) throw new Error('Nothing is new.');
      const { markdown, parts = [] } = await readNewPages(seen, change, (url) =>
        Promise.resolve({
          ...article(texts[list.findIndex((page) => page.url === url)] ?? ''),
          url,
          title: `At ${url}`,
        }),
      );
      expect(parts.map(({ url }) => url)).toEqual(list.map(({ url }) => url));
      for (const { start, url, title } of parts)
        expect(markdown.slice(start)).toSatisfy((text: string) => text.startsWith(`# ${title}\n\n${url}\n\n`));
    }),
  );
});

test('a page that is longer than its share is said to be cut', async () => {
  const list = [1, 2].map((n) => ({ url: toUrl(n), title: '', addedAt: n }));
  const { seen, change } = findNewPages(article(''), list);
  if (change === null) throw new Error('Nothing is new.');
  const readAll = (length: number) => readNewPages(seen, change, () => Promise.resolve(article('x'.repeat(length))));
  expect(await readAll(60_000)).toMatchObject({ cut: true });
  expect(await readAll(10_000)).not.toHaveProperty('cut');
});

test('a page that cannot be read is named, and those beside it are told; if none can be, it is said why', async () => {
  const list = [1, 2].map((n) => ({ url: toUrl(n), title: '', addedAt: n }));
  const { seen, change } = findNewPages(article(''), list);
  if (change === null) throw new Error('Nothing is new.');
  const read = (url: string) =>
    url === toUrl(1) ? Promise.reject(new Error('No access.')) : Promise.resolve(article('Second.'));
  const { markdown } = await readNewPages(seen, change, read);
  expect(markdown).toContain(`${toUrl(1)} couldn’t be read`);
  expect(markdown).toContain('Second.');
  await expect(readNewPages(seen, change, () => Promise.reject(new Error('No access.')))).rejects.toThrow('No access.');
});

test('of any list, what is new is no more than five, is on the list and was not seen before', () => {
  const entry = fc.record({
    url: fc.oneof(fc.nat(30).map(toUrl), fc.string(), fc.constant('chrome://history')),
    title: fc.string(),
    addedAt: fc.nat(),
  });
  fc.assert(
    fc.property(fc.array(entry), fc.array(fc.nat(30).map(toUrl)), (list, before) => {
      const { seen, change } = findNewPages(article(before.join('\n')), list);
      const kept = seen.markdown.split('\n');
      const taken = kept.slice(kept.length - (change?.addedLines.length ?? 0));
      expect(taken.length).toBeLessThanOrEqual(MAX_LIST_PAGES);
      for (const url of taken) expect(before).not.toContain(url);
      for (const url of kept.filter((each) => each !== '')) expect(list.map((each) => each.url)).toContain(url);
    }),
  );
});
