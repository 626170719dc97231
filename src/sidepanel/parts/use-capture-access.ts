/** Returns whether the browser allows capturing the tab in view; assumes that it does until the reply arrives. */
import { useEffect, useState } from 'react';
import { useModel, usePanel } from '../panel-context.ts';

export function useCaptureAccess(): 'stands' | 'missing' {
  const { pictures } = usePanel().host;
  const tabId = useModel(({ tab }) => tab?.tabId ?? null);
  // a change of the readable URL is a change of access
  const url = useModel(({ tab }) => tab?.url ?? '');
  const [result, setResult] = useState<{ readonly tabId: number; readonly access: 'stands' | 'missing' } | null>(null);
  useEffect(() => {
    if (tabId === null) return;
    const controller = new AbortController();
    let requestCount = 0;
    const refresh = (): void => {
      const requestNumber = ++requestCount;
      void pictures.getCaptureAccess(tabId).then((access) => {
        if (requestNumber === requestCount && !controller.signal.aborted) setResult({ tabId, access });
      });
    };
    pictures.watchCaptureAccess(refresh, controller.signal);
    refresh();
    return () => controller.abort();
  }, [pictures, tabId, url]);
  return result !== null && result.tabId === tabId ? result.access : 'stands';
}
