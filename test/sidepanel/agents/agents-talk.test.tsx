import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FrameDraft } from '../../../src/lib/agent/frames/stamp.ts';
import { asking, by, called, calls, cardOf, replied, turn, TUTOR } from '../kit/agent-frames.ts';
import { wishAndTerms } from '../../kit/runs/spec.ts';
import { estimated, frames, RUN, say, SPEC } from '../kit/script.ts';
import { article, button, find, key, open, page, press, restart, status, type } from '../kit/stand.tsx';

const KEY = '1.0/tutor';
const BEGUN: readonly FrameDraft[] = [
  say.invoked({ job: 'ask', goal: 'Teach me tides.', agents: [cardOf(TUTOR)] }),
  ...calls(TUTOR, KEY, 'Teach tides.'),
  ...called(TUTOR, [KEY], 'Teach tides.'),
];
const FIRST: readonly FrameDraft[] = [...BEGUN, ...turn(TUTOR, [KEY], 1, 'What **pulls** the sea?')];
const SECOND: readonly FrameDraft[] = [
  ...FIRST,
  ...replied(TUTOR, [KEY], 1, 'The moon?'),
  ...turn(TUTOR, [KEY], 2, 'And what else?'),
];
const takenBack = by(TUTOR, [KEY], say.control({ control: 'cancel' }, 'Ended by the person.'));
const limited = (limit: 'steps' | 'tokens'): FrameDraft[] =>
  by(TUTOR, [KEY], say.control({ control: 'limit', limit }), say.answer('', 'It reached its limit.'));
const AFTER: readonly FrameDraft[] = [
  say.result(KEY, 'Tutor is done.'),
  say.modelCall('2/answer'),
  say.reply('You know of the moon now.', '2/answer'),
  say.plan(2, { decision: 'respond', by: 'model', reply: '2/answer' }),
  say.answer('You know of the moon now.'),
];

const scrolled = vi.fn();
beforeEach(() => {
  scrolled.mockClear();
  Element.prototype.scrollIntoView = scrolled;
});

const talk = (): HTMLElement | null => find('section[aria-label="Conversation with Tutor"]');
const bar = (): string => find('.talk-bar')?.textContent ?? '';
const field = (): HTMLTextAreaElement | null => find('.dock textarea') as HTMLTextAreaElement | null;
const sent = (host: Awaited<ReturnType<typeof open>>, name: string) =>
  host.requests.filter((request) => request.type === name);

