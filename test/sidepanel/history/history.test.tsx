import { describe, expect, it, vi } from 'vitest';
import type { FrameDraft } from '../../../src/lib/agent/frames/stamp.ts';
import type { ListedRun } from '../../../src/lib/protocol/requests/history.ts';
import { termsIn, wishIn } from '../../kit/runs/spec.ts';
import { acted } from '../kit/acted.ts';
import { estimated, frames, listedRun, OPENING, RUN, say, SPEC, TAB } from '../kit/script.ts';
import { choose, alert, article, button, find, key, open, page, press, restart, type } from '../kit/stand.tsx';

const WRITTEN = say.plan(2, { decision: 'respond', by: 'model', reply: 'answer' });
const DONE: readonly FrameDraft[] = [
  ...OPENING,
  say.reply('The answer.'),
  say.usage(3104, 412),
  WRITTEN,
  say.answer('The answer.'),
];
const LISTED: readonly ListedRun[] = [
  listedRun({ title: 'How tides work\u202E', job: 'summarise', page: 'How tides work\u202E' }),
  listedRun({ runId: 'r-2', title: '', requestedAt: 1_600_000_000_000, status: 'failed', requests: 3 }),
];
const worker = {
  'history.list': () => ({ ok: true, value: { runs: LISTED } }) as const,
  'history.open': () => ({ ok: true, value: { frames: frames(...DONE) } }) as const,
};
const entries = (): readonly HTMLElement[] => [...page().querySelectorAll<HTMLElement>('.entries > li')];
const sent = (host: Awaited<ReturnType<typeof open>>, prefix: string): readonly unknown[] =>
  host.requests.filter(({ type }) => type.startsWith(prefix) && type !== 'history.list');

describe('pinning a conversation', () => {
  it('is a toggle that tells the worker, and follows what the worker says', async () => {
    const host = await open(estimated(), DONE);
    await choose('More for this answer', 'Pin conversation');
    expect(sent(host, 'history.')).toEqual([{ type: 'history.pin', runId: RUN, pinned: true }]);
    await press('More for this answer');
    expect(button('Unpin conversation')).toBeDefined();
    await acted(() => host.emit({ type: 'tab', tabId: TAB.tabId, runId: RUN, pinned: false }));
    expect(button('Pin conversation')).toBeDefined();
  });

  it('is for a run that is over and not private, which says so', async () => {
    await open(estimated(), OPENING);
    expect(button('More for this answer')).toBeUndefined();
    restart();
    const [first, ...rest] = DONE;
    if (first?.kind !== 'agent.invoked') throw new Error('No beginning.');
    await open(estimated(), [say.invoked({ ...first.spec, private: true }), ...rest]);
    await press('More for this answer');
    expect(button('Pin conversation')).toBeUndefined();
    expect(find('.present')?.textContent).toContain('Private: deleted when you leave it');
  });
});

