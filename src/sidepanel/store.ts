/**
 * The panel's store: follows the tab, keeps the port's events folded, looks at the page, gives commands. The one rule:
 * what is on screen is the reducer's doing; this file only brings it news.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PanelHost, Payload, TabInView } from '../chrome/panel-host.ts';
import type { AskUserFrame, SourceChoice } from '../lib/agent/frames.ts';
import { isOver } from '../lib/agent/state.ts';
import type { PanelEvent } from '../lib/protocol/events.ts';
import type { RequestName } from '../lib/protocol/messages.ts';
import { createAgentsDesk, type AgentsDesk } from './agents-desk.ts';
import { destinationOf } from './conversation.ts';
import { createLookout } from './lookout.ts';
import { createPicturing, type Picturing } from './picturing.ts';
import { sendable, type Question, type SelectionAction } from './question.ts';
import { EMPTY, reduce, type Notice, type PanelChange, type PanelModel, type Pending } from './reduce.ts';
import { isLive, type RunModel } from './run.ts';
import { nextFrame, type Schedule } from './schedule.ts';

export interface Panel {
  readonly store: StoreApi<PanelModel>;
  readonly summarise: () => Promise<void>;
  /** Asks on in the conversation in view, or begins one (`destinationOf`). Resolves with whether it was taken. */
  readonly ask: (question: Question) => Promise<boolean>;
  /** The same question once more, about the same pictures, in a conversation of its own. */
  readonly askAgain: (wish: Pick<Question, 'job' | 'goal' | 'pictures'>) => Promise<void>;
  /** The same question of the web once more, in its conversation, from what was found and with those sources. */
  readonly answerAgain: (run: RunModel, sources: SourceChoice) => Promise<boolean>;
  /** Does something with what is selected on the page; `preset` is its id, '' for what is built in. */
  readonly startSelection: (action: SelectionAction, preset: string) => Promise<void>;
  readonly pictures: Picturing;
  readonly agents: AgentsDesk;
  /** Whether the next question begins a conversation of its own, whatever is in view. */
  readonly startAfresh: (afresh: boolean) => void;
  /** The next question is not about the selection. */
  readonly dropAbout: () => void;
  readonly stop: () => Promise<void>;
  readonly retry: () => Promise<void>;
  readonly clear: () => Promise<void>;
  /** What the person says to what the run in view asks. Each resolves with whether it was delivered. */
  readonly answer: (ask: AskUserFrame, text: string) => Promise<boolean>;
  /** `always`: from now on too, for that tool towards that origin. */
  readonly approve: (ask: AskUserFrame, always?: boolean) => Promise<boolean>;
  readonly decline: (ask: AskUserFrame) => Promise<boolean>;
  readonly outcome: (ask: AskUserFrame, happened: boolean) => Promise<boolean>;
  /** What making room hid from the model is shown to it again; `compaction` is that frame's id. */
  readonly restore: (compaction: string) => Promise<boolean>;
  readonly keep: (runId: string, kept: boolean) => Promise<boolean>;
  readonly openHistory: () => Promise<void>;
  /** Shows what fits the query; of several, what was asked for last. */
  readonly searchHistory: (query: string) => void;
  readonly closeHistory: () => void;
  readonly openKept: (runId: string) => Promise<void>;
  /** From a kept run to the list, from the list to the tab's run. */
  readonly back: () => void;
  /** In a gesture. Resolves with whether the person allowed it. */
  readonly allowAllSites: () => Promise<boolean>;
  /** Finds out what a question of the web would take, from now on whenever that may have changed. */
  readonly lookOut: () => void;
  readonly dismissPagesOffer: () => Promise<void>;
  /** Looks at the page once more. */
  readonly lookAgain: () => void;
  readonly dismiss: (code: Notice['code']) => void;
  readonly close: () => void;
}

