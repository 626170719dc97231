/** What is typed and chosen stays while the person looks at another tab, and what a question deletes is said first. */
import { describe, expect, it } from 'vitest';
import type { FrameDraft } from '../../../src/lib/agent/frames/stamp.ts';
import { termsIn, wishIn } from '../../kit/runs/spec.ts';
import { acted } from '../kit/acted.ts';
import { estimated, frames, listedRun, OPENING, RUN, say, SPEC, TAB } from '../kit/script.ts';
import { choose, alert, button, find, key, open, page, press, restart, sendButton, type } from '../kit/stand.tsx';

type Host = Awaited<ReturnType<typeof open>>;

const OTHER = { ...TAB, tabId: 8, title: 'Elsewhere', url: 'https://example.com/other' };
const box = (): HTMLTextAreaElement | null => find('#ask-field') as HTMLTextAreaElement | null;
const field = (selector: string): HTMLTextAreaElement | null => find(selector) as HTMLTextAreaElement | null;
const sent = (host: Host, name: string) => host.requests.filter((request) => request.type === name);

const lookAway = (host: Host): Promise<void> =>
  acted(() => {
    host.view(OTHER);
    host.emit({ type: 'tab', tabId: OTHER.tabId, runId: null, pinned: false });
  });
async function lookBack(host: Host, run?: readonly FrameDraft[]): Promise<void> {
  await acted(() => {
    host.view(TAB);
    host.emit({ type: 'tab', tabId: TAB.tabId, runId: run === undefined ? null : RUN, pinned: false });
    if (run !== undefined) host.emit({ type: 'frames', runId: RUN, frames: frames(...run) });
  });
}

const ASKED: readonly FrameDraft[] = [
  say.invoked({ job: 'ask', goal: 'Is there more?' }),
  say.plan(1, { by: 'model', decision: 'ask' }),
  say.ask('question', '1/question', 'Which one?'),
];
const begin = (goal: string, isPrivate: boolean): readonly FrameDraft[] => [
  say.invoked({ job: 'ask', goal, private: isPrivate }),
  say.decide('1/decide', 1),
  say.reply('One.', '1/decide'),
  say.usage(100, 10, '1/decide'),
  say.plan(1, { by: 'model', decision: 'respond', reply: '1/decide' }),
  say.answer('One.'),
];
const follow = (goal: string): readonly FrameDraft[] => [
  say.control({ control: 'follow', request: { ...wishIn(SPEC), job: 'ask', goal }, config: termsIn(SPEC) }),
  say.decide('2/decide', 2),
  say.reply('Two.', '2/decide'),
  say.usage(100, 10, '2/decide'),
  say.plan(2, { by: 'model', decision: 'respond', reply: '2/decide' }),
  say.answer('Two.'),
];

describe('closing the panel', () => {
  it('keeps the words of a question that is not sent, and of one that waits to be', async () => {
    const typed = new Map<string, string>();
    await open(estimated(), undefined, {}, { typed });
    await acted(() => type(box(), 'Why the moo'));
    restart();
    await open(estimated(), undefined, {}, { typed });
    expect(box()?.value).toBe('Why the moo');
    await acted(() => type(box(), ''));
    restart();
    await open(estimated(), undefined, {}, { typed });
    expect(box()?.value).toBe('');
  });

  it('keeps none of them while “Private” is on', async () => {
    const typed = new Map<string, string>();
    const host = await open(estimated(), undefined, {}, { typed });
    await acted(() => void host.setPrivate(true));
    await acted(() => type(box(), 'Why the moo'));
    expect([...typed.values()].join('')).toBe('');
  });
});

