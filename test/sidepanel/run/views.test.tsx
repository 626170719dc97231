import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { Reply } from '../../../src/lib/protocol/requests/requests.ts';
import { acted } from '../kit/acted.ts';
import { estimated, frames, OPENING, RUN, say, START, TAB } from '../kit/script.ts';
import {
  add,
  alert,
  article,
  button,
  find,
  sendButton,
  open,
  openReceipt,
  page,
  press,
  restart,
  status,
} from '../kit/stand.tsx';
import { eventually } from '../../kit/base/eventually.ts';

const error = (code: string): Reply<'page.estimate'> => ({
  ok: false,
  error: { code, message: 'What.', hint: 'Cure.' },
});

describe('before a run', () => {
  it('says what it will likely take and the most it can, and offers the one button [J6c] [R11.4]', async () => {
    const host = await open();
    expect(page().textContent).toContain('How tides work');
    expect(page().textContent).toContain('example.org · 1,240 words');
    expect(page().textContent).toContain('Estimate: likely 2,400 tokens in · 310 outat most 3,410 tokens in · 1 call');
    expect(page().textContent).toContain('llama3.2 at localhost:11434');
    expect(button('Summarise this page')?.title).toBe('Alt+Shift+S');
    await press('Summarise this page');
    expect(host.requests.at(-1)).toMatchObject({ type: 'run.start', tabId: TAB.tabId });
  });

  it('says that the extractive engine costs nothing [J8e]', async () => {
    await open(estimated({ metered: false, modelLabel: 'Built-in engine' }));
    expect(page().textContent).toContain('Estimate: free · nothing leaves this computer');
    expect(find('.estimate')?.textContent).not.toContain('tokens in');
    expect(page().textContent).not.toContain('takes over');
  });

  it('says who would cost something if the one that costs nothing cannot go on', async () => {
    await open(estimated({ metered: false, paidFallback: 'gpt-4o at api.openai.com' }));
    expect(page().textContent).toContain('gpt-4o at api.openai.com takes over if it fails');
  });

  it('suggests questions from the headings of the page', async () => {
    const host = await open(estimated({ topics: ['Why two a day?', 'The moon and the sun'] }));
    expect(find('.topics')?.textContent).toBe('Why two a day?The moon and the sun');
    await press('The moon');
    expect(host.requests.at(-1)).toMatchObject({
      type: 'run.ask',
      job: 'ask',
      goal: 'What does it say about “The moon and the sun”?',
    });
  });

  it('warns of a page that may not fit the budget', async () => {
    await open(estimated({ input: 300_000, total: 300_800 }));
    expect(page().textContent).toContain('exceed your limit of 200,000 tokens');
  });

  it('leads to the settings when a model or its key is in the way', async () => {
    const host = await open(error('key.invalid'));
    await press('Open settings');
    expect(host.did).toContain('settings');
  });

  it('shows notices until they are put away', async () => {
    const host = await open();
    act(() => host.emit({ type: 'notice', code: 'storage-full' }));
    expect(page().textContent).toContain('Storage is full.');
    await press('Dismiss');
    expect(page().textContent).not.toContain('Storage is full.');
  });
});

