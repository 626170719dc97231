import type { PanelHost } from '../../chrome/panel/panel-host.ts';
import type { Replies, Reply } from '../../lib/protocol/requests/requests.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { useLoaded } from './use-loaded.ts';
import { watchReturn } from './watch-return.ts';

/** The estimate for what is selected in the tab, loaded again whenever the user comes back from it. Undefined until it is known. */
export function useSelectionEstimate(): Replies['selection.estimate'] | undefined {
  const { host } = usePanel();
  const tabId = useModel(({ tab }) => tab?.tabId ?? -1);
  const reply = useLoaded(getLoad(host, tabId), watchSelectionChanges);
  return reply?.ok === true ? reply.value : undefined;
}

type Load = () => Promise<Reply<'selection.estimate'> | null>;

const LOADS = new WeakMap<PanelHost, { readonly tabId: number; readonly load: Load }>();

/** The same function for the same tab, so that all that show it share one load. */
function getLoad(host: PanelHost, tabId: number): Load {
  const known = LOADS.get(host);
  if (known?.tabId === tabId) return known.load;
  const load: Load = () => (tabId < 0 ? Promise.resolve(null) : host.request('selection.estimate', { tabId }));
  LOADS.set(host, { tabId, load });
  return load;
}

const RELOADS = new Set<() => void>();

/** Reloads the estimate before it is shown: the selection may have changed. */
export const refreshSelection = (): void => RELOADS.forEach((reload) => reload());

/** Calls `on` when the user comes back to the panel, or when `refreshSelection` is called. */
export function watchSelectionChanges(on: () => void, signal: AbortSignal): void {
  RELOADS.add(on);
  signal.addEventListener('abort', () => RELOADS.delete(on));
  watchReturn(on, signal);
}
