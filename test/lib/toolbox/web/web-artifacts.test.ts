/** What a run knows of the web, and whose words it is. */
import { describe, expect, it } from 'vitest';
import { resolveLinkRef } from '../../../../src/lib/agent/egress/link-table.ts';
import {
  canCite,
  listSearchRounds,
  getWebLabels,
  listWebSources,
} from '../../../../src/lib/toolbox/web/web-artifacts.ts';
import { allRelevant, calls, finished, researching, SPEC } from '../../../kit/web/researching.ts';
import { gradesFor, hit, judging } from '../../../kit/web/web-world.ts';

const DONE = { text: 'Known.' };
const at = (name: string): string => hit(name).url;
const web = { find: () => ['a', 'b', 'c'].map((name) => hit(name)) };

describe('what comes from the web', () => {
  it('is somebody else’s words, which anybody may see', () => {
    expect(getWebLabels('https://a.example.org/x')).toEqual({
      integrity: 'untrusted',
      confidentiality: 'public',
      origin: 'https://a.example.org',
    });
    expect(getWebLabels('no address')).toMatchObject({ integrity: 'untrusted', confidentiality: 'public' });
  });

  it('is untrusted in every frame that has a word of it', async () => {
    const { frames } = await finished(researching(web, [DONE], { other: allRelevant }).world);
    const said = frames.filter(
      ({ kind }) => kind === 'tool.result' || kind === 'grade' || kind === 'model.reply' || kind === 'agent.response',
    );
    expect(said.length).toBeGreaterThan(5);
    expect(said.filter(({ labels }) => labels.integrity !== 'untrusted')).toEqual([]);
  });

  it('opens nothing by itself: a link that the model then names is asked about', async () => {
    const open = calls('open_link', { url: 'https://evil.example/?q=5.70' });
    const run = researching(web, [open, DONE], { other: allRelevant });
    const { state } = await finished(run.world);
    expect(state).toMatchObject({
      status: 'asking',
      request: { asks: [{ form: 'approval', call: { tool: 'open_link' } }] },
    });
    expect(run.world.opened).toEqual([]);
  });
});

describe('a source', () => {
  it('may be cited where it is relevant; the person’s word stands above that, a ban above all', async () => {
    const other = judging((_request, count) => gradesFor(count, (index) => index !== 3));
    const { state } = await finished(researching(web, [DONE], { other }).world);
    const { spec } = state;
    if (!spec) throw new Error('There is no spec.');
    const citable = (pinned: readonly string[], banned: readonly string[]): string =>
      ['a', 'b', 'c', 'x']
        .filter((name) => {
          const sources = { pinned: pinned.map(at), banned: banned.map(at) };
          return canCite(at(name), { ...state, spec: { ...spec, sources } });
        })
        .join('');
    expect(citable([], [])).toBe('ab');
    expect(citable(['c'], ['a'])).toBe('bc');
    expect(citable(['a', 'c'], ['a', 'b', 'c'])).toBe('');
  });

  it('has one reference over all searches of a run', async () => {
    const again = calls('search_web_for_info', { query: 'storm surge', for: 'What is a storm surge?' });
    const found = (query: string) => (query === 'storm surge' ? ['b', 'd', 'a'] : ['a', 'b']).map((name) => hit(name));
    const run = researching({ find: found }, [again, DONE], { other: allRelevant });
    const { state } = await finished(run.world);
    const refs = listSearchRounds(state).map(({ results }) => results.map(({ ref, url }) => `${ref} ${url.charAt(8)}`));
    expect(refs).toEqual([
      ['w1 a', 'w2 b'],
      ['w2 b', 'w3 d', 'w1 a'],
    ]);
    expect([
      resolveLinkRef('w3', state),
      resolveLinkRef(` ${at('d')}#part `, state),
      resolveLinkRef('w4', state),
    ]).toEqual([at('d'), at('d'), null]);
    expect(listWebSources(state).map(({ meta }) => meta.url)).toEqual([at('a'), at('b'), at('d')]);
    expect(run.fetched).toEqual([at('a'), at('b'), at('d')]);
  });

  it('is searched for by the engines of the run alone: without one, it ends and says so', async () => {
    const run = researching(web, [DONE], { other: allRelevant });
    const { state } = await finished(run.world, { ...SPEC, search: [] });
    expect(state).toMatchObject({ status: 'failed', request: { error: { code: 'search.no-engine' } } });
    expect([run.queries, run.fetched, run.model.asked]).toEqual([[], [], []]);
  });
});
