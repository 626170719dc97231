import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { OpenTabs } from '../../chrome/panel/panel-host.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { getStage } from '../run/stage.ts';
import { PictureMenu } from '../pictures/picture-menu.tsx';
import { SelectionMenu } from './selection-menu.tsx';
import { TabPicker } from './tab-picker.tsx';
import { WhereToAsk, type Where } from '../research/web-note.tsx';

const NO_TABS: OpenTabs = { tabs: [], hidden: 0 };

/** A tab that closes is dropped from the choice. */
export function useChosenTabs() {
  const { host } = usePanel();
  const [open, setOpen] = useState(NO_TABS);
  const [ids, choose] = useState<readonly number[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    host.watchTabs(setOpen, controller.signal);
    return () => controller.abort();
  }, [host]);
  const chosen = useMemo(() => ids.flatMap((id) => open.tabs.filter(({ tabId }) => tabId === id)), [ids, open]);
  return { open, chosen, choose };
}

interface AskToolsProps {
  readonly tabs: ReturnType<typeof useChosenTabs>;
  readonly where: Where;
  readonly go: (where: Where) => void;
  readonly children: ReactNode;
}

export function AskTools({ tabs: { open, chosen, choose }, where, go, children }: AskToolsProps) {
  const isBusy = useModel((model) => getStage(model) === 'running' || model.pending !== null);
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
