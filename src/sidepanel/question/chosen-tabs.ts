/** The other tabs of the window that a question is about too. */
import { useEffect, useMemo, useState } from 'react';
import type { OpenTab, OpenTabs } from '../../chrome/panel/panel-host.ts';
import { isolateLine } from '../../lib/base/one-line.ts';
import { MAX_EXTRA_TABS } from '../../lib/protocol/requests/bounds.ts';
import { usePanel } from '../panel-context.ts';
import { t } from '../strings/shell.ts';
import type { Draft } from './draft.ts';

const NO_TABS: OpenTabs = { tabs: [], hidden: 0 };

export const formatTabTitle = ({ title }: OpenTab): string => isolateLine(title) || t.untitled;

export interface ChosenTabs {
  readonly open: OpenTabs;
  readonly chosen: readonly OpenTab[];
  readonly clear: () => void;
  readonly toggle: (tab: OpenTab) => void;
  /** Chooses them again, beside those chosen since, as far as there is room. */
  readonly restore: (tabs: readonly number[]) => void;
}

/** A tab that closes is dropped from the choice. */
export function useChosenTabs({ tabs: ids, chooseTabs }: Pick<Draft, 'tabs' | 'chooseTabs'>): ChosenTabs {
  const { host } = usePanel();
  const [open, setOpen] = useState(NO_TABS);
  useEffect(() => {
    const controller = new AbortController();
    host.watchTabs(setOpen, controller.signal);
    return () => controller.abort();
  }, [host]);
  const chosen = useMemo(() => ids.flatMap((id) => open.tabs.filter(({ tabId }) => tabId === id)), [ids, open]);
  const toggle = ({ tabId }: OpenTab): void => {
    const others = chosen.map((tab) => tab.tabId).filter((id) => id !== tabId);
    if (others.length < chosen.length) chooseTabs(() => others);
    else if (others.length < MAX_EXTRA_TABS) chooseTabs(() => [...others, tabId]);
  };
  const isOpen = (id: number): boolean => open.tabs.some(({ tabId }) => tabId === id);
  const restore = (tabs: readonly number[]): void =>
    chooseTabs((now) => [...new Set([...now, ...tabs])].filter(isOpen).slice(0, MAX_EXTRA_TABS));
  return { open, chosen, clear: () => chooseTabs(() => []), toggle, restore };
}

/** Items for the open tabs that are not chosen yet. */
export const listTabItems = ({ open, chosen, toggle }: ChosenTabs) =>
  open.tabs
    .filter((tab) => !chosen.includes(tab))
    .map((tab) => ({
      key: `tab ${String(tab.tabId)}`,
      label: formatTabTitle(tab),
      act: () => toggle(tab),
      refusal: chosen.length < MAX_EXTRA_TABS ? '' : t.tabs.most(MAX_EXTRA_TABS),
    }));