describe('an agent that has the conversation', () => {
  it('speaks under its name, drawn as answers are, and never as the answer', async () => {
    await open(estimated(), FIRST);
    expect(talk()?.querySelector('.speaker')?.textContent).toBe('Tutor');
    expect(talk()?.querySelector('article strong')?.textContent).toBe('pulls');
    expect(article('Answer')).toBeNull();
    expect(find('.asking')).toBeNull();
    expect(status()).toBe('Tutor: waiting for your reply');
  });

  it('says with whom the person talks, how far it may go, and the way back', async () => {
    await open(estimated(), SECOND);
    expect(bar()).toContain('In conversation with Tutor');
    expect(bar()).toContain('2 of 20 steps');
    expect(bar()).toContain('2,200 of 50,000 tokens');
    expect(button('End conversation')).toBeDefined();
  });

  it('is replied to in the box at the bottom, once', async () => {
    const host = await open(estimated(), FIRST);
    expect(field()?.placeholder).toBe('Reply to Tutor…');
    expect(document.activeElement).toBe(field());
    type(field(), 'The moon?');
    await key(field(), { key: 'Enter' });
    await key(field(), { key: 'Enter' });
    expect(sent(host, 'run.answer')).toMatchObject([{ runId: RUN, ask: `${KEY}/1/turn`, text: 'The moon?' }]);
    expect(field()?.value).toBe('');
    act(() => host.emit({ type: 'frames', runId: RUN, frames: frames(...SECOND) }));
    expect(Array.from(talk()?.querySelectorAll('.turn') ?? [], (each) => each.textContent)).toEqual([
      'TutorWhat pulls the sea?',
      'YouThe moon?',
      'TutorAnd what else?',
    ]);
    expect(scrolled).toHaveBeenCalledTimes(1); // what the user said stands at the top
    type(field(), 'The sun.');
    await key(field(), { key: 'Enter' });
    expect(sent(host, 'run.answer')).toHaveLength(2);
  });

  it('keeps what is typed while it thinks, and sends nothing then', async () => {
    const host = await open(estimated(), [...FIRST, ...replied(TUTOR, [KEY], 1, 'The moon?')]);
    expect(field()?.placeholder).toBe('Tutor is thinking…');
    type(field(), 'Wait, the sun too');
    await key(field(), { key: 'Enter' });
    expect(sent(host, 'run.answer')).toEqual([]);
    act(() => host.emit({ type: 'frames', runId: RUN, frames: frames(...SECOND) }));
    expect(field()?.value).toBe('Wait, the sun too');
  });

  it('shows its words as they are written', async () => {
    const thinking = [
      ...FIRST,
      ...replied(TUTOR, [KEY], 1, 'The moon?'),
      ...by(TUTOR, [KEY], say.decide(`${KEY}/2/decide`, 2)),
    ];
    const host = await open(estimated(), thinking);
    act(() => host.emit({ type: 'draft', runId: RUN, key: `${KEY}/2/decide`, from: 0, text: 'Very good. And' }));
    expect(talk()?.textContent).toContain('Very good. And');
    expect(article('Answer')).toBeNull();
  });

  it('is taken back by a press, of which the worker is told once', async () => {
    const host = await open(estimated(), FIRST, { 'run.take-back': () => ({ ok: true, value: {} }) });
    await press('End conversation');
    await press('Ending');
    expect(sent(host, 'run.take-back')).toMatchObject([{ runId: RUN, of: KEY }]);
    act(() => host.emit({ type: 'frames', runId: RUN, frames: frames(...FIRST, ...takenBack) }));
    expect(find('.talk-bar')).toBeNull();
    expect(talk()?.textContent).toContain('You ended the conversation with Tutor.');
    expect(field()?.id).toBe('ask-field');
  });

  it('can be taken back again where that was not delivered', async () => {
    const error = { code: 'worker.silent', message: 'No answer.', hint: 'Try again.' };
    const host = await open(estimated(), FIRST, { 'run.take-back': () => ({ ok: false, error }) });
    await press('End conversation');
    await press('End conversation');
    expect(sent(host, 'run.take-back')).toHaveLength(2);
  });

  it.each([
    ['its limit of turns', limited('steps'), 'Tutor reached its step limit.'],
    ['its budget', limited('tokens'), 'Tutor reached its token limit.'],
    ['an error', by(TUTOR, [KEY], say.error('x', 'The server is gone.', '')), 'The server is gone.'],
    ['agent', by(TUTOR, [KEY], say.answer('They know of the moon.')), 'Tutor ended the conversation.'],
  ])('says that it ended by %s, and the conversation goes on with the main agent', async (_, end, words) => {
    await open(estimated(), [...SECOND, ...end, ...AFTER]);
    expect(talk()?.textContent).toContain(words);
    expect(find('.talk-bar')).toBeNull();
    expect(article('Answer')?.textContent).toBe('You know of the moon now.');
  });

  it('is whole again after a reload, and among what was said earlier', async () => {
    const follow = say.control({
      control: 'follow',
      ...wishAndTerms({ ...SPEC, job: 'ask', goal: 'And now?', agents: [cardOf(TUTOR)] }),
    });
    await open(estimated(), [...SECOND, ...takenBack, ...AFTER]);
    const before = talk()?.textContent;
    restart();
    await open(estimated(), [...SECOND, ...takenBack, ...AFTER, follow]);
    expect(find('.earlier .talk')?.textContent).toBe(before);
    expect(find('.present .talk')).toBeNull();
  });

  it('is the answer where the person chose the agent: nothing repeats it', async () => {
    const chosen: readonly FrameDraft[] = [
      say.invoked({ job: 'agent', goal: 'Teach me.', agent: 'tutor', agents: [cardOf(TUTOR)] }),
      say.plan(1),
      say.toolCall('agent_tutor', KEY, { task: 'Teach me.' }),
      ...called(TUTOR, [KEY], 'Teach me.'),
      ...turn(TUTOR, [KEY], 1, 'What pulls the sea?'),
      ...takenBack,
      say.result(KEY, 'Tutor: What pulls the sea?'),
      say.answer('Tutor: What pulls the sea?'),
    ];
    await open(estimated(), chosen);
    expect(find('.request')?.textContent).toContain('@Tutor');
    expect(page().textContent.match(/What pulls the sea\?/g)?.length).toBe(
      1 + (find('details.steps')?.textContent.match(/What pulls the sea\?/g)?.length ?? 0),
    );
    expect(article('Report')).toBeNull();
  });

  it('waits: that is no progress to show', async () => {
    await open(estimated(), [...FIRST, asking]);
    expect(find('progress')).toBeNull();
  });
});
