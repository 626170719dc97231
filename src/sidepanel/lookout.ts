/**
 * What a question of the web would take, and whether pages may be offered to be read. The one rule: nobody asks before
 * somebody wants to know, and of several answers the one to the latest question counts.
 */
import type { PanelHost } from '../chrome/panel-host.ts';
import type { PanelChange } from './reduce.ts';

export interface Lookout {
  /** Finds out, from now on whenever it may have changed. */
  readonly look: () => void;
  /** The same, where it had been asked for. */
  readonly again: () => void;
  readonly dismissOffer: () => Promise<void>;
}

export function createLookout(
  host: Pick<PanelHost, 'request' | 'pagesOffer' | 'onSettingsChange' | 'onAccessChange'>,
  change: (change: PanelChange) => void,
  closed: AbortSignal,
): Lookout {
  let asked = 0;
  const look = (): void => {
    const mine = ++asked;
    const isLatest = (): boolean => mine === asked && !closed.aborted;
    void host.request('web.outlook', {}).then((reply) => {
      if (isLatest()) change({ type: 'outlook', reply });
    });
    host.pagesOffer.isOpen().then(
      (open) => {
        if (isLatest()) change({ type: 'pagesOffer', open });
      },
      () => undefined, // nothing is offered that cannot be put away
    );
  };
  const again = (): void => {
    if (asked > 0) look();
  };
  host.onSettingsChange(again, closed);
  host.onAccessChange(again, closed);
  return {
    look,
    again,
    async dismissOffer() {
      change({ type: 'pagesOffer', open: false });
      await host.pagesOffer.dismiss().catch(() => undefined); // then it is offered again by the next panel
    },
  };
}