describe('during a run', () => {
  it('streams the draft under a steady status, and stops on the button and on Escape [J6a]', async () => {
    const host = await open(estimated(), OPENING);
    expect(status()).toBe('Waiting for the model…');
    act(() => host.emit({ type: 'draft', runId: RUN, key: 'answer', from: 0, text: 'Tides **rise**' }));
    expect(status()).toBe('Writing the summary');
    expect(article()?.innerHTML).toBe('<p>Tides <strong>rise</strong></p>');
    expect(article()?.getAttribute('aria-busy')).toBe('true');
    expect(article()?.lang).toBe('en');
    expect(article()?.dir).toBe('auto');
    await press('Stop');
    expect(host.requests.at(-1)).toMatchObject({ type: 'run.cancel', runId: RUN });
    restart();
    const other = await open(estimated(), OPENING);
    await acted(() => void document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })));
    expect(other.requests.at(-1)).toMatchObject({ type: 'run.cancel', runId: RUN });
  });

  it('counts the seconds while nothing shows yet, without announcing them', async () => {
    vi.useFakeTimers({ now: START + 4000 });
    await open(estimated(), OPENING);
    act(() => void vi.advanceTimersByTime(45_000));
    expect(page().querySelector('[role=timer]')?.textContent).toBe('45 s');
    expect(page().querySelector('[role=status] [role=timer]')).toBeNull();
  });

  it('counts down to the next attempt', async () => {
    vi.useFakeTimers({ now: START });
    await open(estimated(), [...OPENING, say.reply('', 'answer', 'failed'), say.wait(START + 12_000)]);
    expect(status()).toBe('Rate-limited by the server.');
    expect(page().textContent).toContain('Trying again in 12 s');
    act(() => void vi.advanceTimersByTime(3000));
    expect(page().textContent).toContain('Trying again in 9 s');
    expect(button('Stop')).toBeDefined();
  });

  it('names the part of a long page, and keeps it between two parts', async () => {
    const opening = [
      ...OPENING.slice(0, 4),
      say.plan(2),
      say.toolCall('summarize_page_content'),
      say.modelCall('p3', { index: 3, of: 7 }),
    ];
    const host = await open(estimated(), opening);
    expect(status()).toBe('Reading part 3 of 7');
    expect(page().querySelector('progress')?.value).toBeCloseTo(2 / 8);
    act(() => host.emit({ type: 'frames', runId: RUN, frames: frames(...opening, say.reply('n', 'p3')) }));
    expect(status()).toBe('Reading part 3 of 7');
    expect(page().querySelector('progress')?.value).toBeCloseTo(3 / 8);
    expect(page().textContent).not.toContain('summarize_page_content');
  });

  it('says that it was restarted', async () => {
    await open(estimated(), [
      ...OPENING,
      say.control({ control: 'resume', lost: ['answer'] }),
      say.modelCall('answer', null, 2),
    ]);
    expect(page().textContent).toContain('Resumed after an interruption');
  });

  it('keeps the focus on the button whose meaning changes', async () => {
    const host = await open();
    const before = sendButton();
    await press('Summarise this page');
    act(() => host.emit({ type: 'frames', runId: RUN, frames: frames(...OPENING) }));
    expect(sendButton()).toBe(before);
    expect(button('Stop')).toBeDefined();
    expect(document.activeElement).toBe(before);
  });

  it('takes the second half of a double click for no click', async () => {
    const host = await open(estimated(), OPENING);
    act(() => void sendButton()?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 })));
    expect(host.requests.filter(({ type }) => type === 'run.cancel')).toEqual([]);
  });
});

