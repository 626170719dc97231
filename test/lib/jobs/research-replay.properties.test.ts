/** Searches side by side, cut anywhere: what is recorded is neither done again nor taken for something else. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Frame } from '../../../src/lib/agent/frames/frames.ts';
import type { ModelRequest } from '../../../src/lib/models/model.ts';
import { listSearchRounds, listWebSources } from '../../../src/lib/toolbox/web/web-artifacts.ts';
import type { Say } from '../../kit/models/agent-model.ts';
import { research } from '../../../src/lib/jobs/research.ts';
import { GOAL, researching, SPEC } from '../../kit/web/researching.ts';
import { hit, judging, textOf } from '../../kit/web/web-world.ts';
import { drive, stateOf, stored } from '../../kit/runs/world.ts';

const HOSTS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;
const hosts: fc.Arbitrary<readonly string[]> = fc.uniqueArray(fc.constantFrom(...HOSTS), { maxLength: 6 });
const plots = fc.record({
  /** What is found, by the length of the query. */
  finds: fc.array(hosts, { minLength: 2, maxLength: 4 }),
  /** What is of use to the user's request, and to the other need. */
  useful: fc.tuple(hosts, hosts),
  needs: fc.constantFrom([undefined, undefined], [undefined, 'Another need'], ['One need', 'Another need']),
});
type Plot = typeof plots extends fc.Arbitrary<infer T> ? T : never;

const search = (query: string, need: string | undefined) => ({
  name: 'search_web_for_info',
  args: { reasoning: 'To know more.', query, ...(need === undefined ? {} : { for: need }) },
});
const urlOf = (name: string): string => `https://${name}.example.org/page`;
const isUseful = ({ useful }: Plot, need: string, host: string): boolean =>
  useful[need === GOAL ? 0 : 1].includes(host);

/** Grades each result that is listed by what it is, wherever in the list it stands. */
function grades(request: ModelRequest, plot: Plot): string {
  const text = textOf(request);
  const need = /<query>\n(.*)\n<\/query>/.exec(text)?.[1] ?? '';
  const listed = [...text.matchAll(/^(\d+)\. title: Page (\w)$/gm)];
  return JSON.stringify(
    listed.map(([, index, host = '']) => ({
      index: Number(index),
      relevance: isUseful(plot, need, host) ? 'relevant' : 'not_relevant',
      confidence: 0.9,
      reason: host,
    })),
  );
}

function worldOf(plot: Plot) {
  const [first, second] = plot.needs;
  const script: readonly Say[] = [
    { calls: [search('first', first), search('the second', second)] },
    { text: 'So it is [Words of https://a.example.org/page](#).' },
  ];
  return researching(
    { find: (query) => (plot.finds[query.length % plot.finds.length] ?? []).map((name) => hit(name)) },
    script,
    {
      other: judging(
        (request) => grades(request, plot),
        (request) => `{"query": "${'other '.repeat(1 + (textOf(request).length % 3))}"}`,
      ),
    },
  );
}

// a model makes both searches, as it does where a conversation goes on
const DECIDING = { ...research, findOpeningCall: () => null };
const none = (): void => undefined;

function check(frames: readonly Frame[], plot: Plot): void {
  const state = stateOf(frames);
  expect(state.status).toBe('done');
  expect(listSearchRounds(state).filter(({ strategy }) => strategy === '')).toHaveLength(2);
  for (const frame of frames) {
    if (frame.kind === 'tool.result') expect(frame.error).toBeNull();
    if (frame.kind !== 'grade') continue;
    for (const { url, relevance, reason, by } of frame.grades) {
      expect(by).toBe('model');
      expect(urlOf(reason)).toBe(url);
      expect(relevance === 'relevant').toBe(isUseful(plot, frame.need, reason));
    }
  }
  // what may be cited is of use to some need that was searched for
  for (const { place } of state.request.answer?.citations ?? [])
    if (place) expect(plot.useful.some((useful) => useful.map(urlOf).includes(place.url))).toBe(true);
  const refs = new Map(
    listSearchRounds(state).flatMap(({ results }) => results.map(({ ref, url }) => [ref, url] as const)),
  );
  for (const { results } of listSearchRounds(state))
    for (const { ref, url } of results) expect(refs.get(ref)).toBe(url);
}

/** Addresses of the sources of a run, or of those alone that were had that way. */
const sources = (frames: readonly Frame[], how?: 'page'): readonly string[] =>
  listWebSources(stateOf(frames)).flatMap(({ meta }) => (how === undefined || meta.how === how ? [meta.url] : []));

describe('searches side by side', () => {
  it('go on from what is recorded wherever they are cut: nothing is fetched, asked or graded for another', () =>
    fc.assert(
      fc.asyncProperty(plots, fc.array(fc.nat(), { minLength: 4, maxLength: 4 }), async (plot, cuts) => {
        const whole = worldOf(plot);
        const commits: number[] = [];
        let count = 0;
        const run = await drive(
          whole.world,
          [],
          SPEC,
          (commit) => void commits.push((count += commit.length)),
          DECIDING,
        );
        check(run, plot);
        for (const cut of cuts) {
          const length = commits[cut % (commits.length - 1)];
          const past = stored(run.slice(0, length));
          const again = worldOf(plot);
          const { ports } = again.world;
          const frames = await drive(
            { ...again.world, ports: { ...ports, blobs: whole.world.ports.blobs } },
            past,
            SPEC,
            none,
            DECIDING,
          );
          check(frames, plot);
          expect(sources(frames)).toEqual(expect.arrayContaining([...sources(run)]));
          const read = sources(past, 'page');
          expect(again.fetched.filter((url) => read.includes(url))).toEqual([]);
        }
      }),
      { numRuns: 100 },
    ));
});
