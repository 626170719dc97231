import { describe, expect, it } from 'vitest';
import { isTried } from '../../../../src/lib/agent/rag/rewrite.ts';
import { listSearchRounds } from '../../../../src/lib/toolbox/web/web-artifacts.ts';
import { calls, finished, GOAL, researching, resultsOf, SPEC } from '../../../kit/web/researching.ts';
import { gradesFor, hit, judging, taskOf, textOf } from '../../../kit/web/web-world.ts';

const web = { find: () => ['a', 'b'].map((name) => hit(name)) };
const otherWords = (strategy: string) => calls('rewrite_search_query', { strategy });
const DONE = { text: 'Known.' };
const rewriting = (reply: string) =>
  judging(
    (_request, count) => gradesFor(count, () => true),
    () => reply,
  );

describe('rewrite_search_query', () => {
  it('brings other words by the strategy that is asked for, and searches nothing [R4.7d]', async () => {
    const run = researching(web, [otherWords('synonyms'), DONE], { other: rewriting('{"query": "storm surge 1962"}') });
    const { frames } = await finished(run.world);
    expect(resultsOf(frames, 'rewrite_search_query')).toMatchObject([
      { isError: false, structured: { query: 'storm surge 1962', strategy: 'synonyms', by: 'model' } },
    ]);
    const [asked] = run.model.asked.filter((request) => taskOf(request) === 'rewrite').map(textOf);
    expect(asked).toContain(GOAL);
    expect(asked).toContain('Strategy: synonyms');
    expect(asked).toContain('high Elbe tide rise Hamburg 1962'); // what was tried
    expect(run.queries).toHaveLength(2); // both engines, of the search before
  });

  it.each([
    ['was tried, in other order and case', '{"query": "hamburg 1962 HIGH elbe rise tide"}'],
    ['has no word', '{"query": "?"}'],
    ['is none', 'I would rather not.\nReally.'],
  ])('makes its own words where what the model offers %s [R5.2]', async (_why, reply) => {
    const run = researching(web, [otherWords('related'), DONE], { other: rewriting(reply) });
    const { frames, state } = await finished(run.world);
    const [result] = resultsOf(frames, 'rewrite_search_query');
    expect(result).toMatchObject({ structured: { query: 'Elbe Hamburg 1962 high', strategy: 'related', by: 'rule' } });
    expect(
      isTried(
        'Elbe Hamburg 1962 high',
        listSearchRounds(state).map(({ query }) => query),
      ),
    ).toBe(false);
  });

  it('makes words by another strategy where code has none for it: synonyms are beyond it', async () => {
    const run = researching(web, [otherWords('synonyms'), DONE], { other: rewriting('') });
    const { frames } = await finished(run.world);
    expect(resultsOf(frames, 'rewrite_search_query')).toMatchObject([
      { structured: { strategy: 'broader', by: 'rule' } },
    ]);
  });

  it('says so where no other words are left', async () => {
    const run = researching(web, [otherWords('broader'), DONE, DONE], { other: rewriting('{"query": "tide"}') });
    const { frames } = await finished(run.world, { ...SPEC, goal: 'Tide?' });
    expect(resultsOf(frames, 'rewrite_search_query')).toMatchObject([
      { isError: true, recoverable: true, error: { code: 'tool.nothing-found' } },
    ]);
  });
});
