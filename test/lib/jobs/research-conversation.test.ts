/** Questions of the web one after another in one conversation: each is answered from what bears on it. */
import { describe, expect, it } from 'vitest';
import { listSearchRounds } from '../../../src/lib/toolbox/web/web-artifacts.ts';
import type { Say } from '../../kit/models/agent-model.ts';
import { allRelevant, finished, goOn, researching, SPEC, TIDE } from '../../kit/web/researching.ts';
import { specOf } from '../../kit/runs/world.ts';
import { down, gradesFor, hit, judging, textOf } from '../../kit/web/web-world.ts';
import { digestInTurn } from '../../kit/base/virtual-clock.ts';

digestInTurn();

const call = (name: string, args: object): Say => ({
  calls: [{ name, args: { reasoning: 'To know more.', ...args } }],
});
const search = (query: string, more: object = {}): Say => call('search_web_for_info', { query, ...more });
const said = (text: string): Say => ({ text });
const WHY = 'Why do tides rise?';

describe('a second question of the web', () => {
  it('that finds nothing is told so, whatever the first had found [R5.2]', async () => {
    const run = researching(
      { find: (query) => (query === 'moon pull' ? down() : [hit('a', TIDE)]), page: () => `# A\n\n${TIDE}` },
      [
        said('It rose [5.70 metres above the usual level](#).'),
        search('moon pull'),
        said('Because of the moon, I believe.'),
      ],
      { other: allRelevant },
    );
    const first = await finished(run.world);
    const { state } = await goOn(run.world, first, { goal: WHY });
    expect(state.request.answer?.text).toBe(
      'The web could not be searched. wikipedia: It cannot be reached. brave: It cannot be reached.\n\nBecause of the moon, I believe.',
    );
    expect(state.request.answer?.note).toContain('own knowledge, without sources');
    const told = JSON.stringify(run.model.asked.at(-1));
    expect(told).toContain('Answer from what you know');
  });

  it('counts as bearing on it only what was graded for it', async () => {
    const run = researching(
      { find: (query) => (query === 'moon pull' ? [hit('m'), hit('n')] : [hit('a', TIDE)]) },
      [said('Known.'), search('moon pull'), said('The moon.')],
      { other: judging((_request, count) => gradesFor(count, (index) => index === 1)) },
    );
    const first = await finished(run.world);
    const { frames } = await goOn(run.world, first, { goal: WHY });
    const last = frames.flatMap((frame) => (frame.kind === 'tool.result' && frame.final ? [frame] : [])).at(-1);
    expect(last?.message).toMatch(/Sources that bear on it: 1, of 2 results/);
    const passages = await run.world.ports.blobs.get(last?.objects[0]?.body.hash ?? '');
    expect(passages).toContain('m.example.org');
    expect(passages).not.toContain('a.example.org');
  });

  it('may be answered from what the first had found, and is not said to have found nothing', async () => {
    const run = researching(
      { find: () => [hit('a', TIDE)], page: () => `# A\n\n${TIDE}` },
      [said('It rose.'), said('In [February 1962](#).')],
      { other: allRelevant },
    );
    const first = await finished(run.world);
    const { state } = await goOn(run.world, first, { goal: 'In which month?' });
    expect(state.request.answer?.text).toBe('In [February 1962](#).');
    expect(state.request.answer?.note).toBe('');
    expect(listSearchRounds(state)).toHaveLength(1);
  });

  it('does not rest on a page that was of use to the first alone [R5.2]', async () => {
    const quote = 'So [the tide at Hamburg rose 5.70 metres](#).';
    const run = researching(
      { find: () => [hit('a', TIDE)], page: () => `# A\n\n${TIDE}` },
      [said(quote), search('moon pull'), said(quote)],
      { other: judging((request, count) => gradesFor(count, () => textOf(request).includes('Hamburg in 1962?'))) },
    );
    const first = await finished(run.world);
    expect(first.state.request.answer?.citations).toMatchObject([{ verdict: 'verbatim' }]);
    const { state } = await goOn(run.world, first, { goal: WHY });
    expect(state.request.answer?.citations).toMatchObject([{ verdict: 'missing', place: null }]);
    expect(state.request.answer?.text).toMatch(/^Nothing was found on the web/);
  });

  it('keeps out what the person had banned, also when it is the same question typed again', async () => {
    const run = researching(
      { find: () => [hit('a', TIDE), hit('b', TIDE)], page: (url) => `# ${url}\n\n${TIDE}` },
      [said('One.'), said('Two.'), search('elbe flood 1962'), said('Three [at Hamburg rose 5.70 metres](#).')],
      { other: allRelevant },
    );
    const first = await finished(run.world);
    const banned = 'https://a.example.org/page';
    const again = await goOn(run.world, first, { sources: { pinned: [], banned: [banned] } });
    const { state } = await goOn(run.world, again, {});
    expect(
      listSearchRounds(state)
        .at(-1)
        ?.results.map(({ url }) => url),
    ).toEqual(['https://b.example.org/page']);
    expect(state.request.answer?.citations).toMatchObject([{ place: { url: 'https://b.example.org/page' } }]);
  });
});

