import { act } from 'react';
import { describe, expect, it } from 'vitest';
import type { FrameDraft } from '../../../src/lib/agent/frames/stamp.ts';
import { getAnswerText, createRunModel, isWriting, addDraft, addFrames } from '../../../src/sidepanel/run/run-model.ts';
import { ANSWERED, LONG_RUN } from '../kit/long-run.ts';
import { estimated, frames, RUN, say } from '../kit/script.ts';
import { traceOf } from './trace-words.ts';
import { button, find, open, page, press, status } from '../kit/stand.tsx';

const trace = (...drafts: readonly FrameDraft[]) => traceOf(frames(say.invoked({ job: 'ask', goal: 'q' }), ...drafts));
const items = (): string[] => [...page().querySelectorAll('.steps > ol > li')].map((li) => li.textContent);
const AT = LONG_RUN.findIndex(({ kind }) => kind === 'compaction');
const MADE = `${RUN}/${String(AT)}`;
const FAILED = [say.plan(1, { by: 'model' }), say.toolCall('find_in_page', '1.0/a'), say.result('1.0/a', 'No.', true)];

describe('a reflection', () => {
  it('takes the place of the calls that led to it, and all that they cost', () => {
    const tried = [say.aside('reflect', 'r'), say.reply('', 'r', 'failed'), say.usage(600, 0, 'r')];
    const again = [say.wait(1), say.aside('reflect', 'r', 2), say.reply('…', 'r'), say.usage(604, 58, 'r')];
    const under = trace(...FAILED, ...tried, ...again.slice(0, 2));
    expect(under[1]).toMatchObject({ title: 'Thinking about what went wrong (attempt 2)', state: 'running' });
    const all = trace(...FAILED, ...tried, ...again, say.reflection({ of: ['1.0/a'] }));
    expect(all.map(({ title }) => title)).toEqual(['Use a tool', 'Learned from a failure', 'Wait']);
    expect(all[1]).toMatchObject({
      state: 'done',
      by: null,
      usage: { input: 1204, output: 58 },
      detail: 'The model is back.',
      reflection: {
        by: 'model',
        errorType: 'tool.x',
        analysis: 'The page says lunar.',
        suggestedFix: 'Look for lunar.',
      },
    });
  });

  it('that a rule made stands on its own', () => {
    const all = trace(...FAILED, say.reflection({ by: 'rule', repeated: true }));
    expect(all[1]).toMatchObject({ usage: null, ms: null, reflection: { by: 'rule', repeated: true } });
  });

  it('is read in the steps: what went wrong, what to do instead, by whom', async () => {
    await open(estimated(), [say.invoked(), ...FAILED, say.reflection({ repeated: true })]);
    const text = find('.now')?.textContent ?? ''; // what came last stands in view, the rest is folded away
    expect(text).toContain('Learned from a failure');
    expect(text).toContain('Look in the page moon tool.x');
    expect(text).toContain('What went wrong: The page says lunar.');
    expect(text).toContain('What to do instead: Look for lunar.');
    expect(text).toContain('Tries another approach');
  });
});

