import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { PanelHost } from '../chrome/panel/panel-host.ts';
import type { ShowQuote } from '../chrome/page/show-quote.ts';
import type { PanelModel } from './panel-model.ts';
import type { Panel } from './store.ts';

export interface PanelContextValue {
  readonly panel: Panel;
  readonly host: PanelHost;
  readonly showQuote: ShowQuote;
}

export const PanelContext = createContext<PanelContextValue | null>(null);

export function usePanel(): PanelContextValue {
  const value = useContext(PanelContext);
  if (value === null) throw new Error('usePanel is for components inside PanelContext.');
  return value;
}

/** Renders again only when the selected part changes. */
export function useModel<T>(select: (model: PanelModel) => T): T {
  return useStore(usePanel().panel.store, select);
}
