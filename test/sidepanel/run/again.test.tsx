/** Answering a question anew that was stopped or failed. */
import { describe, expect, it } from 'vitest';
import type { FrameDraft } from '../../../src/lib/agent/frames/stamp.ts';
import { termsIn, wishIn } from '../../kit/runs/spec.ts';
import { estimated, say, SPEC } from '../kit/script.ts';
import { button, choose, open, page, press } from '../kit/stand.tsx';

const ASKED: readonly FrameDraft[] = [
  say.invoked({ job: 'ask', goal: 'How high?' }),
  say.plan(1),
  say.decide('1/decide', 2),
];
const STOPPED = say.control({ control: 'cancel' });
const FOLLOWED = say.control({
  control: 'follow',
  request: { ...wishIn(SPEC), job: 'ask', goal: 'And now?' },
  config: termsIn(SPEC),
});

const forks = (host: Awaited<ReturnType<typeof open>>) => host.requests.filter(({ type }) => type === 'run.fork');

describe('a question', () => {
  it('is answered anew, by the same or another model, also where it was stopped', async () => {
    const one = await open(estimated(), [...ASKED, STOPPED]);
    expect(button('Continue')).toBeDefined();
    await press('Try again');
    expect(forks(one)).toMatchObject([{ exchange: 0, place: 'answer' }]);
    const other = await open(estimated(), [...ASKED, STOPPED]);
    await choose('Try again with another model', 'Try again with two');
    expect(forks(other)).toMatchObject([{ place: 'answer', model: 'b:two' }]);
  });

  it('is not answered anew where no model was asked yet', async () => {
    await open(estimated(), [...ASKED.slice(0, -1), STOPPED]);
    expect([button('Continue')?.textContent, button('Try again')]).toEqual(['Continue', undefined]);
  });

  it('is answered anew after a failure: by its card, or beside it once another question follows', async () => {
    const failed = [...ASKED, say.error('model.server', 'It failed.', '')];
    await open(estimated(), failed);
    expect(button('Try again')?.textContent).toBe('Try again');
    expect(button('Try again with another model')).toBeDefined();
    expect(page().querySelectorAll('.answer-actions [aria-label="Try again with another model"]')).toHaveLength(0);
    const host = await open(estimated(), [...failed, FOLLOWED, say.reply('x', '1/decide'), say.answer('x')]);
    await press('Try again');
    expect(forks(host)).toMatchObject([{ exchange: 0, place: 'answer' }]);
  });
});
