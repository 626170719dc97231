/** Whether the browser lets a picture of the tab in view be taken; as long as nobody knows, it is to be tried. */
import { useEffect, useState } from 'react';
import { useModel, usePanel } from '../panel-context.ts';

export function useCaptureAccess(): 'stands' | 'missing' {
  const { pictures } = usePanel().host;
  const tabId = useModel(({ tab }) => tab?.tabId ?? null);
  // an address that comes or goes is access that does
  const url = useModel(({ tab }) => tab?.url ?? '');
  const [known, setKnown] = useState<{ readonly tabId: number; readonly access: 'stands' | 'missing' } | null>(null);
  useEffect(() => {
    if (tabId === null) return;
    const gone = new AbortController();
    let asked = 0;
    const look = (): void => {
      const mine = ++asked;
      void pictures.captureAccess(tabId).then((access) => {
        if (mine === asked && !gone.signal.aborted) setKnown({ tabId, access });
      });
    };
    pictures.onCaptureAccess(look, gone.signal);
    look();
    return () => gone.abort();
  }, [pictures, tabId, url]);
  return known !== null && known.tabId === tabId ? known.access : 'stands';
}
