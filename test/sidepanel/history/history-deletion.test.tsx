/** Conversations that are deleted, with a way back, and those that are not kept at all. */
import { describe, expect, it, vi } from 'vitest';
import type { FrameDraft } from '../../../src/lib/agent/frames/stamp.ts';
import type { Reply } from '../../../src/lib/protocol/requests/requests.ts';
import { UNDO_MS } from '../../../src/sidepanel/history/history-actions.ts';
import { acted } from '../kit/acted.ts';
import { estimated, frames, listedRun, OPENING, RUN, say } from '../kit/script.ts';
import { alert, choose, button, deleteAllHistory, find, open, page, press } from '../kit/stand.tsx';

const DONE: readonly FrameDraft[] = [...OPENING, say.reply('The answer.'), say.answer('The answer.')];
const LISTED = [listedRun({ job: 'summarise' }), listedRun({ runId: 'r-2', title: 'Why?' })];
const worker = {
  'history.list': () => ({ ok: true, value: { runs: LISTED } }) as const,
  'history.open': () => ({ ok: true, value: { frames: frames(...DONE) } }) as const,
};
const entries = (): readonly HTMLElement[] => [...page().querySelectorAll<HTMLElement>('.entries > li')];
const sent = (host: Awaited<ReturnType<typeof open>>, prefix: string): readonly unknown[] =>
  host.requests.filter(({ type }) => type.startsWith(prefix) && !['history.list', 'history.open'].includes(type));
const undoBar = (): string => find('.undo')?.textContent ?? '';

describe('deleting a conversation', () => {
  it('can be undone for a while, by a button that has the focus and a line that is announced [R11.5]', async () => {
    const host = await open(estimated(), undefined, worker);
    await press('History');
    await choose('Options for', 'Delete');
    expect(find('.undo [role=status]')?.textContent).toBe('Deleted: How tides work');
    expect(document.activeElement?.textContent).toBe('Undo');
    await press('Undo');
    expect(sent(host, 'history.')).toEqual([
      { type: 'history.delete', runId: RUN },
      { type: 'history.restore', runId: RUN, shown: false },
    ]);
    expect(undoBar()).toBe('');
    expect(document.activeElement?.textContent).toBe('History');
  });

  it('stays to be undone if the worker did not restore it, for the same time again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const error = { code: 'internal', message: 'The disk is full.', hint: '' };
    const host = await open(estimated(), undefined, { ...worker, 'history.restore': () => ({ ok: false, error }) });
    await press('History');
    await choose('Options for', 'Delete');
    await press('Undo');
    expect([undoBar(), alert()]).toEqual([
      expect.stringContaining('Deleted: How tides work'),
      expect.stringContaining('The disk is full.'),
    ]);
    await acted(() => void vi.advanceTimersByTime(UNDO_MS));
    expect(undoBar()).toBe('');
    expect(sent(host, 'history.forget')).toHaveLength(1);
  });

  it('takes effect when the time is over, or when the next one is deleted', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const host = await open(estimated(), undefined, worker);
    await press('History');
    await choose('Options for', 'Delete');
    await choose('Options for', 'Delete');
    const [forget] = [{ type: 'history.forget', runId: RUN }];
    expect(sent(host, 'history.forget')).toEqual([forget]);
    await acted(() => void vi.advanceTimersByTime(UNDO_MS - 1));
    expect(undoBar()).toContain('Deleted');
    await acted(() => void vi.advanceTimersByTime(1));
    expect(undoBar()).toBe('');
    expect(sent(host, 'history.forget')).toEqual([forget, forget]);
  });

  it('asks first when the conversation is still under way', async () => {
    const runs = [listedRun({ status: 'asking' })];
    const host = await open(estimated(), undefined, {
      ...worker,
      'history.list': () => ({ ok: true, value: { runs } }),
    });
    await press('History');
    await choose('Options for', 'Delete');
    expect(find('[role=alertdialog]')?.textContent).toContain('still running');
    await press('Keep it');
    expect(sent(host, 'history.')).toEqual([]);
    await choose('Options for', 'Delete');
    await press('Stop and delete');
    expect(sent(host, 'history.')).toEqual([{ type: 'history.delete', runId: RUN }]);
  });

  it('of all of them asks first, and says what is not spared', async () => {
    const host = await open(estimated(), undefined, worker);
    await press('History');
    await press('Delete all history');
    expect(find('[role=alertdialog]')?.textContent).toContain('pinned ones too');
    await press('Keep them');
    expect(document.activeElement?.textContent).toBe('Delete all history…');
    expect(sent(host, 'history.')).toEqual([]);
    await press('Delete all history');
    await press('Delete everything');
    expect(sent(host, 'history.')).toEqual([{ type: 'history.clear' }]);
  });

  it('of all of them leaves a drawer closed that was closed meanwhile', async () => {
    let reply: (value: Reply<'history.clear'>) => void = () => undefined;
    const host = await open(estimated(), undefined, {
      ...worker,
      'history.clear': () => new Promise((resolve) => (reply = resolve)),
    });
    await deleteAllHistory();
    await acted(() => reply({ ok: true, value: {} }));
    expect([find('dialog'), sent(host, 'history.clear')]).toEqual([null, [{ type: 'history.clear' }]]);
  });

  it('of all of them lists what is left then', async () => {
    let runs = LISTED;
    await open(estimated(), undefined, {
      ...worker,
      'history.list': () => ({ ok: true, value: { runs } }),
      'history.clear': () => {
        runs = [];
        return { ok: true, value: {} };
      },
    });
    await press('History');
    await press('Delete all history');
    await press('Delete everything');
    expect(entries()).toEqual([]);
    expect(find('dialog')).not.toBeNull();
  });

  it('from where it is open goes back to the list', async () => {
    await open(estimated(), DONE, worker);
    await press('History');
    await press('How tides work');
    await choose('Options for', 'Delete');
    expect(entries()).toHaveLength(2); // as this worker lists them
    expect(undoBar()).toContain('Deleted: How tides work');
  });
});

describe('the private switch', () => {
  it('is shown while it is on, and starts a new conversation beside one that is kept, and back [R11.5]', async () => {
    await open(estimated(), DONE, worker);
    await press('History');
    expect(page().textContent).toContain('Conversations are saved for 30 days.');
    const toggle = find('[role=switch]') as HTMLInputElement;
    await acted(() => toggle.click());
    expect(find('.private [role=status]')?.textContent).toContain('aren’t saved');
    expect(toggle.checked).toBe(true);
    await press('Close history');
    expect(find('.ask > .fine')?.textContent).toContain('private conversation');
    await press('Turn off');
    expect(find('.private')).toBeNull();
    expect(find('.ask > .fine')?.textContent).not.toContain('conversation');
  });

  it('says why it stayed as it was', async () => {
    const host = await open(estimated(), DONE, worker);
    vi.spyOn(host, 'setPrivate').mockRejectedValue(new Error('The disk is full.'));
    await press('History');
    await acted(() => find('[role=switch]')?.click());
    expect(alert()).toContain('The disk is full.');
  });

  it('lets no conversation from the history go on, which would be kept', async () => {
    const host = await open(estimated(), undefined, worker);
    await acted(() => void host.setPrivate(true));
    await press('History');
    await press('How tides work');
    expect([button('Continue here'), find('footer')?.hidden]).toEqual([undefined, true]);
    expect(page().textContent).toContain('to continue a conversation');
  });
});
