/** Runs that wait for a word of the user, and their card. */
import type { AskUserFrame } from '../../../src/lib/agent/frames/control-frames.ts';
import type { FrameDraft } from '../../../src/lib/agent/frames/stamp.ts';
import { asked, say } from '../kit/script.ts';
import { find, type open } from '../kit/stand.tsx';

export const BEGUN: readonly FrameDraft[] = [
  say.invoked({ job: 'ask', goal: 'Is there more?' }),
  say.plan(1),
  say.toolCall('read_page'),
  say.read(),
];
export const decided = (...asks: readonly FrameDraft[]): readonly FrameDraft[] => [
  ...BEGUN,
  say.decide('1/decide', 2),
  say.reply('', '1/decide'),
  say.plan(2, { by: 'model', reply: '1/decide', thought: 'I have to know.' }),
  ...asks,
  {
    kind: 'wait',
    labels: { integrity: 'system', confidentiality: 'public', origin: 'system' },
    reason: 'user',
    until: 0,
    message: 'Waiting for your word.',
  },
];
export const link = (url: string, n = 0, form: AskUserFrame['form'] = 'approval'): FrameDraft =>
  say.ask(form, `2.${String(n)}/link`, '', {
    ...asked('open_link', { url }, 'The person wants [this](https://good.example).'),
    ordinal: n,
  });
export const card = (): HTMLElement | null => find('.asking');
export const sent = (host: Awaited<ReturnType<typeof open>>, type: string) =>
  host.requests.filter((request) => request.type === type);
