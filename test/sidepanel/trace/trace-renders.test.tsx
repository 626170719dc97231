import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { termsIn, wishIn } from '../../kit/runs/spec.ts';
import { estimated, frames, OPENING, RUN, say, SPEC } from '../kit/script.ts';
import { find, open } from '../kit/stand.tsx';
import * as words from '../../../src/sidepanel/trace/trace.ts';

// each step passes it on its way to the screen
vi.mock(import('../../../src/sidepanel/trace/trace.ts'), { spy: true });

it('renders the steps of an earlier answer once, however many frames follow', async () => {
  const request = { ...wishIn(SPEC), job: 'ask', goal: 'And?' } as const;
  const follow = say.control({ control: 'follow', request, config: termsIn(SPEC) });
  const past = [...OPENING, say.reply('It rises.'), say.answer('It rises.'), follow];
  const host = await open(estimated(), past);
  expect(find('.exchange .steps li')).not.toBeNull();
  const detailed = vi.mocked(words.formatDetail);
  detailed.mockClear();
  const more = [say.plan(9), say.toolCall('read_page', 'again')];
  const drafts = frames(...past, ...more).slice(past.length);
  for (const frame of drafts) act(() => host.emit({ type: 'frames', runId: RUN, frames: [frame] }));
  const steps = detailed.mock.calls.map(([item]) => item.frame.seq);
  expect(steps.length).toBeGreaterThan(0);
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(past.length);
});
