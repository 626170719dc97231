/** The other tabs of the window that a question is about too. */
import { useEffect, useMemo, useState } from 'react';
import type { OpenTab, OpenTabs } from '../../chrome/panel/panel-host.ts';
import { isolateLine } from '../../lib/base/one-line.ts';
import { MAX_EXTRA_TABS } from '../../lib/protocol/requests/bounds.ts';
import { usePanel } from '../panel-context.ts';
import { t } from '../strings/shell.ts';

const NO_TABS: OpenTabs = { tabs: [], hidden: 0 };

export const formatTabTitle = ({ title }: OpenTab): string => isolateLine(title) || t.untitled;

export interface ChosenTabs {
  readonly open: OpenTabs;
  readonly chosen: readonly OpenTab[];
  readonly choose: (tabs: readonly number[]) => void;
  readonly toggle: (tab: OpenTab) => void;
  /** Chooses them again, beside those chosen since, as far as there is room. */
  readonly restore: (tabs: readonly number[]) => void;
}

/** A tab that closes is dropped from the choice. */
export function useChosenTabs(): ChosenTabs {
  const { host } = usePanel();
  const [open, setOpen] = useState(NO_TABS);
  const [ids, choose] = useState<readonly number[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    host.watchTabs(setOpen, controller.signal);
    return () => controller.abort();
  }, [host]);
  const chosen = useMemo(() => ids.flatMap((id) => open.tabs.filter(({ tabId }) => tabId === id)), [ids, open]);
  const toggle = ({ tabId }: OpenTab): void => {
    const others = chosen.map((tab) => tab.tabId).filter((id) => id !== tabId);
    if (others.length < chosen.length) choose(others);
    else if (others.length < MAX_EXTRA_TABS) choose([...others, tabId]);
  };
  const isOpen = (id: number): boolean => open.tabs.some(({ tabId }) => tabId === id);
  const restore = (tabs: readonly number[]): void =>
    choose((now) => [...new Set([...now, ...tabs])].filter(isOpen).slice(0, MAX_EXTRA_TABS));
  return { open, chosen, choose, toggle, restore };
}
