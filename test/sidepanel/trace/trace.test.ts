import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Citation } from '../../../src/lib/agent/frames/frames.ts';
import type { FrameDraft } from '../../../src/lib/agent/frames/stamp.ts';
import { formatCompactArgs, formatGlimpse } from '../../../src/sidepanel/asks/format-args.ts';
import { t } from '../../../src/sidepanel/strings/strings.ts';
import { missing, quoted } from '../../kit/runs/citations.ts';
import { anyFrames } from '../../lib/agent/log-arbitraries.ts';
import { asked, frames, say } from '../kit/script.ts';
import { traceOf } from './trace-words.ts';
import { grade, MOON, result, SEA, searchRound, web } from '../kit/web-frames.ts';

const BEGUN = say.invoked({ job: 'ask', goal: 'q' });
const trace = (...drafts: readonly FrameDraft[]) => traceOf(frames(BEGUN, ...drafts));
const URL = { url: 'https://example.org/' };

describe('the trace', () => {
  it('can be told of any frames, and loses no decision and no call: each is told of whose it is', () => {
    fc.assert(
      fc.property(anyFrames, (all) => {
        for (const name of new Set([null, ...all.map(({ correlationId }) => correlationId)])) {
          const items = traceOf(all, name);
          const own = all.filter(({ correlationId }) => correlationId === name);
          const said = JSON.stringify(items);
          const calls = new Set(items.flatMap((item) => item.calls.map(({ key }) => key)));
          const asked = own.flatMap((frame) =>
            frame.kind === 'tool.call' || (frame.kind === 'ask.user' && frame.call !== null) ? [frame.key] : [],
          );
          expect(calls).toEqual(new Set(asked));
          for (const frame of own)
            if (frame.kind === 'error') expect(said).toContain(JSON.stringify(frame.error.message).slice(1, -1));
          expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
          const plans = own.filter(({ kind }) => kind === 'plan').length;
          expect(items.filter(({ by }) => by !== null).length).toBeLessThanOrEqual(plans);
          for (const { since } of items) expect(since).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('tells a decision with its thought, calls, results, meaning and price in one place', () => {
    const [item, ...others] = trace(
      say.decide('0/decide', 1),
      say.reply('', '0/decide'),
      say.usage(900, 40, '0/decide'),
      say.plan(1, { by: 'model', reply: '0/decide', thought: 'Two looks.' }),
      say.toolCall('find_in_page', '1.0/a', { query: 'moon' }),
      say.toolCall('find_in_page', '1.1/b', { query: 'tide', limit: 3 }, 1),
      say.result('1.1/b', 'Nothing found.', true),
      say.result('1.0/a', 'Found 2 passages.'),
      say.observation('The moon it is.', ['1.0/a', '1.1/b']),
    );
    expect(others).toEqual([]);
    expect(item).toMatchObject({
      by: 'model',
      thought: 'Two looks.',
      state: 'done',
      observation: 'The moon it is.',
      ms: 4200,
      usage: { input: 900, output: 40 },
      calls: [
        { state: 'done', args: { query: 'moon' }, results: [{ message: 'Found 2 passages.' }] },
        { state: 'failed', results: [{ message: 'Nothing found.', isError: true }] },
      ],
    });
  });

  it('tells a search in one place: its stages, what they cost, and what the results are worth', () => {
    const within = (purpose: 'grade' | 'rewrite'): FrameDraft =>
      ({ ...say.aside('reflect', purpose), purpose }) as FrameDraft;
    const [item, ...others] = trace(
      ...web.search(),
      web.round(searchRound('q', [result('w1', MOON), result('w2', SEA)])),
      within('grade'),
      say.reply('', 'grade'),
      say.usage(500, 30, 'grade'),
      web.grades([grade(MOON), grade(SEA, { relevance: 'not_relevant' })]),
      within('rewrite'),
    );
    expect(others).toEqual([]);
    expect(item?.calls[0]).toMatchObject({
      tool: 'search_web_for_info',
      results: [{ message: '2 results.' }, { message: '1 of 2 results relevant, graded by the model' }],
      parts: [
        { title: 'Grade the results', state: 'done', input: 500, output: 30 },
        { title: 'Rephrase the search', state: 'running' },
      ],
    });
    expect(trace(web.grades([grade(MOON, { by: 'rule' })]))).toMatchObject([
      { title: 'Grade the results', detail: '1 of 1 result relevant, matched by keywords' },
    ]);
  });

  it('says that results were not graded, and goes on', () => {
    const call = { ...say.aside('reflect', 'grade'), purpose: 'grade' } as FrameDraft;
    const items = trace(
      ...web.search(),
      call,
      say.reply('', 'grade', 'failed'),
      web.grades([grade(MOON, { by: 'none' })]),
    );
    expect(items.map(({ title }) => title)).toContain('Couldn’t grade the results');
    expect(items[0]?.calls[0]?.results.map(({ message }) => message)).toEqual(['1 result, not graded']);
  });

  it('says of the answer’s step how many of its quotes were found', () => {
    const answered = (...citations: readonly Citation[]) =>
      trace(
        say.decide('0/decide', 1),
        say.reply('So.', '0/decide'),
        say.plan(1, { by: 'model', reply: '0/decide', decision: 'respond' }),
        say.answer('So.', '', citations),
      ).map(({ checked }) => checked);
    expect(answered()).toEqual([null]);
    expect(answered(quoted('a'), quoted('c', { verdict: 'shortened' }), missing('b'))).toEqual([
      { found: 1, turned: 0, shortened: 1, missing: 1 },
    ]);
    expect(answered(quoted('a', { mismatches: [{ claim: 'all', source: 'some' }] }), quoted('b'))).toEqual([
      { found: 2, turned: 1, shortened: 0, missing: 0 },
    ]);
    expect(
      trace(say.modelCall(), say.reply('So.'), say.answer('So.', '', [quoted('a')])).map(({ checked }) => checked),
    ).toEqual([{ found: 1, turned: 0, shortened: 0, missing: 0 }]);
  });

  it.each([
    [1, 0, 0, 0, '1 quote found'],
    [3, 0, 0, 0, '3 quotes found'],
    [3, 2, 0, 0, '3 quotes found, 2 to check'],
    [2, 0, 0, 1, '3 quotes, 1 not found'],
    [2, 1, 0, 1, '3 quotes, 1 to check, 1 not found'],
    [2, 0, 1, 1, '4 quotes, 1 to check, 1 not found'],
    [0, 0, 1, 0, '1 quote, 1 to check'],
    [0, 0, 0, 1, '1 quote not found'],
    [0, 0, 0, 2, '2 quotes not found'],
  ])(
    'puts %i quotes found (%i turned), %i shortened and %i lost into words',
    (found, turned, shortened, lost, words) => {
      expect(t.quotes.checked({ found, turned, shortened, missing: lost })).toBe(words);
    },
  );

  it('leaves out what code observed, since it repeats the result', () => {
    const [item] = trace(
      say.plan(1),
      say.toolCall('read_page'),
      say.read(),
      say.observation('Read.', ['read_page'], 'rule'),
    );
    expect(item?.observation).toBe('');
  });

  it('says why a reply was not acted on', () => {
    const items = trace(
      say.decide('0/decide', 1),
      say.reply('{', '0/decide'),
      say.plan(0, { by: 'model', decision: 'invalid', reply: '0/decide', thought: '', problem: 'The JSON is cut.' }),
    );
    expect(items).toMatchObject([
      { title: 'Ignored (invalid)', state: 'failed', detail: 'The JSON is cut.', usage: null },
    ]);
  });

  it('follows a call through yes and no', () => {
    const ask = [say.plan(1, { by: 'model' }), say.ask('approval', '1.0/a', '', asked('open_link', URL))];
    expect(trace(...ask)).toMatchObject([{ state: 'asking', calls: [{ state: 'asking' }] }]);
    const yes = say.control({ control: 'approve', ask: '1.0/a', hash: 'a'.repeat(64), always: null });
    const opened = [...ask, yes, say.toolCall('open_link', '1.0/a', URL), say.result('1.0/a', 'Opened.')];
    expect(trace(...opened)).toMatchObject([
      { state: 'done', calls: [{ userDecision: 'You allowed it', results: [{ message: 'Opened.' }] }] },
    ]);
    const no = trace(...ask, say.control({ control: 'decline', ask: '1.0/a' }));
    expect(no).toMatchObject([{ calls: [{ userDecision: 'You declined', results: [] }] }]);
    const told = trace(
      ...ask,
      say.control({ control: 'decline', ask: '1.0/a' }),
      say.result('1.0/a', 'The person does not want it.', true),
    );
    expect(told).toMatchObject([
      { state: 'info', calls: [{ userDecision: 'You declined', state: 'info', results: [] }] },
    ]);
    expect(trace(...ask, say.control({ control: 'cancel' }))).toMatchObject([
      { state: 'cut' },
      { title: 'Stopped by you' },
    ]);
  });

  it('tells parts inside their call, what is waited for, and a model that is back [R6.5c]', () => {
    const items = trace(
      say.plan(1),
      say.toolCall('summarize_page_content', '1.0/s'),
      say.modelCall('1.0/s/0', { index: 1, of: 2 }),
      say.reply('', '1.0/s/0', 'failed'),
      say.wait(1),
      say.modelCall('1.0/s/0', { index: 1, of: 2 }, 2),
      say.reply('note', '1.0/s/0'),
      say.usage(100, 20, '1.0/s/0'),
    );
    expect(items[0]?.calls[0]?.parts).toMatchObject([
      { title: 'Part 1 of 2 (attempt 2)', state: 'done', input: 100, output: 20 },
    ]);
    expect(items.slice(1).map(({ title }) => title)).toEqual([
      'Couldn’t condense a part',
      'Wait',
      'The model is back.',
    ]);
  });

  it('shows the beginning of what was found without its marks', () => {
    expect(formatGlimpse('[027asm5] The gates\n## The gates\n\nThey close\nat night.', 48)).toBe(
      'The gates · They close · at night.',
    );
    expect(formatGlimpse('A\nB\nA', 5)).toBe('A · B · A');
    expect(formatGlimpse('A\nB\nA', 6)).toBe('A · B · A…');
    expect(formatGlimpse('x'.repeat(500), 500)).toBe(`${'x'.repeat(160)}…`);
  });

  it('writes out what hides in arguments', () => {
    expect(formatCompactArgs({ query: 'moon\u202E' })).toBe('moon\\u202E');
    expect(formatCompactArgs({ a: 1, 'b\n': ['x'] })).toBe('a: 1, b\\u000A: ["x"]');
    expect(formatCompactArgs({ query: 'x'.repeat(500) })).toHaveLength(121);
    expect(formatCompactArgs({})).toBe('');
  });
});
