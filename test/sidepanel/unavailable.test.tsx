import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { isUnavailable } from '../../src/sidepanel/parts/unavailable.tsx';
import { estimated, frames, MODEL, OPENING, RUN, say, START } from './script.ts';
import { alert, button, find, main, open, page } from './stand.tsx';

const BUSY = [...OPENING, say.reply('', 'answer', 'failed')];

describe('a model that does not answer', () => {
  it('is named while it is waited for, with what that stops, what stays, and when it is tried again [R6.5c]', async () => {
    const waiting = [...BUSY, say.wait(Date.now() + 30_000)];
    const host = await open(estimated(), waiting);
    expect(find('.unavailable')?.textContent).toBe(
      `${MODEL.label} is not available right now: no next step and no answer until it is back. What was found so far stays.`,
    );
    expect(find('.pace')?.textContent).toMatch(/Trying again in \d+ s/);
    expect(page().textContent.match(/Trying again/g)).toHaveLength(1);
    const back = [...waiting, say.modelCall('answer', null, 2), say.reply('Tides.')];
    act(() => host.emit({ type: 'frames', runId: RUN, frames: frames(...back) }));
    expect(find('.unavailable')).toBeNull();
    expect(page().textContent).toContain('The model answers again.');
  });

  it('does not claim that anything was found where nothing was', async () => {
    const early = [say.invoked({ job: 'ask', goal: 'q' }), say.decide('d', 1), say.reply('', 'd', 'failed')];
    await open(estimated(), [...early, say.wait(START)]);
    expect(find('.unavailable')?.textContent).not.toContain('found');
  });

  it('is named once it is given up, and the button tries again', async () => {
    await open(estimated(), [...BUSY, say.error('model.server', 'It is down.', 'Wait a little.')]);
    expect(alert()).toContain('It is down.');
    expect(alert()).toContain(`${MODEL.label} is not available: no further steps and no answer until you try again.`);
    expect(page().textContent).toContain('Nothing was written yet. What was found so far stays.');
    expect(main()?.textContent).toBe('Try again');
    expect(button('Stop')).toBeUndefined();
  });

  it('is not what a person is waited for, nor what a page or a limit did', async () => {
    await open(estimated(), [...OPENING.slice(0, 4), say.ask('question', '2/q', 'Which?')]);
    expect(find('.unavailable')).toBeNull();
    const trouble = (code: string) => ({ code, message: '', cure: '' });
    for (const code of ['limit.tokens', 'page.gone', 'model.too-large', 'model.too-long'])
      expect(isUnavailable(trouble(code))).toBe(false);
    for (const code of ['model.unreachable', 'key.invalid', 'model.new-kind'])
      expect(isUnavailable(trouble(code))).toBe(true);
  });
});
