/** A question of the web, from the search to the citation. */
import { describe, expect, it } from 'vitest';
import { GRADING_TIMEOUT_MS } from '../../../src/lib/agent/rag/grades.ts';
import { EXTRACTIVE_ID } from '../../../src/lib/models/config.ts';
import { createExtractiveModel } from '../../../src/lib/models/extractive/extractive-model.ts';
import { SearchFailure } from '../../../src/lib/pipeline/engines/search-failure.ts';
import { listSearchRounds, listWebSources } from '../../../src/lib/toolbox/web/web-artifacts.ts';
import { allRelevant, finished, goOn, GOAL, researching, SPEC, TIDE } from '../../kit/web/researching.ts';
import { down, gradesFor, hit, judging, unreadable, webWorld } from '../../kit/web/web-world.ts';
import { articleWith, modelsOf, roughCounter, world } from '../../kit/runs/world.ts';

describe('research', () => {
  it('searches, grades, reads the good pages side by side and cites what they say [J5] [R5.2] [R4.7d]', async () => {
    const run = researching(
      {
        find: (_query, engine) =>
          engine === 'wikipedia' ? ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => hit(name)) : [],
        page: (url) => (url.includes('//b.') ? `# Flood\n\n${TIDE}` : '# Other\n\nNothing of note.'),
      },
      [{ text: 'It rose [rose 5.70 metres above the usual level](#).' }],
      { other: judging((_request, count) => gradesFor(count, (index) => index === 2 || index > 3)) },
    );
    const { state, frames } = await finished(run.world);
    expect(state.status).toBe('done');
    expect(run.queries).toHaveLength(1);
    expect(run.fetched).toHaveLength(4);
    expect(frames.filter(({ kind }) => kind === 'model.call')).toHaveLength(2);
    expect(frames.find(({ kind }) => kind === 'grade')).toMatchObject({ need: GOAL, grades: { length: 6 } });
    expect(state.request.answer?.citations).toMatchObject([
      { verdict: 'verbatim', place: { url: 'https://b.example.org/page', tabId: -1 } },
    ]);
    expect(state.request.answer?.note).toBe('');
    expect(listWebSources(state).map(({ meta }) => meta.url)).not.toContain('https://a.example.org/page');
  });

  it('looks for other words where most results are of no use, by another strategy each time [R5.2]', async () => {
    const run = researching(
      {
        find: (query) =>
          query === 'storm surge 1962' ? [hit('good')] : ['x', 'y', 'z', 'u', 'v'].map((name) => hit(name)),
      },
      [{ text: 'Known.' }],
      {
        other: judging(
          (request, count) => gradesFor(count, () => JSON.stringify(request).includes('good')),
          (request) =>
            JSON.stringify(request).includes('Strategy: broader')
              ? '{"query": "tide hamburg elbe"}'
              : '{"query": "storm surge 1962"}',
        ),
      },
    );
    const { state } = await finished(run.world);
    expect(listSearchRounds(state).map(({ query, strategy, by }) => [query, strategy, by])).toEqual([
      ['high Elbe tide rise Hamburg 1962', '', 'user'],
      ['tide hamburg elbe', 'broader', 'model'],
      ['storm surge 1962', 'synonyms', 'model'],
    ]);
    expect(run.fetched).toEqual(['https://good.example.org/page']);
  });

  it('asks the next engine where one is down, and says why [J5]', async () => {
    const run = researching(
      { find: (_query, engine) => (engine === 'wikipedia' ? down() : [hit('a'), hit('b')]) },
      [{ text: 'Known.' }],
      { other: allRelevant },
    );
    const { state } = await finished(run.world);
    expect(listSearchRounds(state)[0]?.engines).toMatchObject([
      { label: 'wikipedia', outcome: 'failed', why: 'It cannot be reached.' },
      { label: 'brave', outcome: 'answered', count: 2 },
    ]);
    expect(run.fetched).toHaveLength(2);
  });

  it('says that nothing was found before what the model knows, and that this is backed by nothing [R5.2]', async () => {
    const run = researching({ find: () => down() }, [{ text: 'About five metres, I believe.' }], {
      other: allRelevant,
    });
    const { state } = await finished(run.world);
    expect(state.request.answer?.text).toBe(
      'The web could not be searched. wikipedia: It cannot be reached. brave: It cannot be reached.\n\nAbout five metres, I believe.',
    );
    expect(state.request.answer?.note).toContain('own knowledge, without sources');
    expect(listSearchRounds(state)).toHaveLength(1); // other words are no cure for that
  });

  it('names an engine once where its failure names it', async () => {
    const say = (message: string) => new SearchFailure({ code: 'search.unreachable', message, hint: '' });
    const find = (_query: unknown, engine: string) => say(engine === 'wikipedia' ? 'wikipedia failed (503).' : 'Busy.');
    const run = researching({ find }, [{ text: 'About five metres.' }], { other: allRelevant });
    const { state } = await finished(run.world);
    expect(state.request.answer?.text).toMatch(
      /^The web could not be searched\. wikipedia failed \(503\)\. brave: Busy\./,
    );
  });

  it('rests on snippets where no page may be read, and says so', async () => {
    const run = researching(
      { find: () => [hit('a', TIDE)], page: () => unreadable('web.no-access') },
      [{ text: 'It rose [5.70 metres above the usual level](#).' }],
      { other: allRelevant },
    );
    const { state } = await finished(run.world);
    expect(state.request.answer?.citations).toMatchObject([
      { verdict: 'verbatim', place: { url: 'https://a.example.org/page' } },
    ]);
    expect(state.request.answer?.note).toContain('the pages themselves were not read');
  });

  it('uses results as they came where grading takes too long, and says so [R5.2]', async () => {
    const run = researching(
      { find: () => [hit('a', TIDE), hit('b')] },
      [{ text: 'It rose [5.70 metres above the usual level](#).' }],
      { other: allRelevant },
    );
    const { clock } = run.world.ports;
    const late = {
      ...clock,
      timeout: (ms: number) => (ms === GRADING_TIMEOUT_MS ? AbortSignal.abort() : clock.timeout(ms)),
    };
    const { state, frames } = await finished({ ...run.world, ports: { ...run.world.ports, clock: late } });
    expect(frames.find(({ kind }) => kind === 'grade')).toMatchObject({
      grades: [
        { by: 'none', relevance: 'relevant', confidence: 0 },
        { by: 'none', relevance: 'relevant', confidence: 0 },
      ],
    });
    expect(listSearchRounds(state)).toHaveLength(1);
    expect(run.fetched).toHaveLength(2);
    expect(state.status).toBe('done');
    expect(state.request.answer?.note).toContain('could not be graded in time');
  });

  it('goes by words in common where the model’s grades cannot be read, and says so', async () => {
    const run = researching(
      { find: () => [hit('a', 'The Elbe tide in Hamburg, 1962, and how high it rose'), hit('b', 'Cats and dogs')] },
      [{ text: 'Known.' }],
      { other: judging(() => 'They are all good.') },
    );
    const { state, frames } = await finished(run.world);
    expect(frames.find(({ kind }) => kind === 'grade')).toMatchObject({ grades: [{ by: 'rule' }, { by: 'rule' }] });
    expect(state.request.answer?.note).toContain('matched by keywords, not graded by a model');
  });

  it('goes by words in common without a model, which the answer says by who made it, and its note not again', async () => {
    const models = modelsOf({ id: EXTRACTIVE_ID, label: 'Built in', metered: false });
    const made = webWorld({
      find: () => [hit('a', 'The Elbe tide in Hamburg, 1962, and how high it rose'), hit('b', 'Cats and dogs')],
      page: () => `# Flood\n\n${TIDE}`,
    });
    const w = world(createExtractiveModel(roughCounter), articleWith(''), made.ports);
    const { state, frames } = await finished(w, { ...SPEC, models });
    expect(made.fetched).toEqual(['https://a.example.org/page']);
    expect(frames.find(({ kind }) => kind === 'grade')).toMatchObject({
      grades: [
        { by: 'rule', relevance: 'relevant' },
        { by: 'rule', relevance: 'not_relevant' },
      ],
    });
    expect(state.request.answer?.text).toContain('5.70 metres');
    expect(state.request.answer?.citations[0]).toMatchObject({
      verdict: 'verbatim',
      place: { url: 'https://a.example.org/page' },
    });
    expect(state.request.answer?.note).toBe('');
  });

  it('ends in one honest sentence where nothing is found and no model knows anything', async () => {
    const models = modelsOf({ id: EXTRACTIVE_ID, label: 'Built in', metered: false });
    const made = webWorld({ find: () => [] });
    const w = world(createExtractiveModel(roughCounter), articleWith(''), made.ports);
    const { state } = await finished(w, { ...SPEC, models });
    expect(state.status).toBe('done');
    expect(state.request.answer?.text).toMatch(/^Nothing was found on the web that answers this\. The built-in engine/);
    expect(listSearchRounds(state).length).toBe(3);
  });

  it('answers again with other sources without searching or grading again, and cites no banned one [J5]', async () => {
    const page = (url: string): string =>
      `# P\n\n${TIDE.replace('Hamburg', url.includes('//a.') ? 'Cuxhaven' : 'Hamburg')}`;
    const run = researching(
      { find: () => [hit('a'), hit('b'), hit('c')], page },
      [
        { text: 'It did [the tide at Cuxhaven rose 5.70 metres](#).' },
        { text: 'So [the tide at Cuxhaven rose 5.70 metres](#) and [the tide at Hamburg rose 5.70 metres](#).' },
      ],
      { other: judging((_request, count) => gradesFor(count, (index) => index === 1)) },
    );
    const first = await finished(run.world);
    expect(first.state.request.answer?.citations).toMatchObject([{ place: { url: 'https://a.example.org/page' } }]);
    expect(run.fetched).toEqual(['https://a.example.org/page']);
    const before = { queries: run.queries.length, calls: run.model.asked.length };
    const sources = { pinned: ['https://b.example.org/page'], banned: ['https://a.example.org/page'] };
    const { state } = await goOn(run.world, first, { sources });
    expect(run.queries.length).toBe(before.queries);
    expect(run.model.asked.length).toBe(before.calls + 1);
    expect(run.fetched).toEqual(['https://a.example.org/page', 'https://b.example.org/page']);
    expect(state.request.answer?.citations).toMatchObject([
      { verdict: 'missing' },
      { place: { url: 'https://b.example.org/page' } },
    ]);
  });
});
