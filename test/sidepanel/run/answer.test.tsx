/** What stands with each answer: its proof, its cost, how it came about, and the way to its end. */
import axe from 'axe-core';
import fc from 'fast-check';
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunRequest } from '../../../src/lib/agent/frames/frames.ts';
import type { FrameDraft } from '../../../src/lib/agent/frames/stamp.ts';
import { EXTRACTIVE_ID } from '../../../src/lib/models/config.ts';
import { addFrames, createRunModel } from '../../../src/sidepanel/run/run-model.ts';
import { listRequests } from '../../../src/sidepanel/run/requests.ts';
import { formatCost } from '../../../src/sidepanel/receipt/cost-badge.tsx';
import { t } from '../../../src/sidepanel/strings/strings.ts';
import { missing, quoted } from '../../kit/runs/citations.ts';
import { termsIn, wishIn } from '../../kit/runs/spec.ts';
import { acted } from '../kit/acted.ts';
import { estimated, frames, models, OPENING, OTHER, RUN, say, SPEC } from '../kit/script.ts';
import { button, find, key, open, page, press, receipt, status } from '../kit/stand.tsx';
import { fold } from '../../kit/base/jsdom.ts';

const follow = (request: Partial<RunRequest> = {}): FrameDraft =>
  say.control({ control: 'follow', request: { ...wishIn(SPEC), job: 'ask', ...request }, config: termsIn(SPEC) });
const answered = (step: number): readonly FrameDraft[] => {
  const decide = `${String(step)}/decide`;
  return [
    say.decide(decide, step),
    say.usage(100, 10, decide),
    say.plan(step, { by: 'model', decision: 'respond', reply: decide }),
    say.answer('Two metres.'),
  ];
};
const FIRST: readonly FrameDraft[] = [
  ...OPENING,
  say.reply('Tides [twice](#p1), [never](#p2).'),
  say.usage(3000, 500),
  say.plan(2, { decision: 'respond', by: 'model', reply: 'answer' }),
  say.answer('Tides [twice](#p1), [never](#p2).', '', [quoted('twice'), missing('never', { ref: 'p2' })]),
];
const TWO: readonly FrameDraft[] = [...FIRST, follow({ goal: 'How high?' }), ...answered(3)];

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});

const texts = (selector: string): readonly string[] =>
  [...page().querySelectorAll(selector)].map(({ textContent }) => textContent);
const modelOf = (drafts: readonly FrameDraft[]) => addFrames(createRunModel(RUN), frames(...drafts));

describe('the proof of an answer', () => {
  it('is on one line directly under it, also under an earlier answer', async () => {
    await open(estimated(), TWO);
    expect(texts('.proof')).toEqual(['1 quote checked · 1 not found', 'No quotes to check']);
    expect(find('.earlier .cited > article + .quotes > details > .proof')).not.toBeNull();
    expect(find('.present .cited > article ~ .proof')).not.toBeNull();
  });

  it('stays under an answer without quotes, with the name of the engine that wrote it, once more is asked', async () => {
    const engine = { ...OTHER, id: EXTRACTIVE_ID };
    const byEngine = (key: string): FrameDraft => ({ ...say.decide(key, 1), model: engine.id }) as FrameDraft;
    const config = { ...termsIn(SPEC), models: models() };
    await open(estimated(), [
      say.invoked({ job: 'summarise', models: { ...models(), main: engine } }),
      byEngine('1/decide'),
      say.answer('Twice a day.'),
      say.control({ control: 'follow', request: { ...wishIn(SPEC), job: 'ask' }, config }),
      ...answered(2),
    ]);
    expect(texts('.proof')).toEqual(['No quotes to check', 'No quotes to check']);
    expect(texts('.made-by')).toEqual([t.madeBy.summary]);
    expect(find('.earlier .made-by + .cited')).not.toBeNull();
  });

  it('is not spoken of where a text was only put in other words', async () => {
    await open(estimated(), [say.invoked({ job: 'rewrite', action: 'Simplify' }), say.answer('Easy.')]);
    expect(texts('.proof')).toEqual([]);
  });
});

