import { act } from 'react';
import { expect, it, vi } from 'vitest';
import * as inert from '../../../src/sidepanel/markdown/safe-text.ts';
import { quoted } from '../../kit/runs/citations.ts';
import { estimated, frames, OPENING, RUN, say } from '../kit/script.ts';
import { acted } from '../kit/acted.ts';
import { find, open } from '../kit/stand.tsx';

// all words of an answer pass it on their way to the screen
vi.mock(import('../../../src/sidepanel/markdown/safe-text.ts'), { spy: true });

const TEXT = 'Never cited.\n\nOften [twice a day](#p1).\n\nNeither this.\n\nNor this.';

it('renders only the blocks with marks anew when an answer is settled, once, and none when a quote is pressed', async () => {
  const host = await open(estimated(), OPENING, {}, {}, () => Promise.resolve({ how: 'highlighted', tabId: 7 }));
  act(() => host.emit({ type: 'draft', runId: RUN, key: 'answer', from: 0, text: TEXT }));
  const rendered = vi.mocked(inert.stripActiveCharacters);
  const words = (): string[] => rendered.mock.calls.map(([text]) => text).filter((text) => TEXT.includes(text));
  expect(words()).toContain('Never cited.');
  rendered.mockClear();
  const drafts = [...OPENING, say.reply(TEXT), say.answer(TEXT, '', [quoted('twice a day')])];
  act(() => host.emit({ type: 'frames', runId: RUN, frames: frames(...drafts).slice(OPENING.length) }));
  expect(words().toSorted()).toEqual(['.', 'Often', 'twice a day']);
  rendered.mockClear();
  await acted(() => find('article button')?.click());
  expect(find('.shown')?.textContent).toBe('Shown on the page.');
  expect(words()).toEqual([]);
});
