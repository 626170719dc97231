/** The panel in a window of its own, which follows the tabs of the window that it came from. */
import { PANEL_PAGE } from '../lib/protocol/requests/request.ts';

const SOURCE_MARK = /^#window=(\d+)$/;
/** In pixels. */
const SIZE = { width: 420, height: 760 };

/** Null in the side panel. */
function getSourceWindow(): number | null {
  const [, id] = SOURCE_MARK.exec(location.hash) ?? [];
  return id === undefined ? null : Number(id);
}

export const isDetached = (): boolean => getSourceWindow() !== null;

/** The window whose tabs the panel is beside. */
export const getPanelWindow = async (): Promise<number | undefined> =>
  getSourceWindow() ?? (await chrome.windows.getCurrent()).id;

const getDetachedUrl = (windowId: number | ''): string =>
  `${chrome.runtime.getURL(PANEL_PAGE)}#window=${String(windowId)}`;

/** Whether the tab at that address is a detached panel: nothing is asked about it. */
export const isDetachedUrl = (url: string): boolean => url.startsWith(getDetachedUrl(''));

/** Opens it for the window of this side panel, or shows the one that is open. */
export async function openDetachedWindow(): Promise<void> {
  const { id } = await chrome.windows.getCurrent();
  if (id === undefined) throw new Error('The side panel is in no window.');
  const url = getDetachedUrl(id);
  const [open] = await chrome.runtime.getContexts({ contextTypes: ['TAB'], documentUrls: [url] });
  if (open === undefined) await chrome.windows.create({ type: 'popup', url, ...SIZE });
  else await chrome.windows.update(open.windowId, { focused: true });
}

/** A detached panel goes with the window that it came from. */
export function closeWithSource(): void {
  const source = getSourceWindow();
  if (source === null) return;
  chrome.windows.onRemoved.addListener((id) => id === source && window.close());
  chrome.windows.get(source).catch(() => window.close());
}