describe('looking at another tab', () => {
  it('keeps a half-typed answer to the assistant, which Escape does not drop either', async () => {
    const host = await open(estimated(), ASKED);
    type(field('.asking textarea'), 'The sec');
    await lookAway(host);
    await lookBack(host, ASKED);
    expect(field('.asking textarea')?.value).toBe('The sec');
    await key(field('.asking textarea'), { key: 'Escape' });
    expect([field('.asking textarea')?.value, sent(host, 'run.cancel')]).toEqual(['The sec', []]);
  });

  it('keeps the tabs chosen for the question', async () => {
    const host = await open();
    await acted(() => host.tabs({ tabs: [{ tabId: 11, title: 'Moon tables', url: 'https://a.example/' }], hidden: 0 }));
    type(box(), '@moo');
    await key(box(), { key: 'Enter' });
    await lookAway(host);
    expect(find('.chips')).toBeNull();
    await lookBack(host);
    expect(find('.chips')?.textContent).toBe('Moon tables');
  });

  it('keeps a question that is being edited', async () => {
    const run = begin('Why?', false);
    const host = await open(estimated(), run);
    await press('Edit');
    type(field('[aria-label="Edit the question"]'), 'Why not?');
    await lookAway(host);
    await lookBack(host, run);
    expect(field('[aria-label="Edit the question"]')?.value).toBe('Why not?');
  });

  it('leaves “Web” and the history as they are where an old selection waits', async () => {
    const about = { tabId: TAB.tabId, hash: 'h', preview: 'tides', url: '', title: '', isSearch: false, at: 5 };
    const host = await open(estimated(), undefined, {}, { abouts: [about] });
    await press('Web');
    await lookAway(host);
    await lookBack(host);
    expect(button('Web')?.getAttribute('aria-pressed')).toBe('true');
    await acted(() => host.point(TAB.tabId, { ...about, at: 6 }));
    expect(button('Web')?.getAttribute('aria-pressed')).toBe('false');
  });

  it('drops the question whether to stop what is under way', async () => {
    const host = await open(estimated(), OPENING);
    await press('New conversation');
    expect(button('Stop and start new')).toBeDefined();
    await lookAway(host);
    expect(button('Stop and start new')).toBeUndefined();
  });
});

describe('a run that begins on the page', () => {
  it('takes the place of an older conversation, but not of one that comes with its tab', async () => {
    const host = await open(estimated(), undefined, {
      'history.list': () => ({ ok: true, value: { runs: [listedRun()] } }),
      'history.open': () => ({ ok: true, value: { frames: frames(...OPENING, say.answer('It waxes.')) } }),
    });
    await press('History');
    await press('How tides work');
    expect(find('.page-title')?.textContent).toBe('From history');
    await lookAway(host);
    await acted(() => {
      host.view(TAB);
      host.emit({ type: 'tab', tabId: TAB.tabId, runId: 'r-8', pinned: false });
    });
    expect(find('.page-title')?.textContent).toBe('From history');
    await acted(() => host.emit({ type: 'tab', tabId: TAB.tabId, runId: 'r-9', pinned: false }));
    expect(find('.page-title')).toBeNull();
  });
});

const BRANCH = 'Continue in a new conversation';

describe('under “Private”', () => {
  it('nothing that comes later is deleted before that is agreed to', async () => {
    const host = await open(estimated(), [...begin('Why?', true), ...follow('And then?')]);
    expect(button('New conversation')?.title).toContain('is deleted');
    await choose('More for this answer', BRANCH);
    expect([sent(host, 'run.fork'), document.activeElement?.textContent]).toEqual([[], 'Keep them']);
    await press('Keep them');
    await press('More for this answer');
    expect(button(BRANCH)?.textContent).toContain('the rest is deleted');
    await press(BRANCH);
    await press('Delete them');
    expect(sent(host, 'run.fork')).toMatchObject([{ exchange: 0, place: 'end' }]);
  });

  it.each(['Try again', 'Edit'])('the answer that “%s” replaces goes only after that is agreed to', async (how) => {
    const host = await open(estimated(), [...begin('Why?', true), ...follow('And then?')]);
    const replace = async (): Promise<void> => {
      await acted(() =>
        [...page().querySelectorAll<HTMLElement>('.present .answer-actions button')].find(isFor)?.click(),
      );
      if (how === 'Edit') await key(field('[aria-label="Edit the question"]'), { key: 'Enter' });
    };
    const isFor = (each: HTMLElement): boolean => each.textContent === how || each.ariaLabel === how;
    await replace();
    expect([sent(host, 'run.fork'), document.activeElement?.textContent]).toEqual([[], 'Keep it']);
    await press('Keep it');
    expect([sent(host, 'run.fork'), find('.present')?.textContent.includes('And then?')]).toEqual([[], true]);
    if (how === 'Edit') await key(field('[aria-label="Edit the question"]'), { key: 'Enter' });
    else await replace();
    await press('Delete it');
    expect(sent(host, 'run.fork')).toMatchObject([{ exchange: 1, place: how === 'Edit' ? 'request' : 'answer' }]);
  });

  it('the last answer is kept by a new conversation that goes on from it, which is not asked about', async () => {
    const host = await open(estimated(), [...begin('Why?', true), ...follow('And then?')]);
    const more = [...page().querySelectorAll<HTMLElement>('[aria-label="More for this answer"]')].at(-1);
    await acted(() => more?.click());
    await press(BRANCH);
    expect(sent(host, 'run.fork')).toMatchObject([{ exchange: 1, place: 'end' }]);
  });

  it('a kept conversation is branched at once', async () => {
    const host = await open(estimated(), [...begin('Why?', false), ...follow('And then?')]);
    expect(button('New conversation')?.title).toContain('in History');
    await choose('More for this answer', BRANCH);
    expect(sent(host, 'run.fork')).toHaveLength(1);
  });
});