describe('after a run', () => {
  const WRITTEN = say.plan(2, { decision: 'respond', by: 'model', reply: 'answer' });
  const DONE = [...OPENING, say.reply('The answer.'), say.usage(3104, 412), WRITTEN, say.answer('The answer.')];

  it('shows the summary with its receipt, and copies it as Markdown [J2d] [J6b]', async () => {
    const host = await open(estimated(), DONE);
    expect(status()).toBe('Summary ready');
    expect(article()?.textContent).toBe('The answer.');
    expect(article()?.getAttribute('aria-busy')).toBe('false');
    expect(await openReceipt()).toMatchObject({
      input: '3104',
      output: '412',
      sessionInput: '4104',
      sessionOutput: '512',
    });
    await press('Copy');
    await eventually(() => expect(host.did).toContain('copy The answer.'));
    expect(host.did).toContain('as <p>The answer.</p>');
    await acted(() => undefined);
    expect(button('Copied')).toBeDefined();
    await add('Summarise this page');
    expect(host.requests.map(({ type }) => type)).toContain('run.start');
  });

  it('links to the page unless the tab shows it', async () => {
    const host = await open(estimated(), DONE);
    expect(page().querySelector('.source a')).toBeNull();
    await acted(() => host.view({ ...TAB, url: 'https://example.org/other', title: 'Other' }));
    expect(page().querySelector('.source a')?.getAttribute('href')).toBe(TAB.url);
    expect(page().querySelector('.source')?.textContent).toContain('example.org');
  });

  it('offers the page the tab has moved on to', async () => {
    await open(estimated({ url: 'https://example.org/moon', title: 'The Moon' }), DONE);
    expect(find('.folded-thread')?.textContent).toBe('Conversation about How tides workSummary readyContinue');
    expect(article()).toBeNull();
    expect(find('.source')?.textContent).toContain('The Moon');
    expect(button('Summarise this page')).toBeDefined();
    await press('Continue');
    expect(article()?.textContent).toBe('The answer.');
    expect(find('.folded-thread')).toBeNull();
  });

  it('says that the page the tab has moved on to cannot be read', async () => {
    await open(error('page.pdf-scan'), DONE);
    expect(page().textContent).toContain('What. Cure.');
    expect(article()?.textContent).toBe('The answer.');
  });

  it('says what was lost, and what is partial', async () => {
    await open(estimated(), [
      ...OPENING,
      say.usage(3410, 20, 'answer', 'lost'),
      say.answer('Half.', 'The token budget is used up.'),
    ]);
    expect(status()).toBe('Partial summary');
    expect(page().textContent).toContain('The token budget is used up.');
    await openReceipt();
    expect(page().textContent).toContain('Includes an estimate of 3,430 tokens');
  });

  it('explains a failure, keeps the text, and leads to the settings and another try [J2d]', async () => {
    const failed = [
      ...OPENING,
      say.reply('Half of', 'answer', 'failed'),
      say.error('model.unauthorized', 'Refused.', 'Check the key.'),
    ];
    const host = await open(estimated(), failed);
    expect(status()).toBe('Couldn’t finish');
    expect(alert()).toContain('Refused.');
    expect(alert()).toContain('Check the key.');
    expect(article()?.textContent).toBe('Half of');
    expect(find('.error .accent')?.textContent).toBe('Open settings');
    await press('Open settings');
    expect(host.did).toContain('settings');
    await press('Try again');
    expect(host.requests.at(-1)).toMatchObject({ type: 'run.retry', runId: RUN });
  });

  it('keeps the text of a run that was stopped', async () => {
    await open(estimated(), [
      ...OPENING,
      say.reply('Half of', 'answer', 'aborted'),
      say.control({ control: 'cancel' }),
    ]);
    expect(status()).toBe('Stopped');
    expect(article()?.textContent).toBe('Half of');
  });

  it('says of a step what is done, and how often [J6a]', async () => {
    await open(estimated(), [
      say.invoked({ job: 'ask', goal: 'Moon or tide?' }),
      say.plan(1, { by: 'model' }),
      say.toolCall('find_in_page', '1.0/a', { query: 'moon' }),
      say.toolCall('find_in_page', '1.1/b', { query: 'tide' }, 1),
      say.toolCall('read_page', '1.2/c', {}, 2),
    ]);
    expect(page().querySelector('.steps .step-name')?.textContent).toBe('Look in the page 2×; Read the page');
  });

  it('lists the steps for a person', async () => {
    await open(estimated(), [
      ...DONE.slice(0, 5),
      say.reply('', 'answer', 'failed'),
      say.wait(START),
      say.modelCall('answer', null, 2),
      ...DONE.slice(5),
    ]);
    const steps = [...page().querySelectorAll('.steps li')].map((li) => li.textContent);
    expect(steps).toHaveLength(4);
    expect(steps[0]).toContain('Read the pagedone+1 sRead “How tides work”: 1,240 words.');
    expect(steps[0]).not.toContain('ms');
    expect(steps[1]).toContain('The server is busy.');
    expect(steps[2]).toContain('Wait+6 sRate-limited by the server.');
    expect(steps[3]).toContain('Write the summarydone');
    expect(steps[3]).toContain('The model is back.');
    expect(steps[3]).toContain('4.2 s · 3,104 tokens in, 412 out');
  });

  it('leaves a finished conversation for a new one at once, and goes to the field', async () => {
    const host = await open(estimated(), DONE);
    await press('New conversation');
    expect(host.requests.find(({ type }) => type === 'run.leave')).toEqual({
      type: 'run.leave',
      runId: RUN,
      tabId: TAB.tabId,
    });
    expect(document.activeElement?.tagName).toBe('TEXTAREA');
  });

  it('asks before it stops a live one for a new one, and lets it finish by default [R11.5]', async () => {
    const host = await open(estimated(), OPENING);
    const left = () => host.requests.filter(({ type }) => type === 'run.leave');
    await press('New conversation');
    expect(document.activeElement?.textContent).toBe('Let it finish');
    await press('Let it finish');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('New conversation');
    expect([find('[role=alertdialog]'), left()]).toEqual([null, []]);
    await press('New conversation');
    await press('Stop and start new');
    expect(left()).toHaveLength(1);
  });
});
