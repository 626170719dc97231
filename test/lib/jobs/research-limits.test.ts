/** What a question of the web may do, and what is left of it where it is cut. */
import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '../../../src/lib/models/model.ts';
import { listSearchRounds, listWebSources } from '../../../src/lib/toolbox/web/web-artifacts.ts';
import type { Say } from '../../kit/models/agent-model.ts';
import { allRelevant, finished, goOn, researching, SPEC, TIDE } from '../../kit/web/researching.ts';
import { down, gradesFor, hit, judging, taskOf } from '../../kit/web/web-world.ts';
import { drive, stateOf } from '../../kit/runs/world.ts';

const call = (name: string, args: object) => ({ name, args: { reasoning: 'To know more.', ...args } });
const searching = (...queries: readonly string[]): Say => ({
  calls: queries.map((query) => call('search_web_for_info', { query })),
});
const offered = (request: ModelRequest | undefined): readonly string[] =>
  (request?.tools ?? []).map(({ name }) => name);

describe('a question of the web', () => {
  it('is answered from chosen sources without a tool that would search anew', async () => {
    const run = researching({ find: () => [hit('a', TIDE), hit('b')] }, [{ text: 'One.' }, { text: 'Two.' }], {
      other: allRelevant,
    });
    const first = await finished(run.world);
    await goOn(run.world, first, { sources: { pinned: [], banned: ['https://b.example.org/page'] } });
    const [before = [], after = []] = run.model.asked.filter(({ task }) => task === 'decide').map(offered);
    const anew = ['search_web_for_info', 'read_url', 'grade_search_results', 'rewrite_search_query'];
    expect(before).toEqual(expect.arrayContaining(anew));
    expect(after).toEqual(expect.arrayContaining(['use_chosen_sources', 'find_in_page', 'open_link']));
    expect(after.filter((name) => anew.includes(name))).toEqual([]);
    expect(JSON.stringify(run.model.asked.at(-1)?.messages)).not.toContain('search with other words');
  });

  it('is searched for twice at most, also where a model wants more at once', async () => {
    const run = researching(
      { find: (query) => [hit(query.split(' ')[0] ?? '')] },
      [searching('one', 'two', 'three'), { text: 'Known.' }],
      { other: allRelevant },
    );
    const { state, frames } = await finished(run.world);
    expect(listSearchRounds(state).map(({ query }) => query)).toEqual(['high Elbe tide rise Hamburg 1962', 'one']);
    const refused = frames.flatMap((frame) => (frame.kind === 'tool.result' && frame.isError ? [frame.error] : []));
    expect(refused).toMatchObject([{ code: 'search.enough' }, { code: 'search.enough' }]);
    expect(offered(run.model.asked.at(-1))).not.toContain('search_web_for_info');
  });

  it('never asks with other words that were tried for it in an earlier search [R5.2]', async () => {
    const run = researching(
      { find: (query) => (query === 'flood' ? [hit('good')] : ['x', 'y'].map((name) => hit(name))) },
      [searching('storm'), { text: 'Known.' }],
      {
        other: judging(
          (_request, count) => gradesFor(count, () => false),
          () => '{"query": "Hamburg tide"}',
        ),
      },
    );
    const { state } = await finished(run.world);
    const queries = listSearchRounds(state).map(({ query }) => query);
    expect(queries).toHaveLength(6);
    expect(new Set(queries).size).toBe(6);
    expect(queries.filter((query) => query === 'Hamburg tide')).toHaveLength(1);
  });

  it('that is cancelled while pages are read leaves nothing behind that fails unheard', async () => {
    const unheard: unknown[] = [];
    const hear = (reason: unknown): void => void unheard.push(reason);
    process.on('unhandledRejection', hear);
    const run = researching({ find: () => ['a', 'b', 'c'].map((name) => hit(name)) }, [], { other: allRelevant });
    const { ports, cancel } = run.world;
    let reads = 0;
    const web = {
      read: (_url: string, signal: AbortSignal): Promise<never> =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
          reads += 1;
          if (reads === 3) {
            run.world.commands.push({ id: 'c', type: 'cancel' });
            cancel.abort();
          }
        }),
    };
    const frames = await drive({ ...run.world, ports: { ...ports, web } }, [], SPEC);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', hear);
    expect(stateOf(frames).status).toBe('cancelled');
    expect(unheard).toEqual([]);
  });

  it('that ends at a limit says of what it has that it is backed by nothing [R5.2]', async () => {
    const run = researching(
      { find: () => down() },
      [{ calls: [call('rewrite_search_query', { strategy: 'broader' })] }],
      {
        other: judging(
          () => '[]',
          () => '{"query": "Hamburg tide"}',
        ),
        usage: { input: 3000, output: 5 },
      },
    );
    const { state } = await finished(run.world, { ...SPEC, limits: { ...SPEC.limits, tokenBudget: 8000 } });
    expect(state.request.answer).toMatchObject({ partial: true });
    expect(state.request.answer?.text).toMatch(/^The web could not be searched\..*\n\n- Another query/);
    expect(state.request.answer?.note).toMatch(/token limit.*without sources/);
  });

  it('keeps a page that was read, where another search takes the same page by its snippet', async () => {
    const many = ['p', 'q', 'r', 's', 't', 'u'];
    const run = researching(
      {
        find: (query) => {
          if (query === 'second') return [...many.slice(1), 'p'].map((name) => hit(name, 'Otherwise.'));
          return query === 'first' ? [hit('p')] : [];
        },
        page: () => `# P\n\n${TIDE}`,
      },
      [{ text: 'Hello.' }, searching('first', 'second'), { text: 'It rose [5.70 metres above the usual level](#).' }],
      { other: (request) => (taskOf(request) === 'other' ? { text: '' } : allRelevant(request)) },
    );
    const first = await finished(run.world);
    const { state } = await goOn(run.world, first, {});
    const page = listWebSources(state).find(({ meta }) => meta.url === 'https://p.example.org/page');
    expect(page?.meta.how).toBe('page');
  });
});