describe('what an answer cost', () => {
  it('is told at the end of its actions, each its own, and opens the receipt, which Escape closes alone', async () => {
    const host = await open(estimated(), TWO);
    expect(texts('.answer-actions > .cost')).toEqual(['Receipt: free · 3,500 tokens', 'Receipt: free · 110 tokens']);
    expect(receipt()).toBeUndefined();
    await press('Receipt: free · 110');
    expect(find('dialog .receipt')?.dataset['input']).toBe('3100');
    expect((await axe.run(find('dialog') ?? page())).violations.map(({ id }) => id)).toEqual([]);
    await key(find('dialog'), { key: 'Escape' });
    expect(receipt()).toBeUndefined();
    expect(host.requests.filter(({ type }) => type === 'run.cancel')).toEqual([]);
  });

  it('is in sight in one line while the run goes on, and its open receipt stays when the run ends', async () => {
    const all = frames(...FIRST);
    const host = await open(estimated(), [...OPENING]);
    expect(texts('.status > .cost')).toEqual([]); // nothing was charged so far
    await acted(() => host.emit({ type: 'frames', runId: RUN, frames: all.slice(0, -1) }));
    expect(texts('.status > .cost')).toEqual(['Receipt: 3,500 tokens']);
    await press('Receipt: ');
    await acted(() => host.emit({ type: 'frames', runId: RUN, frames: all }));
    expect(status()).toBe('Summary ready');
    expect(receipt()).toMatchObject({ input: '3000', output: '500' });
  });

  it('is in cents below a dollar, and free only if nobody is paid', () => {
    const spent = (input: number, model = {}) =>
      formatCost(
        listRequests(
          modelOf([say.invoked({ models: models(model) }), say.decide('d', 1), say.usage(input, 0, 'd')]),
        )[0],
      );
    const remote = { config: { ...OTHER.config, endpoint: 'https://api.example/v1' } };
    const prices = { input: 2, cached: 2, output: 8, asOf: '2025-09-01' };
    expect(spent(2000, { ...remote, prices })).toBe('0.4 ¢');
    expect(spent(2_000_000, { ...remote, prices })).toBe('$4');
    expect(spent(2000, { ...remote, prices: { ...prices, asOf: '' } })).toBe('0.4 ¢');
    expect(spent(1240, remote)).toBe('1,240 tokens');
    expect(spent(1240)).toBe('free · 1,240 tokens');
    expect(spent(1240, { metered: false, config: { ...OTHER.config, provider: 'extractive', endpoint: '' } })).toBe(
      'free',
    );
  });

  it('takes no longer for ratings, however late and often they come', () => {
    const frameAt = (ratings: number) =>
      listRequests(
        modelOf([
          ...FIRST,
          ...Array.from({ length: ratings }, () => say.control({ control: 'rate', exchange: 0, rating: 'good' })),
        ]),
      )[0]?.ms;
    expect(frameAt(3)).toBe(frameAt(0));
  });

  it('adds up over the requests to what the run cost, in whatever order things happen', () => {
    const event = fc.oneof(
      fc.record({ input: fc.nat(5000), output: fc.nat(500) }).map(({ input, output }) => say.usage(input, output)),
      fc.constant(follow()),
      fc.constant(say.answer('So.')),
      fc.constant(say.wait(1)),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const run = modelOf([say.invoked(), say.modelCall('answer'), ...events]);
        const requests = listRequests(run);
        const sum = (figure: 'input' | 'output'): number =>
          requests.reduce((total, { expense }) => total + (expense?.[figure] ?? 0), 0);
        expect([sum('input'), sum('output')]).toEqual([run.state.usage.input, run.state.usage.output]);
        expect(requests).toHaveLength(1 + events.filter(({ kind }) => kind === 'control').length);
      }),
    );
  });
});

describe('how an answer came about', () => {
  it('is one folded line under each answer, with its own steps inside', async () => {
    await open(estimated(), TWO);
    expect(texts('details.steps > summary')).toEqual(['Worked 8 s: read the page', 'Worked 4 s']);
    expect([...page().querySelectorAll('details.steps')].map((each) => each.hasAttribute('open'))).toEqual([
      false,
      false,
    ]);
    expect(find('.earlier .steps')?.textContent).toContain('Write the summary');
    expect(find('.present .steps')?.textContent).not.toContain('Write the summary');
  });

  it('does not count the time in which the user was waited for, or the run was over', () => {
    const asked = [
      say.invoked({ job: 'ask', goal: 'Moon?' }),
      say.plan(1, { by: 'model', decision: 'ask' }),
      say.ask('question', '1/q', 'Which?'),
      say.control({ control: 'answer', ask: '1/q', text: 'That' }),
      say.answer('So.'),
    ];
    expect(listRequests(modelOf(asked)).map(({ ms }) => ms)).toEqual([3000]);
    const stopped = [...OPENING, say.control({ control: 'cancel' }), follow(), ...answered(3)];
    const whole = (OPENING.length + 1 + 5) * 1000 - 2000;
    expect(listRequests(modelOf(stopped)).reduce((sum, { ms }) => sum + ms, 0)).toBe(whole);
  });

  it('counts what was done, in words', () => {
    expect(
      t.worked(4200, [
        ['read the page', 1],
        ['searched the web', 2],
      ]),
    ).toBe('Worked 4 s: read the page, searched the web\u00A02×');
    expect(t.worked(125_000, [])).toBe('Worked 2 min 5 s');
    expect(t.worked(undefined, [['read the page', 1]])).toBe('Working: read the page');
  });
});

describe('the way to the end of an answer', () => {
  beforeEach(() => {
    vi.stubGlobal('scrollBy', vi.fn());
    fold.hides = false;
    return () => void (fold.hides = false);
  });

  it('is offered only while that is out of sight below, and nothing scrolls unasked', async () => {
    fold.hides = true;
    await open(estimated(), FIRST);
    expect(button('↓ Latest')).toBeDefined();
    expect(scrollBy).not.toHaveBeenCalled();
    await press('↓ Latest');
    expect(scrollBy).toHaveBeenCalledOnce();
    expect(document.activeElement?.className).toBe('end');
    act(() => fold.scroll());
    expect(button('↓ Latest')).toBeUndefined();
  });

  it('is not offered where it is in sight, or there is no answer yet', async () => {
    await open(estimated(), FIRST);
    expect(button('↓ Latest')).toBeUndefined();
    fold.hides = true;
    await open(estimated(), OPENING);
    expect(button('↓ Latest')).toBeUndefined();
  });
});
