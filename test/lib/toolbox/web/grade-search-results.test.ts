import { describe, expect, it } from 'vitest';
import { gradeSearchResults } from '../../../../src/lib/toolbox/web/grade-search-results.ts';
import { findGrade } from '../../../../src/lib/agent/frames/grade.ts';
import { canCite } from '../../../../src/lib/toolbox/web/web-artifacts.ts';
import { calls, finished, GOAL, researching, resultsOf } from '../../../kit/web/researching.ts';
import { gradesFor, hit, judging, taskOf, textOf } from '../../../kit/web/web-world.ts';
import { stateOf } from '../../../kit/runs/world.ts';

const OTHER = 'When was the gauge built?';
const again = calls('grade_search_results', { for: OTHER });
const URLS = ['a', 'b', 'c'].map((name) => hit(name).url);
const web = { find: () => ['a', 'b', 'c'].map((name) => hit(name)) };
/** For the goal the first result is of use, for the other question the last one. */
const byNeed = judging((request, count) =>
  gradesFor(count, (index) => index === (textOf(request).includes(OTHER) ? count : 1)),
);

describe('grade_search_results', () => {
  it('grades all results for another need, in one call, and says what each is worth to it [R4.7d]', async () => {
    const run = researching(web, [again, { text: 'Known.' }], { other: byNeed });
    const { frames, state } = await finished(run.world);
    const graded = frames.filter((frame) => frame.kind === 'grade').map(({ need }) => need);
    expect(graded).toEqual([GOAL, OTHER]);
    expect(run.model.asked.filter((request) => taskOf(request) === 'grade')).toHaveLength(2);
    expect(resultsOf(frames, 'grade_search_results')[0]?.message).toBe(
      [
        '1 of 3 results bear on it.',
        '[w1] not_relevant (because): Page a',
        '[w2] not_relevant (because): Page b',
        '[w3] relevant (because): Page c',
      ].join('\n'),
    );
    expect(URLS.map((url) => findGrade(url, OTHER, state)?.relevance)).toEqual([
      'not_relevant',
      'not_relevant',
      'relevant',
    ]);
    // what was of use for the question itself stays so
    expect(URLS.map((url) => canCite(url, state))).toEqual([true, false, true]);
  });

  it('asks nobody about a need that the results were graded for already', async () => {
    const same = calls('grade_search_results', { for: GOAL });
    const run = researching(web, [same, { text: 'Known.' }], { other: byNeed });
    const { frames } = await finished(run.world);
    expect(frames.filter(({ kind }) => kind === 'grade')).toHaveLength(1);
    expect(resultsOf(frames, 'grade_search_results')).toMatchObject([{ isError: false }]);
  });

  it('grades by words where the model leaves a result out', async () => {
    const silent = judging((request, count) => (textOf(request).includes(OTHER) ? '[]' : gradesFor(count, () => true)));
    const { state } = await finished(researching(web, [again, { text: 'Known.' }], { other: silent }).world);
    expect(URLS.map((url) => findGrade(url, OTHER, state)?.by)).toEqual(['rule', 'rule', 'rule']);
  });

  it('is there once something has been searched', async () => {
    expect(gradeSearchResults.checkAvailability?.(stateOf([]))).toContain('nothing has been searched yet');
    const { state } = await finished(researching(web, [{ text: 'Known.' }], { other: byNeed }).world);
    expect(gradeSearchResults.checkAvailability?.(state)).toBe(true);
  });

  it('says that there is nothing to grade where searches brought nothing', async () => {
    const run = researching({ find: () => [] }, [again, { text: 'Known.' }, { text: 'Known.' }], { other: byNeed });
    const { frames } = await finished(run.world);
    expect(resultsOf(frames, 'grade_search_results')).toMatchObject([{ error: { code: 'tool.nothing-found' } }]);
  });
});
