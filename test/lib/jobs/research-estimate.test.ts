/** What a question of the web takes at most, held against runs that take as much as they can. */
import { describe, expect, it } from 'vitest';
import { computeTokenBudget } from '../../../src/lib/agent/budget/window-split.ts';
import { bindCallees } from '../../../src/lib/agent/state/model-roles.ts';
import type { Frame } from '../../../src/lib/agent/frames/frames.ts';
import type { Say } from '../../kit/models/agent-model.ts';
import { finished, goOn, researching, SPEC } from '../../kit/web/researching.ts';
import { gradesFor, hit, judging } from '../../kit/web/web-world.ts';
import { estimateReanswer, estimateResearch } from '../../../src/lib/jobs/research-estimate.ts';

const call = (name: string, args: object): Say => ({
  calls: [{ name, args: { reasoning: 'To know more.', ...args } }],
});
/** A grader to whom nothing is of use, and a rewriter who never runs out of words. */
const useless = () => {
  let words = 0;
  return judging(
    (_request, count) => gradesFor(count, () => false),
    () => `{"query": "other words ${String((words += 1))}"}`,
  );
};
const callsIn = (frames: readonly Frame[]): number => frames.filter(({ kind }) => kind === 'model.call').length;
/** Other pages for other words: none is graded already. */
const pages = {
  find: (query: string) => ['a', 'b', 'c'].map((name) => hit(`${name}-${query.toLowerCase().replace(/\W+/g, '-')}`)),
};

describe('the estimate of a question of the web', () => {
  const limits = { maxSteps: SPEC.limits.maxSteps };
  const estimates = (run: ReturnType<typeof researching>) => {
    const calleeFor = bindCallees(SPEC.models, () => run.model);
    return { first: estimateResearch(calleeFor, limits), again: estimateReanswer(calleeFor, limits) };
  };

  it('is what one takes that searches, reads and fails as often as it may; the first needs no decision to search', async () => {
    const busy = (first: string): readonly Say[] => [
      call('search_web_for_info', { query: first }),
      call('read_url', { ref: 'w1' }),
      call('read_url', { ref: 'w2' }),
    ];
    const run = researching(pages, [...busy('storm'), call('search_web_for_info', { query: 'moon' }), ...busy('sun')], {
      other: useless(),
      last: () => ({ text: 'Known.' }),
      // its first answer stands among its decisions, and is none of the script
      notMine: ['Known.', 'The web has to be searched first.'],
    });
    const first = await finished(run.world);
    const { calls } = estimates(run).first;
    expect(callsIn(first.frames)).toBe(calls - 1);
    const { frames, state } = await goOn(run.world, first, { goal: 'Why do tides rise?' });
    expect(state.status).toBe('done');
    expect(callsIn(frames) - callsIn(first.frames)).toBe(calls);
  });

  it('is of a conversation that has to be put in short first, and likely no more than one prompt holds', () => {
    const run = researching(pages, []);
    const getCallee = bindCallees(SPEC.models, () => run.model);
    const { prompt } = computeTokenBudget(run.model);
    const [short, long] = [1, 2 * prompt].map((carried) => estimateResearch(getCallee, limits, carried));
    expect(long?.calls).toBe(estimateResearch(getCallee, limits).calls + limits.maxSteps);
    expect(long?.calls).toBeGreaterThan(short?.calls ?? Infinity);
    expect(long?.likely.input).toBeLessThan(2 * prompt);
  });

  it('holds for an answer once more, which is far less', async () => {
    const run = researching(
      pages,
      [
        { text: 'One.' },
        call('find_in_page', { query: 'zebra' }),
        call('find_in_page', { query: 'okapi' }),
        { text: 'Two.' },
      ],
      { other: judging((_request, count) => gradesFor(count, () => true)) },
    );
    const first = await finished(run.world);
    const sources = { pinned: [], banned: ['https://a.example.org/page'] };
    const { frames, state } = await goOn(run.world, first, { sources });
    expect(state.request.answer?.text).toBe('Two.');
    const made = callsIn(frames) - callsIn(first.frames);
    const { first: whole, again } = estimates(run);
    expect(made).toBe(7); // three decisions, other words for each look, and a thought on each that failed
    expect(made).toBeLessThanOrEqual(again.calls);
    expect(again.calls).toBeLessThanOrEqual(whole.calls / 2);
    expect(again.total).toBeLessThan(whole.total);
  });
});
