import { describe, expect, it } from 'vitest';
import type { FrameDraft } from '../../../src/lib/agent/frames/stamp.ts';
import { acted } from '../kit/acted.ts';
import { BEGUN, card, decided, link, sent } from './asks-kit.ts';
import { estimated, frames, RUN, say } from '../kit/script.ts';
import { button, find, key, open, type } from '../kit/stand.tsx';

describe('what is asked, in place of the field', () => {
  const field = (): HTMLTextAreaElement | null => find('#ask-field') as HTMLTextAreaElement | null;
  const body = (): HTMLElement | null => find('.asking-body');
  const ASKED = decided(link('https://example.org/a'));
  const show = (host: Awaited<ReturnType<typeof open>>, ...drafts: readonly FrameDraft[]): Promise<void> =>
    acted(() => host.emit({ type: 'frames', runId: RUN, frames: frames(...drafts) }));
  /** The focus in the field, then the card. */
  const interrupted = async (): Promise<Awaited<ReturnType<typeof open>>> => {
    const host = await open(estimated(), BEGUN);
    type(field(), 'And in');
    await acted(() => field()?.focus());
    await show(host, ...ASKED);
    return host;
  };

  it('takes the focus to the card, where no key that was meant for the field says yes', async () => {
    const host = await interrupted();
    expect(document.activeElement).toBe(body());
    expect(field()?.closest('[hidden]')).not.toBeNull();
    for (const pressed of [' ', 'Enter', 'a']) await key(document.activeElement, { key: pressed });
    expect(sent(host, 'run.approve')).toEqual([]);
    expect(card()?.querySelector('button')?.textContent).toBe('Allow once'); // the first stop after the card itself
    await key(document.activeElement, { key: 'Escape' });
    expect(sent(host, 'run.decline')).toHaveLength(1);
  });

  it('gives the focus back to the field, with what was typed there', async () => {
    const host = await interrupted();
    await show(host, ...ASKED, say.control({ control: 'decline', ask: '2.0/link' }));
    expect(field()?.closest('[hidden]')).toBeNull();
    expect(document.activeElement).toBe(field());
    expect(field()?.value).toBe('And in');
  });

  it('gives the focus to the field where it was nowhere, and leaves it where a person has taken it since', async () => {
    const declined = say.control({ control: 'decline', ask: '2.0/link' });
    const host = await open(estimated(), ASKED);
    await show(host, ...ASKED, declined);
    expect(document.activeElement).toBe(field());
    await show(host, ...ASKED, declined, link('https://b.example/', 1));
    expect(document.activeElement).toBe(body());
    await acted(() => button('More')?.focus());
    await show(
      host,
      ...ASKED,
      declined,
      link('https://b.example/', 1),
      say.control({ control: 'decline', ask: '2.1/link' }),
    );
    expect(document.activeElement).toBe(button('More'));
  });

  it('sends no half question as the answer to what the assistant asks', async () => {
    const host = await open(estimated(), BEGUN);
    type(field(), 'And in');
    field()?.removeAttribute('readonly'); // as while the next question is written during a run
    await acted(() => field()?.focus());
    await show(host, ...decided(say.ask('question', '2/question', 'Which one?')));
    expect(document.activeElement).toBe(body());
  });
});
