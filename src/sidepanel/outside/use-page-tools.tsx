/** The command that shows what tools the page offers, where it offers any, and its sheet. */
import { useCallback, useState, type ReactNode } from 'react';
import { pageToolsPart } from '../lazy-parts.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { Lazy } from '../parts/lazy.tsx';
import type { MenuItem } from '../parts/menu.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { watchReturns } from '../parts/use-selection-estimate.ts';
import { t } from '../strings/shell.ts';

interface PageToolsUse {
  readonly commands: readonly MenuItem[];
  readonly extras: ReactNode;
}

export function usePageTools(): PageToolsUse {
  const { host } = usePanel();
  const isReady = useModel(({ access }) => access.type === 'ready');
  const tabId = useModel(({ tab }) => tab?.tabId ?? -1);
  const page = useModel(({ tab }) => (tab?.loading === true ? '' : (tab?.url ?? '')));
  const load = useCallback(
    () => (isReady && page !== '' ? host.loadPageTools(tabId) : Promise.resolve(null)),
    [host, isReady, tabId, page],
  );
  const reply = useLoaded(load, watchReturns); // a page may offer its tools late
  const count = reply?.ok === true ? reply.value.tools.length : 0;
  const [openOn, setOpenOn] = useState<string | null>(null);
  return {
    commands: count === 0 ? [] : [{ key: 'page tools', label: t.pageTools(count), act: () => setOpenOn(page) }],
    extras: openOn === page && (
      <Lazy part={pageToolsPart}>
        {({ PageToolsSheet }) => <PageToolsSheet tabId={tabId} close={() => setOpenOn(null)} />}
      </Lazy>
    ),
  };
}
