/** State changes only through the reducer. */
import { createStore } from 'zustand/vanilla';
import type { About, PanelHost, ActiveTab } from '../chrome/panel/panel-host.ts';
import type { NoticeCode, PanelEvent } from '../lib/protocol/events.ts';
import { toUserError, type UserError } from '../lib/base/errors.ts';
import type { RepeatActions } from './answer/repeat-actions.ts';
import { createAccessActions, needsAccess } from './access-actions.ts';
import { createAgentsController } from './agents/agents-controller.ts';
import { findSelectionAction, type SelectionActionId } from '../lib/jobs/selection-actions.ts';
import type { SummaryStyle } from './composer/summary-items.ts';
import { chooseConversation } from './question/conversation.ts';
import { createOutlookLoader } from './research/outlook.ts';
import { createEstimateLoader } from './estimate-loader.ts';
import { createHistoryActions } from './history/history-actions.ts';
import { createAttachmentActions } from './files/attachment-actions.ts';
import { listAttachments, toQuestionMessage, type Question } from './question/question.ts';
import { isOfRun, reduce } from './reduce.ts';
import { passInOrder } from './parts/lazy-part.ts';
import { EMPTY_MODEL, type Origin, type PanelChange, type PanelModel } from './panel-model.ts';
import { runPart } from './lazy-parts.ts';
import { createRunActions } from './run-actions.ts';
import { isLive } from './run/stage.ts';
import type { ReadingPlace } from './run/use-place.ts';
import { t } from './strings/shell.ts';
import { hasUnsent } from './unsent.ts';
import { scheduleNextFrame, type Schedule } from './next-frame.ts';

