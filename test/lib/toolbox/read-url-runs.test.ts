/** `read_url`: what it reads, what it does not, and what is said of it. */
import { describe, expect, it } from 'vitest';
import type { Frame } from '../../../src/lib/agent/frames/frames.ts';
import type { Say } from '../../kit/models/agent-model.ts';
import { allRelevant, finished, goOn, researching, SPEC, TIDE } from '../../kit/web/researching.ts';
import { gradesFor, hit, judging, listedIn, taskOf } from '../../kit/web/web-world.ts';

const reading = (ref: string): Say => ({ calls: [{ name: 'read_url', args: { reasoning: 'To know more.', ref } }] });
const results = (frames: readonly Frame[]) =>
  frames.flatMap((frame) => (frame.kind === 'tool.result' && frame.tool === 'read_url' && frame.final ? [frame] : []));

describe('read_url in a run', () => {
  it('reads an address that the person named, and says of no search result that words alone graded it', async () => {
    const named = 'https://named.example.org/tide';
    const run = researching(
      { find: () => [hit('a')], page: () => `# P\n\n${TIDE}` },
      [reading(named), { text: 'It rose [5.70 metres above the usual level](#).' }],
      { other: judging((_request, count) => gradesFor(count, () => false)) },
    );
    const { state } = await finished(run.world, { ...SPEC, goal: `How high did it rise? See ${named}.` });
    expect(run.fetched).toEqual([named]);
    expect(state.request.answer?.citations).toMatchObject([{ verdict: 'verbatim', place: { url: named } }]);
    expect(state.request.answer).toMatchObject({ note: '' });
    expect(state.request.answer?.text).toMatch(/^It rose/);
  });

  it('fetches nothing that the person does not want to be used', async () => {
    const run = researching(
      { find: () => ['a', 'b', 'c', 'd', 'e'].map((name) => hit(name)) },
      [{ text: 'One.' }, { text: 'Two.' }, reading('w5'), { text: 'Three.' }],
      { other: judging((_request, count) => gradesFor(count, (index) => index < 4)) },
    );
    const first = await finished(run.world);
    const again = await goOn(run.world, first, { sources: { pinned: [], banned: ['https://e.example.org/page'] } });
    const { frames } = await goOn(run.world, again, { goal: 'And what else?' });
    expect(results(frames)).toMatchObject([{ isError: true, error: { code: 'web.banned' } }]);
    expect(run.fetched).not.toContain('https://e.example.org/page');
  });

  it('asks before it reads an address that nobody named, and fetches nothing until then', async () => {
    const run = researching(
      { find: () => [hit('a')] },
      [reading('https://a.example.org/page?leak=Hamburg'), { text: 'Known.' }],
      { other: allRelevant },
    );
    const { state } = await finished(run.world);
    expect(state.request.asks).toMatchObject([{ form: 'approval', call: { tool: 'read_url' } }]);
    expect(run.fetched).toEqual(['https://a.example.org/page']);
  });

  it('has a page graded anew that its snippet spoke against', async () => {
    let asked = 0;
    const run = researching(
      { find: () => [hit('a'), hit('b')], page: () => `# P\n\n${TIDE}` },
      [reading('w1'), { text: 'It rose [5.70 metres above the usual level](#).' }],
      {
        other: (request) => {
          if (taskOf(request) === 'grade') asked += 1;
          // the page itself is graded alone
          return judging((one) => gradesFor(listedIn(one), () => listedIn(one) === 1))(request);
        },
      },
    );
    const { state } = await finished(run.world);
    expect(state.request.answer?.citations).toMatchObject([{ verdict: 'verbatim' }]);
    expect(asked).toBe(2);
  });
});
