import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { estimated, frames, OPENING, RUN, say } from '../kit/script.ts';
import { find, open, page } from '../kit/stand.tsx';

describe('a run that goes on', () => {
  it('shows what the model thinks in the line of its work, folded, until the call is over', async () => {
    const host = await open(estimated(), OPENING);
    const think = (key: string, text: string): void => host.emit({ type: 'thought', runId: RUN, key, text });
    act(() => think('answer', 'The moon'));
    act(() => think('answer', ' pulls.'));
    expect([...page().querySelectorAll('.present details > summary')].map((fold) => fold.textContent)).toEqual([
      'Working: read the page',
    ]);
    expect(find('details.steps:not([open]) .thoughts .step-name')?.textContent).toBe('Thinking…');
    expect(find('.thoughts p')?.textContent).toBe('The moon pulls.');
    act(() => think('other', 'Of no call that goes on'));
    expect(find('.thoughts')).toBeNull();
    act(() => think('answer', 'x'.repeat(5000)));
    expect(find('.thoughts p')?.textContent).toHaveLength(4000);
    act(() => host.emit({ type: 'frames', runId: RUN, frames: frames(...OPENING, say.reply('x'), say.answer('x')) }));
    expect(find('.thoughts')).toBeNull();
  });

  it('says so before there is any other step', async () => {
    const host = await open(estimated(), [say.invoked(), say.modelCall()]);
    expect(find('.present details.steps')).toBeNull();
    act(() => host.emit({ type: 'thought', runId: RUN, key: 'answer', text: 'The moon' }));
    expect(find('.present details.steps')?.textContent).toBe('WorkingThinking…The moon');
  });
});
