/** Loads the cost of a web question, only after the first `refresh`; only the latest reply is applied. */
import type { PanelHost } from '../../chrome/panel/panel-host.ts';
import type { PanelChange } from '../panel-model.ts';

export function createOutlookLoader(
  host: Pick<PanelHost, 'request' | 'pagesOffer' | 'watchSettings' | 'watchAccess'>,
  change: (change: PanelChange) => void,
  closed: AbortSignal,
) {
  let requestCount = 0;
  /** Loads now, and after each change of settings or access. */
  const refresh = (): void => {
    const requestNumber = ++requestCount;
    const isLatest = (): boolean => requestNumber === requestCount && !closed.aborted;
    void host.request('web.outlook', {}).then((reply) => {
      if (isLatest()) change({ type: 'outlook', reply });
    });
    host.pagesOffer.isOpen().then(
      (open) => {
        if (isLatest()) change({ type: 'pagesOffer', open });
      },
      () => undefined, // an offer that cannot be dismissed is not shown
    );
  };
  const refreshIfLoaded = (): void => {
    if (requestCount > 0) refresh();
  };
  host.watchSettings(refreshIfLoaded, closed);
  host.watchAccess(refreshIfLoaded, closed);
  return {
    refresh,
    refreshIfLoaded,
    dismissOffer: async () => {
      change({ type: 'pagesOffer', open: false });
      await host.pagesOffer.dismiss().catch(() => undefined); // the next panel offers it again
    },
  };
}