describe('the history', () => {
  it('is listed, opened to be read, and left again for the run of the tab', async () => {
    const host = await open(estimated(), undefined, worker);
    await press('History');
    expect(document.activeElement?.getAttribute('type')).toBe('search');
    expect(page().textContent).toContain('Estimate:'); // what is beneath stays
    expect(entries()[0]?.textContent).toMatch(/^How tides workSummary · Nov 1/);
    expect(entries()[0]?.textContent).not.toContain('Done');
    expect(entries()[1]?.textContent).toMatch(/^Untitled page.*3 questions · Couldn’t finish/);
    await press('How tides work');
    expect(host.requests).toContainEqual({ type: 'history.open', runId: RUN });
    expect(article()?.textContent).toBe('The answer.');
    await acted(() => host.view({ ...TAB, url: 'https://example.org/other', title: 'Other' }));
    expect(find('.source a')?.getAttribute('href')).toBe(TAB.url);
    await acted(() => host.view(TAB));
    expect(find('.source a')).toBeNull(); // the tab shows it
    expect(button('Stop')).toBeUndefined(); // beside an older run there is only the field to go on with it
    expect(page().textContent).not.toContain('This session');
    await key(document, { key: 'Escape' });
    expect(entries()).toHaveLength(2);
    await key(document.activeElement, { key: 'Escape' });
    expect(find('dialog')).toBeNull();
    expect(document.activeElement).toBe(button('History')); // what had the focus before the list has gone
    expect(find('footer')?.hidden).toBe(false);
    expect(page().textContent).toContain('Estimate:');
    expect(host.requests.filter(({ type }) => type === 'run.cancel')).toEqual([]);
  });

  it('groups by day, after those of this page and the pinned ones, also what a search found', async () => {
    const now = Date.now();
    const runs = [
      listedRun({ runId: 'now', title: 'Now', requestedAt: now, url: `${TAB.url}#part` }),
      listedRun({ runId: 'pinned', title: 'Old', pinned: true, requestedAt: now - 5 * 86_400_000 }),
      listedRun({ runId: 'past', title: 'Past', requestedAt: now - 5 * 86_400_000 }),
    ];
    await open(estimated(), undefined, { ...worker, 'history.list': () => ({ ok: true, value: { runs } }) });
    await press('History');
    const groups = () =>
      [...page().querySelectorAll('.group')].map((group) => [
        group.querySelector('h3')?.textContent,
        [...group.querySelectorAll('.listed-title')].map((title) => title.textContent),
      ]);
    expect(groups()).toEqual([
      ['This page', ['Now']],
      ['Pinned', ['Old']],
      ['Earlier', ['Past']],
    ]);
    type(find('input[type=search]') as HTMLInputElement, 'words');
    await acted(() => undefined);
    expect(groups()).toEqual([
      ['This page', ['Now']],
      ['Found', ['Old', 'Past']],
    ]);
  });

  it('renames, pins and unpins a conversation from its row, and the focus stays with the row', async () => {
    const host = await open(estimated(), undefined, worker);
    await press('History');
    await choose('Options for', 'Rename');
    const field = find('.rename input') as HTMLInputElement;
    expect(document.activeElement).toBe(field);
    expect(field.value).toBe('How tides work');
    await key(field, { key: 'Escape' });
    expect([find('.rename'), entries().length]).toEqual([null, 2]);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Options for How tides work');
    await choose('Options for', 'Rename');
    await acted(() => {
      const again = find('.rename input') as HTMLInputElement;
      Reflect.set(HTMLInputElement.prototype, 'value', ' My tides ', again);
      again.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await press('Save name');
    await choose('Options for', 'Pin');
    expect(sent(host, 'history.')).toEqual([
      { type: 'history.rename', runId: RUN, name: 'My tides' },
      { type: 'history.pin', runId: RUN, pinned: true },
    ]);
  });

  it('says so when there is none, and when it cannot be read', async () => {
    await open(estimated(), undefined, { 'history.list': () => ({ ok: true, value: { runs: [] } }) });
    await press('History');
    expect(page().textContent).toContain('Your conversations will appear here.');
    expect(button('Delete all history')).toBeUndefined();
  });

  it('shows the one chosen last, and none after the list is closed, however late a reply comes', async () => {
    const replies = new Map<string, () => void>();
    const runs = ['slow', 'quick'].map((runId) => listedRun({ runId, title: runId }));
    const host = await open(estimated(), undefined, {
      ...worker,
      'history.list': () => ({ ok: true, value: { runs } }),
      'history.open': (request) =>
        new Promise((resolve) => {
          const { runId } = request as unknown as { readonly runId: string };
          const said = [say.invoked({ job: 'ask', goal: `Asked ${runId}` }), say.answer('So.')];
          replies.set(runId, () =>
            resolve({ ok: true, value: { frames: frames(...said).map((frame) => ({ ...frame, runId })) } }),
          );
        }),
    });
    await press('History');
    await press('slow');
    const busy = () => [...page().querySelectorAll('.listed [aria-busy=true]')].map(({ textContent }) => textContent);
    expect(busy()).toEqual(['slowOpening…']);
    await press('quick');
    expect(busy()).toEqual(['quickOpening…']);
    await acted(() => replies.get('quick')?.());
    await acted(() => replies.get('slow')?.());
    expect(find('.asked')?.textContent).toContain('Asked quick');
    await key(document, { key: 'Escape' });
    await press('slow');
    await press('Close history');
    await press('History');
    await acted(() => replies.get('slow')?.());
    expect(find('.asked')).toBeNull();
    expect(host.requests.filter(({ type }) => type === 'history.open')).toHaveLength(3);
  });

  it('says what went wrong', async () => {
    const error = { code: 'history.gone', message: 'It is gone.', hint: 'Remove it.' };
    await open(estimated(), undefined, { ...worker, 'history.open': () => ({ ok: false, error }) });
    await press('History');
    await press('How tides work');
    expect(alert()).toContain('It is gone.');
    expect(entries()).toHaveLength(2);
  });
});

describe('looking for what was before', () => {
  const run = (runId: string, title = runId, snippet = ''): ListedRun => listedRun({ runId, title, snippet });
  const field = (): HTMLInputElement | null => find('input[type=search]') as HTMLInputElement | null;
  const typed = (text: string): Promise<void> =>
    acted(() => {
      Reflect.set(HTMLInputElement.prototype, 'value', text, field() ?? {});
      field()?.dispatchEvent(new Event('input', { bubbles: true }));
    });
  const queries = (host: Awaited<ReturnType<typeof open>>): readonly unknown[] =>
    host.requests.flatMap((request) => ('query' in request ? [request.query] : []));

  it('marks the words of the query in title and snippet, which stay text', async () => {
    const runs = [run('r', 'High <b>tides</b>', 'when the TIDE\u202E is high')];
    await open(estimated(), undefined, { ...worker, 'history.list': () => ({ ok: true, value: { runs } }) });
    await press('History');
    await typed('tide high');
    expect([...page().querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
      'High',
      'tide',
      'TIDE',
      'high',
    ]);
    expect(find('.listed b')).toBeNull();
    expect(find('.snippet')?.textContent).toBe('when the TIDE is high');
  });

  it('asks one thing at a time, and of what was typed meanwhile the last', async () => {
    const open1: ((runs: readonly ListedRun[]) => void)[] = [];
    const host = await open(estimated(), undefined, {
      ...worker,
      'history.list': () => new Promise((resolve) => open1.push((runs) => resolve({ ok: true, value: { runs } }))),
    });
    await press('History');
    await typed('t');
    await typed('ti');
    await typed('tide');
    expect(queries(host)).toEqual(['']);
    await acted(() => open1[0]?.([run('everything')]));
    expect(queries(host)).toEqual(['', 'tide']);
    expect(page().textContent).not.toContain('everything'); // it fits nothing that is asked for
    await acted(() => open1[1]?.([run('fits')]));
    expect(page().textContent).toContain('fits');
    expect(queries(host)).toHaveLength(2);
  });

  it('says so when nothing fits, and Escape forgets the query before it leaves', async () => {
    const none = () => ({ ok: true, value: { runs: [] } }) as const;
    const host = await open(estimated(), undefined, { ...worker, 'history.list': none });
    await press('History');
    await typed('whales');
    expect(page().textContent).toContain('Nothing found for “whales”.');
    await key(field(), { key: 'Escape' });
    expect(field()?.value).toBe('');
    expect(queries(host).at(-1)).toBe('');
    await key(field(), { key: 'Escape' });
    expect(field()).toBeNull();
  });
});

it('offers to copy each answer of an old conversation, and to read it aloud', async () => {
  const request = { ...wishIn(SPEC), job: 'ask', goal: 'And?' } as const;
  const follow = say.control({ control: 'follow', request, config: termsIn(SPEC) });
  const voice = { name: 'Here', voiceURI: 'here', lang: 'en-US', localService: true, default: true };
  vi.stubGlobal(
    'speechSynthesis',
    Object.assign(new EventTarget(), { getVoices: () => [voice], cancel: () => undefined }),
  );
  await open(estimated(), undefined, {
    ...worker,
    'history.open': () => ({ ok: true, value: { frames: frames(...DONE, follow, say.answer('So.')) } }) as const,
  });
  await press('History');
  await press('How tides work');
  const answers = ['.exchange', '.present'].map((place) => find(place));
  for (const label of ['Copy', 'Read aloud'])
    expect(answers.map((answer) => answer?.querySelectorAll(`[aria-label="${label}"]`).length)).toEqual([1, 1]);
  vi.unstubAllGlobals();
});

describe('going on with a run of before', () => {
  it('that has lost its tab while it was under way shows it beside this one', async () => {
    const host = await open(estimated(), undefined, {
      ...worker,
      'history.open': () => ({ ok: true, value: { frames: frames(...OPENING) } }) as const,
    });
    await press('History');
    await press('How tides work');
    await press('Continue here');
    expect(sent(host, 'history.bind')).toEqual([{ type: 'history.bind', runId: RUN, tabId: TAB.tabId }]);
    expect(find('.page-title')).toBeNull();
  });

  it('leads to the field, and asks on in that run beside the tab of today', async () => {
    const host = await open(estimated(), undefined, worker);
    await press('History');
    await press('How tides work');
    await press('Continue here');
    const box = document.activeElement as HTMLTextAreaElement;
    expect(box.placeholder).toBe('Ask a follow-up…');
    type(box, 'And why?');
    await key(box, { key: 'Enter' });
    expect(host.requests.filter((request) => request.type === 'run.follow')).toMatchObject([
      { runId: RUN, tabId: TAB.tabId, goal: 'And why?' },
    ]);
    // it is the tab's run now, with what was known of it
    expect(find('.page-title')).toBeNull();
    expect(article()?.textContent).toBe('The answer.');
    expect(host.hellos.at(-1)).toMatchObject({ runId: RUN, after: DONE.length - 1 });
  });

  it('keeps the words, and the run in view, when that was refused', async () => {
    const error = { code: 'run.gone', message: 'This conversation is no longer there.', hint: 'Ask again.' };
    await open(estimated(), undefined, { ...worker, 'run.follow': () => ({ ok: false, error }) });
    await press('History');
    await press('How tides work');
    const box = find('textarea') as HTMLTextAreaElement;
    type(box, 'And why?');
    await key(box, { key: 'Enter' });
    expect(alert()).toContain('no longer there');
    expect(box.value).toBe('And why?');
    expect(article()?.textContent).toBe('The answer.');
  });
});