export function createPanel(host: PanelHost, schedule: Schedule = nextFrame): Panel {
  const store = createStore<PanelModel>(() => EMPTY);
  const closed = new AbortController();
  const change = (...changes: readonly PanelChange[]): void =>
    store.setState((model) => changes.reduce(reduce, model), true);

  // Drafts wait for the next frame; anything else brings the waiting ones along, so that order is kept.
  let drafts: PanelEvent[] = [];
  const flush = (): void => {
    if (drafts.length === 0 || closed.signal.aborted) return;
    const waiting = drafts;
    drafts = [];
    change(...waiting);
  };
  const port = host.connect(
    () => {
      const { tab, run } = store.getState();
      if (tab === null) return null;
      return { type: 'panel.hello', tabId: tab.tabId, runId: run?.runId ?? null, after: run?.state.lastSeq ?? -1 };
    },
    (event) => {
      if (event.type === 'draft') {
        if (drafts.push(event) === 1) schedule(flush);
        return;
      }
      flush();
      change(event);
      if (event.type === 'access' && event.tabId === store.getState().tab?.tabId) look();
      if (event.type === 'tab' && waitingToLook) look();
    },
    () => {
      const { run, pending, known } = store.getState();
      return !known || pending !== null || isLive(run?.state.status);
    },
    closed.signal,
  );

  // Looking means reading the page: only while nothing else reads it, and never two looks at once.
  let asked = 0;
  let waitingToLook = false;
  function look(): void {
    const { tab, run, known, pending } = store.getState();
    waitingToLook = tab === null || tab.loading || !known || pending === 'start' || isLive(run?.state.status);
    if (tab === null || waitingToLook) return;
    const { tabId } = tab;
    const mine = ++asked;
    void host.request('page.estimate', { tabId }).then((reply) => {
      if (mine === asked && !closed.signal.aborted) change({ type: 'looked', tabId, reply });
    });
  }

  const lookout = createLookout(host, change, closed.signal);

  function follow(tab: TabInView): void {
    const before = store.getState().tab;
    if (before !== null && same(before, tab)) return;
    change({ type: 'view', tab });
    if (before?.tabId !== tab.tabId) {
      port.greet();
      void findAbout(tab.tabId);
      void findChoosing(tab.tabId);
    }
    // an address that becomes readable is news only where there was no access: what has been looked at stands
    const unveiled = before?.url === '' && store.getState().access.type === 'ready';
    const elsewhere = before?.tabId !== tab.tabId || (before.url !== tab.url && !unveiled);
    const moved = elsewhere || (before.loading && !tab.loading);
    if (!moved) return;
    asked++; // whatever is being looked at has gone
    change({ type: 'looking', tabId: tab.tabId });
    look();
  }

  async function command<N extends RequestName>(pending: Pending, name: N, payload: Payload<N>) {
    const tabId = store.getState().tab?.tabId ?? -1;
    change({ type: 'command', pending });
    const reply = await host.request(name, payload);
    if (!reply.ok) change({ type: 'refused', tabId, trouble: reply.trouble });
    return reply;
  }

  /** A word to one run: nothing else waits for it. */
  async function say<N extends RequestName>(name: N, payload: Payload<N>): Promise<boolean> {
    const tabId = store.getState().tab?.tabId ?? -1;
    const reply = await host.request(name, payload);
    if (!reply.ok) change({ type: 'refused', tabId, trouble: reply.trouble });
    return reply.ok;
  }

  type Start = 'run.start' | 'run.ask' | 'selection.start' | 'picture.take' | 'picture.read';

  /** Begins a run on the tab in view, or the choosing of a region for one. Resolves with whether it has begun. */
  async function begin<N extends Start>(name: N, what: Omit<Payload<N>, 'tabId' | 'commandId'>): Promise<boolean> {
    const { tab, pending } = store.getState();
    if (tab === null || pending !== null) return false;
    const { tabId } = tab;
    const payload = { ...what, tabId, commandId: crypto.randomUUID() } as Payload<N>;
    const reply = await command('start', name, payload);
    if (!reply.ok) return false;
    const { runId } = reply.value;
    const begun =
      runId === '' ? ({ type: 'choosing', choosing: true } as const) : ({ type: 'started', runId } as const);
    change({ ...begun, tabId }, { type: 'acknowledged' });
    port.greet();
    return true;
  }

  /** Goes on in a conversation; until its frames say so, the panel waits for that. */
  async function goOn(runId: string, question: Question): Promise<boolean> {
    const { tab, pending } = store.getState();
    if (tab === null || pending !== null) return false;
    const { tabId } = tab;
    const payload = { runId, ...sendable(question), tabId, commandId: crypto.randomUUID() };
    const reply = await command('follow', 'run.follow', payload);
    if (!reply.ok) return false;
    change({ type: 'followed', tabId, runId });
    port.greet();
    return true;
  }

  const pictures = createPicturing({ host, model: store.getState, change, begin: (name, what) => begin(name, what) });

  const agents = createAgentsDesk({
    host,
    model: store.getState,
    change,
    begin: (question) => begin('run.ask', sendable(question)),
    say,
  });

  async function findAbout(tabId: number): Promise<void> {
    const about = await host.aboutOf(tabId).catch(() => null); // without its storage the panel knows of no selection
    if (about !== null && !closed.signal.aborted) change({ type: 'about', tabId, about });
  }

  async function findChoosing(tabId: number): Promise<void> {
    const choosing = await host.pictures.choosing.is(tabId).catch(() => false); // the page says so as well
    if (choosing && !closed.signal.aborted) change({ type: 'choosing', tabId, choosing });
  }

  function dropAbout(): void {
    const { tab } = store.getState();
    if (tab === null) return;
    change({ type: 'about', tabId: tab.tabId, about: null });
    void host.clearAbout(tab.tabId).catch(() => undefined); // it shows again with the next panel, and can be put away there
  }

  /** One search at a time; what was typed meanwhile is looked for next, the last of it alone. */
  let searching = false;
  async function search(): Promise<void> {
    if (searching) return;
    searching = true;
    for (let query = wanted(); query !== null; query = wanted()) {
      const tabId = store.getState().tab?.tabId ?? 0;
      change({ type: 'listed', query, reply: await host.request('history.list', { tabId, query: query.trim() }) });
      if (query === wanted()) break;
    }
    searching = false;
  }
  const wanted = (): string | null => store.getState().history?.query ?? null;

  const unsubscribe = store.subscribe((now, before) => {
    if (waitingToLook && isLive(before.run?.state.status) && !isLive(now.run?.state.status)) look();
  });
  addEventListener('pagehide', pictures.corrections.flush, { signal: closed.signal });
  host.onSettingsChange(look, closed.signal);
  host.followTab(follow, closed.signal);
  host.pictures.choosing.on((tabId, choosing) => change({ type: 'choosing', tabId, choosing }), closed.signal);
  host.onAbout((tabId, about) => change({ type: 'about', tabId, about }), closed.signal);

  return {
    store,
    async summarise() {
      await begin('run.start', { job: 'summarise' });
    },
    async ask(asked) {
      const tabId = store.getState().tab?.tabId ?? -1;
      const to = destinationOf(store.getState());
      const corrected = await pictures.corrected(asked.pictures);
      // whoever looks at another tab by now finds the question in its field when they come back
      if (corrected === null || store.getState().tab?.tabId !== tabId) return false;
      const question = { ...asked, pictures: corrected };
      const taken = to.type === 'follow' ? await goOn(to.runId, question) : await begin('run.ask', sendable(question));
      if (taken && question.selection === store.getState().about?.hash) dropAbout();
      if (taken) change({ type: 'asked', tabId, pictures: question.pictures.map(({ hash }) => hash) });
      return taken;
    },
    async askAgain(wish) {
      await begin('run.ask', sendable({ ...wish, also: [], selection: null, sources: null }));
    },
    async answerAgain({ runId, state: { spec } }, sources) {
      if (spec === null) return false;
      const { goal, selection } = spec;
      return goOn(runId, { job: 'research', goal, selection, also: [], pictures: [], sources });
    },
    pictures,
    agents,
    async startSelection(action, preset) {
      await begin('selection.start', { action, preset });
    },
    startAfresh: (afresh) => change({ type: 'afresh', afresh }),
    dropAbout,
    answer: ({ runId, key }, text) => say('run.answer', { runId, ask: key, text, commandId: crypto.randomUUID() }),
    async approve({ runId, key, call }, always = false) {
      if (call === null) return false;
      const yes = { runId, ask: key, hash: call.hash, commandId: crypto.randomUUID() };
      return say('run.approve', always ? { ...yes, always } : yes);
    },
    decline: ({ runId, key }) => say('run.decline', { runId, ask: key, commandId: crypto.randomUUID() }),
    outcome: ({ runId, key }, happened) =>
      say('run.outcome', { runId, ask: key, happened, commandId: crypto.randomUUID() }),
    async restore(compaction) {
      const { run } = store.getState();
      if (run === null) return false;
      return say('run.restore', { runId: run.runId, compaction, commandId: crypto.randomUUID() });
    },
    async keep(runId, kept) {
      const delivered = await say('run.keep', { runId, kept });
      if (delivered) change({ type: 'kept', runId, kept });
      return delivered;
    },
    async openHistory() {
      change({ type: 'history', history: 'open' });
      await search();
    },
    searchHistory(query) {
      change({ type: 'search', query });
      void search();
    },
    closeHistory: () => change({ type: 'history', history: 'close' }),
    async openKept(runId) {
      change({ type: 'opened', runId, reply: await host.request('history.open', { runId }) });
    },
    back() {
      const open = store.getState().history?.open ?? null;
      change({ type: 'history', history: open === null ? 'close' : 'back' });
    },
    async stop() {
      const { run, pending } = store.getState();
      if (run === null || pending === 'cancel' || isOver(run.state.status)) return;
      const reply = await command('cancel', 'run.cancel', { runId: run.runId, commandId: crypto.randomUUID() });
      if (reply.ok) change({ type: 'acknowledged' });
    },
    async retry() {
      const { run, pending } = store.getState();
      if (run === null || pending !== null) return;
      const reply = await command('retry', 'run.retry', { runId: run.runId, commandId: crypto.randomUUID() });
      if (reply.ok) change({ type: 'acknowledged' });
    },
    async clear() {
      const reply = await command('clear', 'session.clear', {});
      if (!reply.ok) return;
      pictures.corrections.forget();
      change({ type: 'cleared' }, { type: 'acknowledged' });
      port.greet();
      look();
    },
    async allowAllSites() {
      if (!(await host.allowAllSites())) return false;
      look();
      lookout.again();
      return true;
    },
    lookOut: lookout.look,
    dismissPagesOffer: lookout.dismissOffer,
    lookAgain: look,
    dismiss: (code) => change({ type: 'dismiss', code }),
    close() {
      unsubscribe();
      pictures.corrections.flush();
      closed.abort();
    },
  };
}

function same(a: TabInView, b: TabInView): boolean {
  return a.tabId === b.tabId && a.url === b.url && a.title === b.title && a.loading === b.loading;
}
