/** The way back from a tab that a quote or a link of an answer has opened: the panel shows that tab's view there. */
import { useEffect } from 'react';
import { useModel, usePanel } from '../panel-context.ts';
import { Button, CloseButton } from '../parts/button.tsx';
import { ForeignText } from '../parts/foreign-text.tsx';
import type { Panel } from '../store.ts';
import { t } from '../strings/strings.ts';
import { formatRequest } from './request-words.ts';

/** Before another tab is shown: it is to have a way back to the answer in view. An open history stays in view by itself. */
export function rememberOrigin({ store, setOrigin }: Panel): void {
  const { tab, run, history } = store.getState();
  const spec = run?.state.spec ?? null;
  if (tab !== null && spec !== null && !history?.open)
    setOrigin({ tabId: tab.tabId, name: formatRequest(spec), to: null });
}

/** A plain click of a link that opens in a new tab shows that tab. */
export function useLinkOrigin(): void {
  const { panel } = usePanel();
  useEffect(() => {
    const handleClick = (event: MouseEvent): void => {
      const { target, ctrlKey, metaKey, shiftKey } = event;
      const isPlain = !ctrlKey && !metaKey && !shiftKey && !event.defaultPrevented;
      if (isPlain && target instanceof Element && target.closest('a[target="_blank"]') !== null) rememberOrigin(panel);
    };
    document.addEventListener('click', handleClick);
    return () => document.removeEventListener('click', handleClick);
  }, [panel]);
}

export function OriginBand() {
  const { panel, host } = usePanel();
  const origin = useModel((model) => model.origin);
  const tabId = origin?.tabId;
  useEffect(() => {
    if (tabId === undefined) return;
    const controller = new AbortController();
    host.watchClosedTab(tabId, () => panel.setOrigin(null), controller.signal);
    return () => controller.abort();
  }, [tabId, panel, host]);
  if (origin === null) return null;
  const goBack = (): void => {
    panel.setOrigin(null);
    void host.showTab(origin.tabId).catch(() => undefined); // it has just closed
  };
  return (
    <div className="row between sunken folded-thread" role="group" aria-label={t.origin.label}>
      <p>
        {t.origin.from} <ForeignText text={origin.name} none={t.untitled} />
      </p>
      <Button className="button small" onClick={goBack}>
        {t.back}
      </Button>
      <CloseButton aria-label={t.dismiss} title={t.dismiss} onClick={() => panel.setOrigin(null)} />
    </div>
  );
}
