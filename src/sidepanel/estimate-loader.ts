/** Loads what reading the page of the tab will take. It reads the page, so it waits for the run; only the latest request counts. */
import type { PanelHost } from '../chrome/panel/panel-host.ts';
import type { PanelChange, PanelModel } from './panel-model.ts';
import { isLive } from './run/stage.ts';

const ACCESS_REPEATS = 5;
const ACCESS_REPEAT_MS = 1000;

export function createEstimateLoader(
  host: Pick<PanelHost, 'request'>,
  getModel: () => PanelModel,
  change: (change: PanelChange) => void,
  closed: AbortSignal,
) {
  let requestCount = 0;
  let isDue = false;
  function requestEstimate(repeats: number): void {
    const { tab, run, known, pending } = getModel();
    isDue = tab === null || tab.loading || !known || pending === 'start' || isLive(run?.state.status);
    if (tab === null || isDue) return;
    const { tabId } = tab;
    const requestNumber = ++requestCount;
    void host.request('page.estimate', { tabId }).then((reply) => {
      if (requestNumber !== requestCount || closed.aborted) return;
      change({ type: 'looked', tabId, reply });
      // a readable address shows that access was granted, which the page itself may learn a moment later
      const isGranted = getModel().tab?.url !== '' && !reply.ok && reply.error.code === 'page.no-access';
      if (isGranted && repeats > 0)
        setTimeout(() => requestNumber === requestCount && requestEstimate(repeats - 1), ACCESS_REPEAT_MS);
    });
  }
  return {
    request: (): void => requestEstimate(ACCESS_REPEATS),
    /** It was asked for, and waits. */
    isDue: (): boolean => isDue,
    /** The reply to a request in progress does not count. */
    drop: (): void => void requestCount++,
  };
}
