/** The small row above the field: where to ask, and of the page what to do with the selection, pictures to read, and further tabs. */
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { OpenTab, OpenTabs } from '../../chrome/panel-host.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { stageOf } from '../stage.ts';
import { PictureMenu } from './picture-menu.tsx';
import { SelectionMenu } from './selection-menu.tsx';
import { TabPicker } from './tab-picker.tsx';
import { WhereToAsk, type Where } from './where.tsx';

export interface ChosenTabs {
  readonly open: OpenTabs;
  /** In the order they were chosen. */
  readonly chosen: readonly OpenTab[];
  readonly choose: (tabs: readonly number[]) => void;
}

const NO_TABS: OpenTabs = { tabs: [], hidden: 0 };

/** The window's other tabs and those of them that the question is to read; one that closes is chosen no longer. */
export function useChosenTabs(): ChosenTabs {
  const { host } = usePanel();
  const [open, setOpen] = useState(NO_TABS);
  const [ids, choose] = useState<readonly number[]>([]);
  useEffect(() => {
    const gone = new AbortController();
    host.followTabs(setOpen, gone.signal);
    return () => gone.abort();
  }, [host]);
  const chosen = useMemo(() => ids.flatMap((id) => open.tabs.filter(({ tabId }) => tabId === id)), [ids, open]);
  return { open, chosen, choose };
}

interface AskToolsProps {
  readonly tabs: ChosenTabs;
  readonly where: Where;
  readonly go: (where: Where) => void;
  /** Chooses the agent that the question goes to. */
  readonly children: ReactNode;
}

export function AskTools({ tabs: { open, chosen, choose }, where, go, children }: AskToolsProps) {
  const isBusy = useModel((model) => stageOf(model) === 'running' || model.pending !== null);
  const inHistory = useModel((model) => model.history !== null);
  return (
    <div className="row tools">
      <WhereToAsk where={where} go={go} />
      {where === 'agent' && children}
      {where !== 'web' && <TabPicker chosen={chosen.map(({ tabId }) => tabId)} choose={choose} open={open} />}
      {where === 'page' && !inHistory && (
        <>
          <SelectionMenu disabled={isBusy} />
          <PictureMenu disabled={isBusy} />
        </>
      )}
    </div>
  );
}
