import { useCallback } from 'react';
import type { Replies } from '../../lib/protocol/requests/requests.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { useLoaded } from './use-loaded.ts';

/** Of what is selected in the tab, whenever the person comes back from it. Undefined until it is known. */
export function useSelectionEstimate(): Replies['selection.estimate'] | undefined {
  const { host } = usePanel();
  const tabId = useModel(({ tab }) => tab?.tabId ?? -1);
  const load = useCallback(() => host.request('selection.estimate', { tabId }), [host, tabId]);
  const reply = useLoaded(load, watchReturns);
  return reply?.ok === true ? reply.value : undefined;
}

function watchReturns(on: () => void, signal: AbortSignal): void {
  addEventListener('focus', on, { signal });
  document.documentElement.addEventListener('pointerenter', on, { signal });
}
