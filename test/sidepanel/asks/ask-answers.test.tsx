import { act } from 'react';
import { describe, expect, it } from 'vitest';
import type { FrameDraft } from '../../../src/lib/agent/frames/stamp.ts';
import { acted } from '../kit/acted.ts';
import { estimated, frames, models, RUN, say, TAB } from '../kit/script.ts';
import {
  choose,
  alert,
  article,
  button,
  find,
  key,
  open,
  openReceipt,
  page,
  press,
  status,
  type,
} from '../kit/stand.tsx';

const asks = (host: Awaited<ReturnType<typeof open>>) => host.requests.filter(({ type }) => type === 'run.ask');
const ASKED: readonly FrameDraft[] = [
  say.invoked({ job: 'ask', goal: 'How **high**?\n# Really' }),
  say.plan(1),
  say.toolCall('read_page'),
  say.read('nl'),
  say.decide('1/decide', 2),
];
const ANSWERED: readonly FrameDraft[] = [
  ...ASKED,
  say.reply('Two metres.', '1/decide'),
  say.usage(1_000_000, 500_000, '1/decide'),
  say.plan(2, { by: 'model', decision: 'respond', reply: '1/decide', thought: 'Enough.' }),
  say.answer('Two metres.'),
];

describe('a run that answers a question', () => {
  it('shows the question as text above the answer, in words that fit', async () => {
    await open(estimated(), ANSWERED);
    expect(status()).toBe('Answer ready');
    expect(find('.asked')?.textContent).toBe('Question: How **high**?\n# Really');
    expect(article('Answer')?.textContent).toBe('Two metres.');
    expect(article('Summary')).toBeNull();
    expect(article('Answer')?.hasAttribute('lang')).toBe(false); // it follows the question's language, not the page's
    const thoughts = page().querySelectorAll('.steps .thought');
    expect(Array.from(thoughts, ({ textContent }) => textContent)).toEqual(['Why: Enough.']); // none by a rule
  });

  it('is asked in other words, once they are sent', async () => {
    const host = await open(estimated(), ANSWERED);
    await press('Edit');
    const edited = find('textarea[aria-label="Edit the question"]') as HTMLTextAreaElement;
    expect(edited.value).toBe('How **high**?\n# Really');
    await key(edited, { key: 'Escape', isComposing: true }); // an input method's own
    expect(find('textarea[aria-label="Edit the question"]')).not.toBeNull();
    await key(edited, { key: 'Escape' });
    await press('Edit');
    const again = find('textarea[aria-label="Edit the question"]') as HTMLTextAreaElement;
    type(again, 'How deep?');
    await key(again, { key: 'Escape' }); // what was entered goes by a press alone
    await key(again, { key: 'Enter' });
    expect(asks(host)).toMatchObject([{ goal: 'How deep?' }]);
  });

  it('is never asked of another page than it was about: its words stay', async () => {
    const host = await open(estimated({ url: 'https://example.org/elsewhere', title: 'Elsewhere' }), ANSWERED);
    await press('Continue');
    await press('Edit');
    const edited = find('textarea[aria-label="Edit the question"]') as HTMLTextAreaElement;
    type(edited, 'How deep?');
    await key(edited, { key: 'Enter' });
    expect(asks(host)).toEqual([]);
    expect(alert()).toContain('no longer shows');
    expect(edited.value).toBe('How deep?');
  });

  it.each([
    ['Try again', 'answer'],
    ['Continue in a new conversation', 'end'],
  ])('forks the conversation on %s', async (name, place) => {
    const host = await open(estimated(), ANSWERED);
    if (button(name) === undefined) await press('More for this answer');
    await press(name);
    expect(host.requests.filter((one) => one.type === 'run.fork')).toMatchObject([
      { runId: RUN, exchange: 0, place, tabId: TAB.tabId },
    ]);
  });

  it('is rated, and the rating taken back, on this computer alone', async () => {
    const host = await open(estimated(), ANSWERED);
    const sent = () => host.requests.filter((one) => one.type === 'run.rate');
    await choose('More for this answer', 'Good answer');
    expect(sent()).toMatchObject([{ runId: RUN, exchange: 0, rating: 'good' }]);
    const rated = frames(...ANSWERED, say.control({ control: 'rate', exchange: 0, rating: 'good' }));
    await acted(() => host.emit({ type: 'frames', runId: RUN, frames: rated }));
    expect(page().textContent).toContain('You rated this answer good. Kept with this conversation only.');
    await press('More for this answer');
    expect(['Good answer', 'Bad answer'].map((name) => button(name)?.getAttribute('aria-pressed'))).toEqual([
      'true',
      'false',
    ]);
    await press('Good answer');
    expect(sent().at(-1)).toMatchObject({ rating: 'none' });
  });

  it('is answered again by another model', async () => {
    const host = await open(estimated(), ANSWERED);
    await press('Try again with another model');
    await press('Try again with two');
    expect(host.requests.filter((one) => one.type === 'run.fork')).toMatchObject([{ place: 'answer', model: 'b:two' }]);
  });

  it('shows of what a deciding model writes only what is meant for the reader', async () => {
    const host = await open(estimated(), ASKED);
    const draft = (from: number, text: string) =>
      act(() => host.emit({ type: 'draft', runId: RUN, key: '1/decide', from, text }));
    expect(status()).toBe('Thinking');
    const thought = '<thought>I look it up.</thought>';
    draft(0, thought);
    expect(article('Answer')).toBeNull();
    expect(status()).toBe('Thinking');
    expect(find('[role=timer]')).not.toBeNull();
    draft(thought.length, 'Two **metres**');
    expect(status()).toBe('Writing the answer');
    expect(article('Answer')?.innerHTML).toBe('<p>Two <strong>metres</strong></p>');
  });

  it('puts what turns out to be a call into the steps', async () => {
    const host = await open(estimated(), ASKED);
    act(() => host.emit({ type: 'draft', runId: RUN, key: '1/decide', from: 0, text: 'Let me look.' }));
    expect(article('Answer')?.textContent).toBe('Let me look.');
    const called = [
      ...ASKED,
      say.reply('Let me look.', '1/decide'),
      say.plan(2, { by: 'model', reply: '1/decide', thought: 'Look for heights.' }),
      say.toolCall('find_in_page', '2.0/a', { query: 'height' }),
      say.toolCall('find_in_page', '2.1/b', { query: 'tide' }, 1),
    ];
    act(() => host.emit({ type: 'frames', runId: RUN, frames: frames(...called) }));
    expect(article('Answer')).toBeNull();
    expect(status()).toBe('Looking in the page, and 1 more');
    expect(find('.steps.now')?.textContent).toContain('Look for heights.');
    expect(find('.steps.now')?.textContent).toContain('height');
  });

  it('says what cannot be done without calling it an answer', async () => {
    const ending = { ...say.answer('The page shows no heights.'), impossible: true } as FrameDraft;
    await open(estimated(), [...ANSWERED.slice(0, -1), ending]);
    expect(status()).toBe('Not possible');
    expect(page().textContent).toContain('The model says it can’t do this');
    expect(article('Answer')?.textContent).toBe('The page shows no heights.');
  });

  it('tells a partial answer and a failed question by their names', async () => {
    const partial = await open(estimated(), [
      ...ASKED,
      say.reply('Half', '1/decide', 'aborted'),
      say.answer('Half', 'The time is up.'),
    ]);
    expect(status()).toBe('Partial answer');
    const failed = frames(...ASKED, say.reply('Half', '1/decide', 'failed'), say.error('model.odd', 'm', 'c'));
    await acted(() => {
      partial.emit({ type: 'tab', tabId: TAB.tabId, runId: 'run-2', pinned: false });
      partial.emit({ type: 'frames', runId: 'run-2', frames: failed.map((frame) => ({ ...frame, runId: 'run-2' })) });
    });
    expect(alert()).toContain('Couldn’t answer the question');
    expect(article('Answer')?.textContent).toBe('Half');
    expect(button('Try again')).toBeDefined();
  });

  it('names the cost where prices are known', async () => {
    const [, ...rest] = ANSWERED;
    await open(estimated(), [
      say.invoked({
        job: 'ask',
        goal: 'q',
        models: models({ prices: { input: 0.123456, cached: 0.123456, output: 2, asOf: '' } }),
      }),
      ...rest,
    ]);
    expect(await openReceipt()).toMatchObject({ input: '1000000', output: '500000' });
    expect(page().textContent).toContain('$1.123 at your prices');
  });

  it('says that the model is back while the run goes on', async () => {
    const back = [
      ...ASKED,
      say.reply('', '1/decide', 'failed'),
      say.wait(0),
      say.decide('1/decide', 2, 2),
      say.reply('', '1/decide'),
      say.plan(2, { by: 'model', reply: '1/decide' }),
      say.toolCall('find_in_page', '2.0/a', { query: 'height' }),
    ];
    await open(estimated(), back);
    expect(page().textContent).toContain('The model is back.');
  });
});
