import type { Payload } from '../../chrome/send-request.ts';
import type { ListedRun } from '../../lib/protocol/requests/history.ts';
import type { Reply, RequestName } from '../../lib/protocol/requests/requests.ts';
import type { PanelDeps } from '../panel-model.ts';

/** An alarm of the worker ends the time to undo a deletion a minute after it. */
export const UNDO_MS = 15_000;

interface HistoryDeps extends PanelDeps<'request' | 'setPrivate'> {
  readonly loadRunPart: () => Promise<boolean>;
  /** Shows the error of a request that failed. */
  readonly send: <N extends RequestName>(name: N, payload: Payload<N>) => Promise<Reply<N>>;
  /** Shows what else failed. */
  readonly showThrown: (thrown: unknown) => void;
}

export function createHistoryActions({ host, model, change, send, showThrown, loadRunPart }: HistoryDeps) {
  const getQuery = (): string | null => model().history?.query ?? null;

  /** One search at a time; of the queries typed meanwhile only the last counts. */
  let searching = false;
  let isStale = false;
  async function searchPending(): Promise<void> {
    isStale = true;
    if (searching) return;
    searching = true;
    for (let query = getQuery(); query !== null && isStale; query = getQuery()) {
      isStale = false;
      change({ type: 'listed', query, reply: await host.request('history.list', { query: query.trim() }) });
    }
    searching = false;
  }

  /** The conversation asked for last; '' for none. A reply about another comes too late. */
  let wanted = '';

  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The deletion that can be undone so far becomes final. */
  async function endUndo(): Promise<void> {
    const { deletion } = model();
    clearTimeout(timer);
    if (deletion === null) return;
    change({ type: 'deleted', deletion: null });
    await host.request('history.forget', { runId: deletion.runId }); // if it fails, the worker does it later
  }

  function startUndoTime(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void endUndo(), UNDO_MS);
  }

  return {
    async openHistory() {
      change({ type: 'history', history: 'open' });
      await searchPending();
    },
    searchHistory(query: string) {
      change({ type: 'search', query });
      void searchPending();
    },
    closeHistory() {
      wanted = '';
      change({ type: 'history', history: 'close' });
    },
    async openRun(runId: string) {
      wanted = runId;
      change({ type: 'opening', runId });
      const [reply, isLoaded] = await Promise.all([host.request('history.open', { runId }), loadRunPart()]);
      if (isLoaded && wanted === runId) change({ type: 'opened', runId, reply });
    },
    /** Opens from elsewhere than the list, which is behind it then. Resolves with whether it is shown. */
    async openKept(runId: string) {
      wanted = runId;
      const [reply, isLoaded] = await Promise.all([send('history.open', { runId }), loadRunPart()]);
      if (!reply.ok || !isLoaded || wanted !== runId) return false;
      change({ type: 'history', history: 'open' }, { type: 'opened', runId, reply });
      void searchPending();
      return true;
    },
    goBack: () => {
      wanted = '';
      const open = model().history?.open ?? null;
      change({ type: 'history', history: open === null ? 'close' : 'back' });
    },
    async pin(runId: string, pinned: boolean) {
      if (!(await send('history.pin', { runId, pinned })).ok) return;
      change({ type: 'pinned', runId, pinned });
      await searchPending();
    },
    async rename(runId: string, name: string) {
      if ((await send('history.rename', { runId, name })).ok) await searchPending();
    },
    async deleteRun({ runId, title }: Pick<ListedRun, 'runId' | 'title'>) {
      await endUndo();
      const reply = await send('history.delete', { runId });
      if (!reply.ok) return;
      startUndoTime();
      change({ type: 'deleted', deletion: { runId, title, shown: reply.value.shown } });
      if (model().history?.open?.runId === runId) change({ type: 'history', history: 'back' });
      await searchPending();
    },
    /** The offer stays until it is restored. */
    async undoDeletion() {
      const { deletion } = model();
      if (deletion === null) return;
      clearTimeout(timer);
      change({ type: 'clear-refusal' }); // of an earlier attempt
      const { runId, shown } = deletion;
      const { ok } = await send('history.restore', { runId, shown });
      if (model().deletion === deletion) {
        if (ok) change({ type: 'deleted', deletion: null });
        else startUndoTime();
      }
      if (ok) await searchPending();
    },
    /** Shows an unfinished run beside the tab in view. */
    async continueHere(runId: string) {
      const { tab } = model();
      if (tab !== null && (await send('history.bind', { runId, tabId: tab.tabId })).ok)
        change({ type: 'history', history: 'close' });
    },
    setPrivate: (isPrivate: boolean): void => void host.setPrivate(isPrivate).catch(showThrown),
  };
}
