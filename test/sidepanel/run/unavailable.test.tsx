import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { isUnavailable } from '../../../src/sidepanel/run/notices.tsx';
import { acted } from '../kit/acted.ts';
import { estimated, frames, MODEL, models, OPENING, OTHER, RUN, say, START } from '../kit/script.ts';
import { alert, button, find, open, openReceipt, page } from '../kit/stand.tsx';

const BUSY = [...OPENING, say.reply('', 'answer', 'failed')];

describe('a model that does not answer', () => {
  it('is named while it is waited for, with what that stops, what stays, and when it is tried again [R6.5c]', async () => {
    const waiting = [...BUSY, say.wait(Date.now() + 30_000)];
    const host = await open(estimated(), waiting);
    expect(find('.unavailable')?.textContent).toBe(
      `${MODEL.label} isn’t responding. Waiting to try again… What was found is saved.`,
    );
    expect(find('.pace')?.textContent).toMatch(/Trying again in \d+ s/);
    expect(page().textContent.match(/Trying again/g)).toHaveLength(1);
    const back = [...waiting, say.modelCall('answer', null, 2), say.reply('Tides.')];
    act(() => host.emit({ type: 'frames', runId: RUN, frames: frames(...back) }));
    expect(find('.unavailable')).toBeNull();
    expect(page().textContent).toContain('The model is back.');
  });

  it('is named with who goes on in its place, where somebody would', async () => {
    const invoked = say.invoked({ models: models({}, { fallback: OTHER }) });
    await open(estimated(), [invoked, ...BUSY.slice(1), say.wait(Date.now() + 30_000)]);
    expect(find('.unavailable')?.textContent).toContain(
      `${MODEL.label} isn’t responding. ${OTHER.label} takes over if it stays away.`,
    );
  });

  it('is the one that failed, also where it is not the main one', async () => {
    const invoked = say.invoked({ models: models({}, { fast: OTHER }) });
    const part = { ...say.modelCall('p', { index: 1, of: 2 }), model: OTHER.id };
    await open(estimated(), [invoked, ...OPENING.slice(1, 4), part, say.reply('', 'p', 'failed'), say.wait(START)]);
    expect(find('.unavailable')?.textContent).toContain(`${OTHER.label} isn’t responding`);
    expect(find('.unavailable')?.textContent).toContain(`${MODEL.label} takes over`);
  });

  it('does not claim that anything was found where nothing was', async () => {
    const early = [say.invoked({ job: 'ask', goal: 'q' }), say.decide('d', 1), say.reply('', 'd', 'failed')];
    await open(estimated(), [...early, say.wait(START)]);
    expect(find('.unavailable')?.textContent).not.toContain('found');
  });

  it('is named once it is given up, and the button tries again', async () => {
    await open(estimated(), [...BUSY, say.error('model.server', 'It is down.', 'Wait a little.')]);
    expect(alert()).toContain('It is down.');
    expect(alert()).toContain(`Model: ${MODEL.label}`);
    expect(page().textContent).toContain('Nothing was written yet. What was found is saved.');
    expect(button('Try again')).toBeDefined();
    expect(button('Stop')).toBeUndefined();
  });

  it('and was given up is named beside the one that took its place, while it writes and with what it wrote', async () => {
    const moved = [
      say.invoked({ models: models({}, { fallback: OTHER }) }),
      ...BUSY.slice(1),
      say.control(
        { control: 'switch', from: MODEL.id, to: OTHER.id, reason: 'The key was not accepted.' },
        'So it is.',
      ),
      { ...say.modelCall('answer', null, 2), model: OTHER.id },
    ];
    const host = await open(estimated(), moved);
    expect(find('.taken-over')?.textContent).toBe(
      `Switched to ${OTHER.label} because ${MODEL.label} failed. The key was not accepted.`,
    );
    expect(page().textContent).toContain('Switched to another model');
    expect(page().textContent).toContain('So it is. The key was not accepted.');
    expect(page().textContent).not.toContain('The model is back.');
    const done = [
      ...moved,
      say.reply('Tides.'),
      say.usage(1_000_000, 0, 'answer', 'provider', { model: OTHER.id }),
      say.plan(2, { decision: 'respond', by: 'model', reply: 'answer' }),
      say.answer('Tides.'),
    ];
    await acted(() => host.emit({ type: 'frames', runId: RUN, frames: frames(...done) }));
    expect(find('.taken-over')?.textContent).toBe(
      `Answered by ${OTHER.label} (${MODEL.label} failed). The key was not accepted.`,
    );
    await openReceipt();
    expect(page().textContent).toContain('$0.15 at list prices of 2025-09-01');
    expect(page().textContent).not.toContain('The model is back.'); // it is another one
  });

  it('as long as it reads parts alone is no matter of who wrote the answer', async () => {
    const moved = say.control({ control: 'switch', from: OTHER.id, to: MODEL.id, reason: 'It is gone.' });
    const begun = [say.invoked({ models: models({}, { fast: OTHER }) }), ...OPENING.slice(1), moved];
    const host = await open(estimated(), begun);
    expect(find('.taken-over')?.textContent).toBe(
      `Switched to ${MODEL.label} because ${OTHER.label} failed. It is gone.`,
    );
    const done = [...begun, say.reply('Tides.'), say.plan(2, { decision: 'respond' }), say.answer('Tides.')];
    await acted(() => host.emit({ type: 'frames', runId: RUN, frames: frames(...done) }));
    expect(find('.taken-over')).toBeNull();
  });

  it('is not what a person is waited for, nor what a page or a limit did', async () => {
    await open(estimated(), [...OPENING.slice(0, 4), say.ask('question', '2/q', 'Which?')]);
    expect(find('.unavailable')).toBeNull();
    const error = (code: string) => ({ code, message: '', hint: '' });
    for (const code of ['limit.tokens', 'page.gone', 'model.too-large', 'model.too-long'])
      expect(isUnavailable(error(code))).toBe(false);
    for (const code of ['model.unreachable', 'key.invalid', 'model.new-kind'])
      expect(isUnavailable(error(code))).toBe(true);
  });
});
