import type { PanelHost } from '../../chrome/panel/panel-host.ts';
import type { PanelChange, PanelModel } from '../panel-model.ts';

export function createHistoryActions(
  host: Pick<PanelHost, 'request'>,
  model: () => PanelModel,
  change: (change: PanelChange) => void,
) {
  const getQuery = (): string | null => model().history?.query ?? null;

  /** One search at a time; of the queries typed meanwhile only the last counts. */
  let searching = false;
  async function searchPending(): Promise<void> {
    if (searching) return;
    searching = true;
    for (let query = getQuery(); query !== null; query = getQuery()) {
      const tabId = model().tab?.tabId ?? 0;
      change({ type: 'listed', query, reply: await host.request('history.list', { tabId, query: query.trim() }) });
      if (query === getQuery()) break;
    }
    searching = false;
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
    closeHistory: () => change({ type: 'history', history: 'close' }),
    async openKeptRun(runId: string) {
      change({ type: 'opened', runId, reply: await host.request('history.open', { runId }) });
    },
    goBack: () => {
      const open = model().history?.open ?? null;
      change({ type: 'history', history: open === null ? 'close' : 'back' });
    },
  };
}
