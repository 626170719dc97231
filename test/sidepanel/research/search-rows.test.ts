import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SourceChoice } from '../../../src/lib/agent/frames/frames.ts';
import type { FrameDraft } from '../../../src/lib/agent/frames/stamp.ts';
import { foldAll } from '../../../src/lib/agent/state/fold.ts';
import type { AgentState } from '../../../src/lib/agent/state/agent-state.ts';
import { getLatestSourceChoice, canCite } from '../../../src/lib/toolbox/web/web-artifacts.ts';
import {
  compareSourceChoice,
  buildSearchTables,
  getUse,
  applyUse,
  type SearchTable,
} from '../../../src/sidepanel/research/search-rows.ts';
import { anyFrames } from '../../lib/agent/log-arbitraries.ts';
import { frames, say } from '../kit/script.ts';
import { grade, MOON, NOISE, RESEARCHED, result, searchRound, SEA, web } from '../kit/web-frames.ts';

const stateOf = (...drafts: readonly FrameDraft[]): AgentState => foldAll(frames(...drafts));
const tableAt = (state: AgentState, request: number): SearchTable => {
  const table = buildSearchTables(state).get(request);
  if (table === undefined) throw new Error('There is no table.');
  return table;
};

const URLS = Array.from({ length: 6 }, (_, index) => `https://site-${String(index)}.example/`);
const urls = fc.uniqueArray(fc.constantFrom(...URLS), { maxLength: 6 });
const choices: fc.Arbitrary<SourceChoice> = fc
  .tuple(urls, urls)
  .map(([pinned, banned]) => ({ pinned: pinned.filter((url) => !banned.includes(url)), banned }));
/** What a search may tell, in any order and number. */
const found: fc.Arbitrary<FrameDraft> = fc.oneof(
  urls.map((all) =>
    web.round(
      searchRound(
        all.join(' '),
        all.map((url, at) => result(`w${String(at)}`, url)),
      ),
    ),
  ),
  fc
    .tuple(urls, fc.constantFrom('relevant', 'not_relevant'), fc.constantFrom('model', 'rule', 'none'))
    .map(([all, relevance, by]) => web.grades(all.map((url) => grade(url, { relevance, by })))),
  fc
    .tuple(fc.constantFrom(...URLS), fc.constantFrom('page', 'snippet'))
    .map(([url, how]) => web.source('w', url, { how, why: how === 'page' ? '' : 'It took too long.' })),
);
const searches = fc.array(found, { maxLength: 12 });
const begun = (drafts: readonly FrameDraft[]): readonly FrameDraft[] => [web.invoked(), ...web.search(), ...drafts];

describe('the tables of a conversation', () => {
  it('can be told of any frames', () => {
    fc.assert(
      fc.property(anyFrames, (all) => {
        expect(() => buildSearchTables(foldAll(all))).not.toThrow();
      }),
      { numRuns: 200 },
    );
  });

  it('always hold every result and every source, each told once, whatever it was graded', () => {
    fc.assert(
      fc.property(searches, choices, fc.boolean(), (drafts, choice, again) => {
        const anew = again ? [...web.answered('So.'), web.again(choice), ...web.search()] : [];
        const state = stateOf(...begun(drafts), ...anew);
        const wanted = new Set<string>();
        for (const draft of drafts) {
          if (draft.kind !== 'tool.result') continue;
          const { url, results } = (draft.objects[0]?.meta ?? {}) as { url?: string; results?: { url: string }[] };
          for (const each of [url, ...(results ?? []).map((listed) => listed.url)]) if (each) wanted.add(each);
        }
        if (wanted.size === 0) return;
        const { rounds, others, sums } = tableAt(state, again ? 1 : 0);
        const told = [...rounds.flatMap(({ results }) => results), ...others].filter(({ isRepeat }) => !isRepeat);
        expect(told.map(({ url }) => url).sort()).toEqual([...wanted].sort());
        expect(sums.results).toBe(wanted.size);
        expect(sums.read ?? 0).toBeLessThanOrEqual(sums.results);
        for (const { url, fate, use } of told) {
          expect(use).toBe(getUse(url, getLatestSourceChoice(state)));
          if (fate === 'read' || fate === 'snippet') expect(getLatestSourceChoice(state).banned).not.toContain(url);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('stand with the last answer that was given from those searches, and with no other', () => {
    const state = stateOf(
      ...RESEARCHED,
      web.again({ pinned: [], banned: [MOON] }),
      ...web.answered('So.', '', [], 3),
      web.again(null, 'And then?'),
      web.round(searchRound('then', [result('w4', SEA)])),
    );
    expect([...buildSearchTables(state).keys()]).toEqual([1, 2]);
    expect(tableAt(state, 1).sums).toEqual({ searches: 2, results: 3, relevant: 2, read: 0 });
    expect(tableAt(state, 2).rounds.map(({ query }) => query)).toEqual(['then']);
    expect(tableAt(state, 1).rounds[0]?.results.map(({ fate }) => fate)).toEqual(['left-out', 'banned']);
  });

  it('are none where nothing was searched for', () => {
    expect(buildSearchTables(stateOf(say.invoked(), say.plan(1))).size).toBe(0);
  });
});

describe('another choice of sources', () => {
  it('always says one thing of a source, and takes back what it said', () => {
    fc.assert(
      fc.property(choices, fc.constantFrom(...URLS), fc.constantFrom('pinned', 'banned', null), (choice, url, use) => {
        const next = applyUse(choice, url, use);
        expect(getUse(url, next)).toBe(use);
        expect(next.pinned.filter((pinned) => next.banned.includes(pinned))).toEqual([]);
        for (const other of URLS) if (other !== url) expect(getUse(other, next)).toBe(getUse(other, choice));
      }),
      { numRuns: 200 },
    );
  });

  it('never matters without a difference, and always where what may be cited changes', () => {
    fc.assert(
      fc.property(searches, choices, choices, (drafts, before, after) => {
        const state = stateOf(...begun(drafts), ...web.answered('So.'), web.again(before));
        const { differs, matters } = compareSourceChoice(after, state);
        expect(differs).toBe(URLS.some((url) => getUse(url, before) !== getUse(url, after)));
        if (!differs) expect(matters).toBe(false);
        const chosen = stateOf(...begun(drafts), ...web.answered('So.'), web.again(after));
        if (URLS.some((url) => canCite(url, state) !== canCite(url, chosen))) expect(matters).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('matters where something is newly to be used, and not where what was of no use is left out', () => {
    const state = stateOf(...RESEARCHED);
    expect(compareSourceChoice({ pinned: [], banned: [NOISE] }, state)).toEqual({ differs: true, matters: false });
    expect(compareSourceChoice({ pinned: [], banned: [MOON] }, state)).toEqual({ differs: true, matters: true });
    expect(compareSourceChoice({ pinned: [MOON], banned: [] }, state)).toEqual({ differs: true, matters: true });
    expect(compareSourceChoice(getLatestSourceChoice(state), state)).toEqual({ differs: false, matters: false });
  });
});