export function createPanel(host: PanelHost, schedule: Schedule = scheduleNextFrame) {
  const store = createStore<PanelModel>(() => EMPTY_MODEL);
  const closed = new AbortController();
  const change = (...changes: readonly PanelChange[]): void =>
    store.setState((model) => changes.reduce(reduce, model), true);

  /** Shows it on the page that the user looks at. */
  function showError(error: UserError): void {
    const { tab, agentsPage } = store.getState();
    if (agentsPage !== null) change({ type: 'agents.refused', error });
    else if (tab !== null) change({ type: 'failed', tabId: tab.tabId, error });
  }
  const showThrown = (thrown: unknown): void => showError(toUserError(thrown));

  // Drafts wait for the next frame; any other event flushes them first, to keep the order.
  let drafts: PanelEvent[] = [];
  const flush = (): void => {
    if (drafts.length === 0 || closed.signal.aborted) return;
    const queued = drafts;
    drafts = [];
    change(...queued);
  };
  const runs = createRunActions({ host, model: store.getState, change, sendHello: () => port.sendHello() });
  const { startRun, continueRun, forkRun, sendToWorker } = runs;

  const port = host.connect(
    () => {
      const { tab, run } = store.getState();
      if (tab === null) return null;
      return { type: 'panel.hello', tabId: tab.tabId, runId: run?.runId ?? null, after: run?.state.lastSeq ?? -1 };
    },
    passInOrder(runPart, isOfRun, handleEvent, runs.showPartMissing),
    () => {
      const { run, pending, known } = store.getState();
      return !known || pending !== null || isLive(run?.state.status);
    },
    closed.signal,
  );

  function handleEvent(event: PanelEvent): void {
    if (event.type === 'draft' || event.type === 'thought') {
      if (drafts.push(event) === 1) schedule(flush);
      return;
    }
    flush();
    change(event);
    if (event.type === 'access' && event.tabId === store.getState().tab?.tabId) {
      const closes = event.toggles && !host.isDetached() && !needsAccess(store.getState());
      if (closes && !hasUnsent(store.getState())) {
        host.close();
        return;
      }
      if (closes) showError(t.notClosed);
      estimate.request();
    }
    if (event.type === 'tab' && estimate.isDue()) estimate.request();
  }

  const estimate = createEstimateLoader(host, store.getState, change, closed.signal);
  const outlookLoader = createOutlookLoader(host, change, closed.signal);

  function showTab(tab: ActiveTab): void {
    const before = store.getState().tab;
    if (before !== null && isSameTab(before, tab)) return;
    change({ type: 'view', tab });
    if (before?.tabId !== tab.tabId) {
      port.sendHello();
      void loadAbout(tab.tabId);
      void loadChoosing(tab.tabId);
    }
    // a URL readable after access was granted is not a navigation; the estimate stays valid
    const becameReadable = before?.url === '' && store.getState().access.type === 'ready';
    const hasNavigated = before?.tabId !== tab.tabId || (before.url !== tab.url && !becameReadable);
    const needsEstimate = hasNavigated || (before.loading && !tab.loading);
    if (!needsEstimate) return;
    estimate.drop(); // drops the reply to a request in progress
    change({ type: 'looking', tabId: tab.tabId });
    estimate.request();
  }

  const attachments = createAttachmentActions({ host, model: store.getState, change, startRun });
  const { pictures } = attachments;

  const agents = createAgentsController({
    host,
    model: store.getState,
    change,
    startRun: (question) => startRun('run.ask', toQuestionMessage(question)),
    sendCommand: runs.sendToRun,
    showError,
  });

  async function loadAbout(tabId: number): Promise<void> {
    const about = await host.loadAbout(tabId).catch(() => null); // an unavailable storage counts as no selection
    if (about !== null && !closed.signal.aborted) change({ type: 'about', tabId, about });
  }

  async function loadChoosing(tabId: number): Promise<void> {
    const choosing = await host.pictures.choosing.isChoosing(tabId).catch(() => false); // the page reports it as well
    if (choosing && !closed.signal.aborted) change({ type: 'choosing', tabId, choosing });
  }

  function dropAbout(): void {
    const { tab } = store.getState();
    if (tab === null) return;
    change({ type: 'about', tabId: tab.tabId, about: null });
    void host.clearAbout(tab.tabId).catch(() => undefined); // the next panel shows it again, and it can be dismissed there
  }

  const unsubscribe = store.subscribe((now, before) => {
    if (estimate.isDue() && isLive(before.run?.state.status) && !isLive(now.run?.state.status)) estimate.request();
  });
  addEventListener('pagehide', pictures.corrections.flush, { signal: closed.signal });
  addEventListener('pagehide', () => attachments.discardAll(), { signal: closed.signal });
  const loadKeeping = (): void =>
    void host.loadHistorySettings().then(
      (keeping) => change({ type: 'keeping', keeping }),
      () => undefined, // the worker reads the setting itself
    );
  const handleSettings = (): void => {
    estimate.request();
    loadKeeping();
  };
  host.watchSettings(handleSettings, closed.signal);
  loadKeeping();
  host.watchActiveTab(showTab, closed.signal);
  host.pictures.choosing.watch((tabId, choosing) => change({ type: 'choosing', tabId, choosing }), closed.signal);
  host.watchAbout((tabId, about) => change({ type: 'about', tabId, about }), closed.signal);

  const repeat = (): RepeatActions =>
    runPart.get().createRepeatActions({ model: store.getState, change, startRun, continueRun, forkRun });

  return {
    store,
    /** `style`: in place of the settings'. */
    async summarise(style: SummaryStyle = {}) {
      await startRun('run.start', { job: 'summarise', ...style });
    },
    translatePage: () => startRun('run.start', { job: 'translate' }),
    /** In the conversation in view or a new one. Resolves with whether the worker accepted it. */
    async ask(draftQuestion: Question) {
      const tabId = store.getState().tab?.tabId ?? -1;
      const to = chooseConversation(store.getState());
      const corrected = await pictures.applyCorrections(draftQuestion.pictures);
      // if another tab is in view by now, the question stays in its field
      if (corrected === null || store.getState().tab?.tabId !== tabId) return false;
      const question = { ...draftQuestion, pictures: corrected };
      const accepted =
        to.type === 'follow'
          ? await continueRun(to.runId, question)
          : await startRun('run.ask', toQuestionMessage(question));
      if (accepted && question.selection === store.getState().about?.hash) dropAbout();
      if (accepted) change({ type: 'asked', tabId, hashes: listAttachments(question) });
      return accepted;
    },
    fork: forkRun,
    /** What is typed in place of a question, by run and place: it stays while the user looks elsewhere. */
    edits: new Map<string, string>(),
    /** The errors that screen readers have heard of, by the names of their cards. */
    toldNews: new Set<string>(),
    /** The reading place in the conversation of each tab. */
    places: new Map<number, ReadingPlace>(),
    askEdited: (...asked: Parameters<RepeatActions['askEdited']>) => repeat().askEdited(...asked),
    answerAgain: (...asked: Parameters<RepeatActions['answerAgain']>) => repeat().answerAgain(...asked),
    ...attachments,
    agents,
    /** `preset`: '' for a built-in action. */
    async startSelectionAction(action: SelectionActionId, preset: string) {
      await startRun('selection.start', { action, preset });
    },
    /** What the page's toolbar asked for, once the user says so here. */
    async searchAbout({ hash }: About) {
      const goal = findSelectionAction('search')?.prompt ?? '';
      const question = { job: 'research', goal, action: 'search', selection: hash, also: [], pictures: [] } as const;
      if (await startRun('run.ask', toQuestionMessage({ ...question, sources: null }))) dropAbout();
    },
    dropAbout,
    setOrigin: (origin: Origin | null) => change({ type: 'origin', origin }),
    /** Shows the conversation about a page that the tab has left, to go on with it. */
    unfold() {
      const { run } = store.getState();
      if (run !== null) change({ type: 'unfolded', runId: run.runId });
    },
    ...runs.forPanel,
    ...createHistoryActions({
      host,
      model: store.getState,
      change,
      send: sendToWorker,
      showThrown,
      loadRunPart: runs.loadRunPart,
    }),
    /** Leaves that conversation, if it is in view, stopped if it is live; it is in the history unless it is private. */
    async startNew(runId: string | undefined) {
      const { tab, run, pending } = store.getState();
      if (tab === null || run === null || run.runId !== runId || pending === 'leave') return;
      const reply = await runs.runCommand('leave', 'run.leave', { runId: run.runId, tabId: tab.tabId });
      if (!reply.ok) return;
      change({ type: 'acknowledged' });
      port.sendHello();
      estimate.request();
    },
    /** Moves the panel into a window of its own. It stays here too if anything would be lost with it. */
    async detach() {
      try {
        await host.openDetachedWindow();
      } catch {
        showError(t.noWindow);
        return;
      }
      if (!hasUnsent(store.getState())) host.close();
    },
    async deleteAll() {
      const reply = await runs.runCommand('clear', 'history.clear', {});
      if (!reply.ok) return;
      pictures.corrections.forget();
      change({ type: 'cleared' }, { type: 'deleted', deletion: null }, { type: 'acknowledged' });
      port.sendHello();
      estimate.request();
    },
    ...createAccessActions({ host, onPage: estimate.request, onAllSites: outlookLoader.refreshIfLoaded }),
    refreshOutlook: outlookLoader.refresh,
    dismissPagesOffer: outlookLoader.dismissOffer,
    refreshAccess: () => estimate.request(),
    showThrown,
    clearRefusal: () => change({ type: 'clear-refusal' }),
    dismiss: (code: NoticeCode) => change({ type: 'dismiss', code }),
    close() {
      unsubscribe();
      pictures.corrections.flush();
      closed.abort();
    },
  };
}

/** The panel's store with all that a user can do in it. */
export type Panel = ReturnType<typeof createPanel>;

function isSameTab(a: ActiveTab, b: ActiveTab): boolean {
  return a.tabId === b.tabId && a.url === b.url && a.title === b.title && a.loading === b.loading;
}
