import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Reply } from '../../src/lib/protocol/requests/requests.ts';
import type { Schedule } from '../../src/sidepanel/next-frame.ts';
import { createPanel } from '../../src/sidepanel/store.ts';
import { getAnswerText } from '../../src/sidepanel/run/run-model.ts';
import { estimated, frames, OPENING, RUN, say, scriptedHost, TAB } from './kit/script.ts';
import './kit/loaded-parts.ts';

const tabEvent = (runId: string | null) => ({ type: 'tab', tabId: TAB.tabId, runId, pinned: false }) as const;
/** Waits until every promise that is already settled has had its say. */
async function drained(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

describe('the panel’s store', () => {
  it('greets the worker for each tab that comes into view, saying how far it is', () => {
    const host = scriptedHost();
    createPanel(host);
    host.view(TAB);
    host.emit(tabEvent(RUN));
    host.emit({ type: 'frames', runId: RUN, frames: frames(...OPENING) });
    host.view({ ...TAB, title: 'New title' });
    host.reconnect();
    host.view({ ...TAB, tabId: 8 });
    expect(host.hellos).toEqual([
      { type: 'panel.hello', tabId: 7, runId: null, after: -1 },
      { type: 'panel.hello', tabId: 7, runId: RUN, after: OPENING.length - 1 },
      { type: 'panel.hello', tabId: 8, runId: null, after: -1 },
    ]);
  });

  it('looks at the page once it has loaded and no run reads it', async () => {
    const host = scriptedHost({ 'page.estimate': () => estimated() });
    const { store } = createPanel(host);
    host.view({ ...TAB, loading: true });
    host.emit(tabEvent(null));
    expect(host.requests).toEqual([]);
    host.view(TAB);
    expect(host.requests).toEqual([{ type: 'page.estimate', tabId: 7 }]);
    await drained();
    expect(store.getState().access.type).toBe('ready');
  });

  it('keeps what it saw when the page’s address becomes readable after', async () => {
    const host = scriptedHost({ 'page.estimate': () => estimated() });
    const { store } = createPanel(host);
    host.view({ ...TAB, url: '' });
    host.emit(tabEvent(null));
    await drained();
    expect(store.getState().access.type).toBe('ready');
    host.view(TAB);
    expect(store.getState()).toMatchObject({ access: { type: 'ready' }, tab: TAB });
    expect(host.requests).toHaveLength(1);
    host.view({ ...TAB, url: 'https://example.org/elsewhere' });
    expect(host.requests).toHaveLength(2);
  });

  it('does not look while a run is under way, and looks when it is over', () => {
    const host = scriptedHost();
    createPanel(host);
    host.view(TAB);
    host.emit(tabEvent(RUN));
    host.emit({ type: 'frames', runId: RUN, frames: frames(...OPENING) });
    expect(host.requests).toEqual([]);
    host.emit({ type: 'frames', runId: RUN, frames: frames(...OPENING, say.reply('x'), say.answer('x')) });
    expect(host.requests).toEqual([{ type: 'page.estimate', tabId: 7 }]);
  });

  it('looks again where the address is readable and the page is not yet, a few times at most', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const error = { code: 'page.no-access', message: 'No.', hint: '' };
    let isGranted = false;
    const host = scriptedHost({ 'page.estimate': () => (isGranted ? estimated() : { ok: false, error }) });
    const { store } = createPanel(host);
    host.view({ ...TAB, url: '' });
    host.emit(tabEvent(null));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(host.requests).toHaveLength(1); // the address is hidden: there is no access
    host.view(TAB);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(host.requests).toHaveLength(7);
    host.emit({ type: 'access', tabId: TAB.tabId, toggles: false });
    isGranted = true;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(host.requests).toHaveLength(9);
    expect(store.getState().access.type).toBe('ready');
  });

  it('takes no answer about a page that has gone', async () => {
    let answer: (reply: Reply<'page.estimate'>) => void = () => undefined;
    const host = scriptedHost({ 'page.estimate': () => new Promise((resolve) => (answer = resolve)) });
    const { store } = createPanel(host);
    host.view(TAB);
    host.emit(tabEvent(null));
    const late = answer;
    host.view({ ...TAB, url: 'https://elsewhere.example/' });
    late(estimated());
    await drained();
    expect(store.getState().access).toEqual({ type: 'looking' });
  });

  it('looks again when access to its own tab changed, and when settings changed', () => {
    const host = scriptedHost();
    createPanel(host);
    host.view(TAB);
    host.emit(tabEvent(null));
    host.emit({ type: 'access', tabId: TAB.tabId, toggles: false });
    host.emit({ type: 'access', tabId: 99, toggles: false });
    host.changeSettings();
    expect(host.requests.map(({ type }) => type)).toEqual(['page.estimate', 'page.estimate', 'page.estimate']);
  });

  it('in a window of its own stays open at the gesture that closes a side panel', async () => {
    const host = scriptedHost({ 'page.estimate': () => estimated() }, { isDetached: true });
    createPanel(host);
    host.view(TAB);
    host.emit(tabEvent(null));
    await drained();
    host.emit({ type: 'access', tabId: TAB.tabId, toggles: true });
    expect(host.did).not.toContain('close');
  });

  it('closes at the gesture that opened it, unless that allowed it to read the page', async () => {
    const error = { code: 'page.no-access', message: 'No.', hint: '' };
    const toggle = { type: 'access', tabId: TAB.tabId, toggles: true } as const;
    let isReadable = false;
    const answer = () => (isReadable ? estimated() : ({ ok: false, error } as const));
    const host = scriptedHost({ 'page.estimate': answer });
    createPanel(host);
    host.view(TAB);
    host.emit(tabEvent(null));
    await drained();
    isReadable = true;
    host.emit(toggle);
    expect(host.did).not.toContain('close');
    await drained();
    host.emit({ ...toggle, tabId: 99 });
    expect(host.did).not.toContain('close');
    host.emit(toggle);
    expect(host.did).toContain('close');
  });

  it('shows drafts at most once a frame, and in order with the frames', () => {
    const waiting: (() => void)[] = [];
    const schedule: Schedule = (work) => void waiting.push(work);
    const host = scriptedHost();
    const { store } = createPanel(host, schedule);
    let changes = 0;
    host.view(TAB);
    host.emit(tabEvent(RUN));
    host.emit({ type: 'frames', runId: RUN, frames: frames(...OPENING) });
    store.subscribe(() => (changes += 1));
    const draft = (from: number, text: string) => host.emit({ type: 'draft', runId: RUN, key: 'answer', from, text });
    for (const [i, letter] of ['s', 't', 'r', 'e', 'a', 'm'].entries()) draft(i, letter);
    expect([waiting.length, changes]).toEqual([1, 0]);
    waiting[0]?.();
    expect(changes).toBe(1);
    const { run } = store.getState();
    expect(run === null ? '' : getAnswerText(run)).toBe('stream');
    draft(6, '!');
    host.emit({ type: 'frames', runId: RUN, frames: frames(...OPENING, say.reply('stream!')) });
    expect(store.getState().run?.drafts.get('answer')?.text).toBe('stream!');
  });

  it('starts a summary once, however often it is asked before the answer', async () => {
    const host = scriptedHost({ 'run.start': () => ({ ok: true, value: { runId: 'r2' } }) });
    const panel = createPanel(host);
    host.view(TAB);
    host.emit(tabEvent(null));
    await Promise.all([panel.summarise(), panel.summarise()]);
    const starts = host.requests.filter(({ type }) => type === 'run.start');
    expect(starts).toHaveLength(1);
    expect(starts[0]).toMatchObject({ job: 'summarise', tabId: 7 });
    expect(panel.store.getState()).toMatchObject({ pending: null, run: { runId: 'r2' } });
    expect(host.hellos.at(-1)).toMatchObject({ runId: 'r2', after: -1 });
  });

  it('says why a command failed, and can be asked again', async () => {
    const error = { code: 'worker.silent', message: 'No answer.', hint: 'Try again.' };
    const host = scriptedHost({ 'run.start': () => ({ ok: false, error }) });
    const panel = createPanel(host);
    host.view(TAB);
    await panel.summarise();
    expect(panel.store.getState()).toMatchObject({ pending: null, refusal: error });
    await panel.summarise();
    expect(host.requests.filter(({ type }) => type === 'run.start')).toHaveLength(2);
  });

  it('stops, retries and leaves the run in view', async () => {
    const ok = () => ({ ok: true, value: {} }) as const;
    const host = scriptedHost({ 'run.cancel': ok, 'run.retry': ok, 'run.leave': ok });
    const panel = createPanel(host);
    host.view(TAB);
    host.emit(tabEvent(RUN));
    host.emit({ type: 'frames', runId: RUN, frames: frames(...OPENING) });
    await panel.stop();
    host.emit({ type: 'frames', runId: RUN, frames: frames(...OPENING, say.error('model.x', 'm', 'c')) });
    await panel.stop(); // over: nothing to stop
    await panel.retry();
    await panel.startNew(RUN);
    const said = host.requests.filter(({ type }) => type !== 'page.estimate');
    expect(said.map(({ type }) => type)).toEqual(['run.cancel', 'run.retry', 'run.leave']);
    expect(said[0]).toMatchObject({ runId: RUN });
  });

  it('looks at the page when every site was allowed', async () => {
    const host = scriptedHost();
    const panel = createPanel(host);
    host.view(TAB);
    host.emit(tabEvent(null));
    await panel.allowAllSites();
    expect(host.did).toEqual(['allow']);
    expect(host.requests).toHaveLength(2);
  });
});
