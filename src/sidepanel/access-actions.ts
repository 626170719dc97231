/** Access that the user grants in the panel. Call them in a gesture, as the browser requires. */
import type { PanelHost } from '../chrome/panel/panel-host.ts';
import type { PanelModel } from './panel-model.ts';

interface AccessActionsDeps {
  readonly host: Pick<PanelHost, 'allowSite' | 'allowAllSites'>;
  readonly onPage: () => void;
  /** More than the page in view can be read now. */
  readonly onAllSites: () => void;
}

/** They resolve with whether the user granted it. */
export const createAccessActions = ({ host, onPage, onAllSites }: AccessActionsDeps) => ({
  async allowSite(url: string): Promise<boolean> {
    const isGranted = await host.allowSite(url);
    if (isGranted) onPage();
    return isGranted;
  },
  async allowAllSites(): Promise<boolean> {
    const isGranted = await host.allowAllSites();
    if (isGranted) {
      onPage();
      onAllSites();
    }
    return isGranted;
  },
});

/** Whether the page waits for the user's leave to be read. */
export const needsAccess = ({ access }: PanelModel): boolean =>
  access.type === 'error' && access.error.code === 'page.no-access';
