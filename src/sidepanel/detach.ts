import type { PanelHost } from '../chrome/panel/panel-host.ts';
import type { PanelChange, PanelModel } from './panel-model.ts';
import { t } from './strings/shell.ts';
import { hasUnsent } from './unsent.ts';

interface DetachDeps {
  readonly host: Pick<PanelHost, 'openDetachedWindow' | 'close'>;
  readonly model: () => PanelModel;
  readonly change: (change: PanelChange) => void;
}

/** Moves the panel into a window of its own. It stays here too if anything would be lost with it. */
export const createDetach =
  ({ host, model, change }: DetachDeps) =>
  async (): Promise<void> => {
    const { tab, agentsPage } = model();
    try {
      await host.openDetachedWindow();
    } catch {
      if (agentsPage !== null) change({ type: 'agents.refused', error: t.noWindow });
      else if (tab !== null) change({ type: 'failed', tabId: tab.tabId, error: t.noWindow });
      return;
    }
    if (!hasUnsent(model())) host.close();
  };