describe('a later question about a page that the tab has left', () => {
  const READ = [say.plan(3), say.toolCall('read_page'), say.read()];
  const edit = async (run: readonly FrameDraft[]): Promise<Host> => {
    const host = await open(estimated({ url: OTHER.url, title: OTHER.title }), run);
    await press('Continue');
    const edits = [...page().querySelectorAll<HTMLElement>('[aria-label=Edit]')];
    await acted(() => edits.at(-1)?.click());
    type(field('[aria-label="Edit the question"]'), 'And how deep?');
    await key(field('[aria-label="Edit the question"]'), { key: 'Enter' });
    return host;
  };

  it('is not asked of the other page in other words', async () => {
    const [asks, ...answers] = follow('How high?');
    const host = await edit([...begin('Hello', false), ...(asks ? [asks] : []), ...READ, ...answers]);
    expect([sent(host, 'run.fork'), alert().includes('no longer shows')]).toEqual([[], true]);
    expect(field('[aria-label="Edit the question"]')?.value).toBe('And how deep?');
  });

  it('is asked where the page was read before', async () => {
    const [invoked, ...answers] = begin('Why?', false);
    const host = await edit([...(invoked ? [invoked] : []), ...READ, ...answers, ...follow('How high?')]);
    expect(sent(host, 'run.fork')).toMatchObject([{ exchange: 1, place: 'request' }]);
  });
});

describe('the field', () => {
  it('keeps all of a text that is too long, says so, and sends nothing', async () => {
    const host = await open();
    type(box(), 'x'.repeat(4001));
    await key(box(), { key: 'Enter' });
    expect([alert(), sent(host, 'run.ask')]).toEqual([
      '4,001 of 4,000 characters. Shorten it, or attach it as a file.',
      [],
    ]);
    type(box(), 'x'.repeat(4000));
    await key(box(), { key: 'Enter' });
    expect(sent(host, 'run.ask')).toHaveLength(1);
  });

  it('takes words while the page is looked at', async () => {
    const host = await open();
    await acted(() => host.view({ ...TAB, url: 'https://example.org/next', loading: true }));
    type(box(), 'And then?');
    expect([box()?.readOnly, sendButton()?.getAttribute('aria-disabled')]).toEqual([false, 'false']); // it waits for that
  });

  it('goes back to the first command as the words change, and leaves the words of one that cannot be done', async () => {
    const host = await open(estimated(), OPENING);
    type(box(), '/');
    await key(box(), { key: 'ArrowDown' });
    type(box(), '/summ');
    expect(find('.suggestions [aria-selected=true]')).toBe(find('.suggestions [role=option]'));
    await key(box(), { key: 'Enter' });
    expect([box()?.value, alert(), sent(host, 'run.start')]).toEqual([
      '/summ',
      'Available when the answer is done.',
      [],
    ]);
  });

  it('offers no tab after an at sign that goes with the question already', async () => {
    const host = await open();
    const tabs = [11, 12].map((tabId) => ({ tabId, title: `Moon ${String(tabId)}`, url: 'https://a.example/' }));
    await acted(() => host.tabs({ tabs, hidden: 0 }));
    type(box(), '@moon');
    await key(box(), { key: 'Enter' });
    type(box(), '@moon');
    expect([...page().querySelectorAll('.suggestions [role=option]')].map((each) => each.textContent)).toEqual([
      'Moon 12',
    ]);
  });
});

describe('what cannot go on', () => {
  it('is announced beside the field, with another try', async () => {
    const host = await open(estimated(), OPENING);
    await acted(() => host.emit({ type: 'notice', code: 'storage-full' }));
    expect(find('.foot [role=alert]')?.textContent).toContain('Storage is full');
    await press('Try again');
    expect([sent(host, 'run.retry').length, find('.notice')]).toEqual([1, null]);
  });

  it('is put away once it is read, and is not said in the history', async () => {
    const error = { code: 'worker.silent', message: 'No answer.', hint: 'Try again.' };
    await open(estimated(), undefined, { 'run.ask': () => ({ ok: false, error }) });
    type(box(), 'Why?');
    await key(box(), { key: 'Enter' });
    expect(alert()).toContain('No answer.');
    await press('Dismiss');
    expect([alert(), document.activeElement]).toEqual(['', box()]);
    await key(box(), { key: 'Enter' });
    await press('History');
    expect(find('dialog [role=alert]')).toBeNull();
  });
});