describe('room that was made', () => {
  it('names the turns that it hid, from where room was made before', () => {
    const turn = (step: number): FrameDraft[] => [
      say.plan(step, { by: 'model' }),
      say.toolCall('find_in_page', `${String(step)}.0/k`),
      say.result(`${String(step)}.0/k`, `Found ${String(step)}.`),
    ];
    const told = [...turn(1), ...turn(2), ...turn(3), ...turn(4)];
    const all = trace(
      ...told,
      say.compaction({ stage: 'clear', by: 'rule', to: 2, summary: '' }),
      say.compaction({ stage: 'clear', by: 'rule', to: 3, summary: '' }),
      say.compaction({ stage: 'summary', to: 2 }),
    );
    const dropped = all.flatMap(({ compaction }) => (compaction ? [compaction.dropped.map(({ step }) => step)] : []));
    expect(dropped).toEqual([[1, 2], [3], [1, 2]]);
    expect(all.at(-1)?.compaction?.dropped[0]?.calls[0]?.results[0]?.message).toBe('Found 1.');
    const back = trace(
      ...told,
      say.compaction({ stage: 'clear', by: 'rule', to: 2, summary: '' }), // frame 13
      say.compaction({ stage: 'clear', by: 'rule', to: 3, summary: '' }),
      say.compaction({ stage: 'summary', to: 2 }),
      say.control({ control: 'restore', compaction: `${RUN}/13` }),
    );
    const shown = back.flatMap(({ compaction }) => (compaction ? [compaction.isUnhidden] : []));
    expect(shown).toEqual([true, false, true]); // the summary's turns are the same ones
  });

  it('can be looked through, and be brought back by the person', async () => {
    const host = await open(estimated(), LONG_RUN);
    const item = items().find((text) => text.startsWith('Shortened the context')) ?? '';
    expect(item).toContain('2 steps are summarised.');
    expect(item).toContain('6,200 → 2,400 tokens of context');
    expect(item).toContain('The term “lunar nodal cycle” is not on it.');
    expect(item).toContain('Can still be cited: How tides work');
    expect(item).toContain('Omitted (2 steps)Step 1: Read the page');
    expect(item).toContain('Step 2: Look in the pageNothing on this page is like “lunar nodal cycle”');
    expect(item).toContain('4.2 s · 811 tokens in, 96 out');
    await press('Show to the model again');
    expect(host.requests.at(-1)).toMatchObject({ type: 'run.restore', runId: RUN, compaction: MADE });
    expect(page().textContent).toContain('The model will see it again.');
    expect(button('Show to the model again')).toBeUndefined();
    const request = say.control({ control: 'restore', compaction: MADE });
    act(() => host.emit({ type: 'frames', runId: RUN, frames: frames(...LONG_RUN, request) }));
    expect(page().textContent).toContain('The model sees it again.');
    expect(page().textContent).not.toContain('The model will see');
  });

  it('is offered again when the wish was not delivered', async () => {
    const error = { code: 'worker.silent', message: 'Silence.', hint: 'Wait.' };
    await open(estimated(), LONG_RUN, { 'run.restore': () => ({ ok: false, error }) });
    await press('Show to the model again');
    expect(button('Show to the model again')).toBeDefined();
    expect(page().textContent).toContain('Silence.');
  });

  it('is offered after a failure, since the run can be tried again', async () => {
    const failed = [...LONG_RUN, say.reply('', '5/answer', 'failed'), say.error('model.server', 'Down.', 'Wait.')];
    const host = await open(estimated(), failed);
    expect(button('Show to the model again')).toBeDefined();
    await press('Show to the model again');
    expect(host.requests.at(-1)).toMatchObject({ type: 'run.restore' });
  });

  it('is not offered once the run is done', async () => {
    await open(estimated(), ANSWERED);
    expect(items().some((text) => text.includes('Omitted (2 steps)'))).toBe(true);
    expect(button('Show to the model again')).toBeUndefined();
  });
});

describe('while a run thinks about itself', () => {
  const words = { reflect: 'Thinking about what went wrong', compact: 'Shortening the context' } as const;

  it.each(['reflect', 'compact'] as const)(
    '%s is named as what it is, and nothing of it is an answer',
    async (purpose) => {
      const run = [say.invoked({ job: 'ask', goal: 'q' }), ...FAILED, say.aside(purpose)];
      const host = await open(estimated(), run);
      act(() => host.emit({ type: 'draft', runId: RUN, key: purpose, from: 0, text: 'The word was wrong.' }));
      expect(status()).toBe(words[purpose]);
      expect(find('.now .step-name')?.textContent).toBe(words[purpose]);
      expect(page().textContent).not.toContain('The word was wrong.');
      const writing = addDraft(addFrames(createRunModel(RUN), frames(...run)), {
        type: 'draft',
        runId: RUN,
        key: purpose,
        from: 0,
        text: 'The word was wrong.',
      });
      expect([getAnswerText(writing), isWriting(writing)]).toEqual(['', false]);
    },
  );

  it('an answer begun before stays where it is', () => {
    const run = [
      say.invoked(),
      ...FAILED,
      say.modelCall('a'),
      say.reply('Half of', 'a', 'failed'),
      say.aside('compact'),
    ];
    expect(getAnswerText(addFrames(createRunModel(RUN), frames(...run)))).toBe('Half of');
  });
});