describe('a question of two parts', () => {
  const MOON = 'The moon is 384,400 kilometres away.';
  it('may rest on what is of use to one of them, though it is of none to the other', async () => {
    const run = researching(
      {
        find: (query) => (query === 'moon distance' ? [hit('a', TIDE), hit('m', MOON)] : [hit('a', TIDE)]),
        page: (url) => `# P\n\n${url.includes('//a.') ? TIDE : MOON}`,
      },
      [
        search('moon distance', { for: 'How far is the moon?' }),
        said('It rose [5.70 metres above the usual level](#), and the moon is [384,400 kilometres away](#).'),
      ],
      {
        // of use: the page on the tide to the user's request, the other to the other
        other: judging((request, count) =>
          gradesFor(count, (index) => (textOf(request).includes('How far') ? index === 2 || count === 1 : true)),
        ),
      },
    );
    const { state } = await finished(run.world);
    expect(state.request.answer?.citations).toMatchObject([{ verdict: 'verbatim' }, { verdict: 'verbatim' }]);
  });

  it('is searched for side by side without one spoiling the other', async () => {
    const run = researching(
      {
        find: (query) =>
          query === 'moon' || query === 'tide' ? [hit('m', MOON), hit('t', TIDE)] : [hit('x', 'Nothing of note.')],
        page: (url) => `# P\n\n${url.includes('//t.') ? TIDE : MOON}`,
      },
      [
        said('Hello.'),
        {
          calls: [
            ...(search('moon', { for: 'How far is the moon?' }).calls ?? []),
            ...(search('tide', { for: 'How high was the tide?' }).calls ?? []),
          ],
        },
        said('It rose [5.70 metres above the usual level](#), and the moon is [384,400 kilometres away](#).'),
      ],
      {
        other: judging((request, count) =>
          gradesFor(count, (index) => index === (textOf(request).includes('How far') ? 1 : 2)),
        ),
      },
    );
    const first = await finished(run.world);
    const { state } = await goOn(run.world, first, { goal: 'And the moon, and the tide?' });
    expect(state.request.answer?.citations).toMatchObject([{ verdict: 'verbatim' }, { verdict: 'verbatim' }]);
    expect(listSearchRounds(state).slice(-2)).toMatchObject([{ query: 'moon' }, { query: 'tide' }]);
  });
});

describe('a question of the web after a chat', () => {
  it('sends no engine what was typed to the model alone, unless the person agrees [R11.6]', async () => {
    const run = researching({ find: () => [hit('a', TIDE)] }, [said('I see.'), search('biopsy 4711 clinic')], {
      other: allRelevant,
    });
    const chat = specOf({ ...SPEC, job: 'chat', goal: 'My biopsy 4711 showed nothing good.' });
    const first = await finished(run.world, chat);
    const { frames } = await goOn(run.world, first, { goal: 'Which clinics are good?' });
    expect(frames.flatMap((frame) => (frame.kind === 'ask.user' ? [JSON.stringify(frame)] : [])).join()).toContain(
      'biopsy 4711 clinic',
    );
    expect(run.queries.join()).not.toContain('4711');
  });
});
