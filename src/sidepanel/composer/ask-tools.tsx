import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { OpenTabs } from '../../chrome/panel/panel-host.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { getStage } from '../run/stage.ts';
import { PictureMenu } from '../pictures/picture-menu.tsx';
import { TabPicker } from './tab-picker.tsx';
import { WhereToAsk, type Where } from '../research/web-note.tsx';
import { SELECTION_ACTIONS, type SelectionActionId } from '../../lib/jobs/selection-actions.ts';
import { t } from '../strings/strings.ts';
import { Icon } from '../parts/icons.tsx';
import { isolateLine } from '../../lib/base/one-line.ts';
import { Menu } from '../parts/menu.tsx';
import { QuietButton } from '../parts/button.tsx';
import { useHasModel } from '../parts/connect-model.tsx';
import { useLoaded } from '../parts/use-loaded.ts';

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

const [first, ...others] = SELECTION_ACTIONS.filter(({ panel }) => panel !== '');

function SelectionMenu({ disabled }: { readonly disabled: boolean }) {
  const { panel, host } = usePanel();
  const presets = useLoaded(host.loadPresets, host.watchSettings) ?? []; // built-in actions remain available
  const hasModel = useHasModel();
  const start = (action: SelectionActionId, preset = ''): void => {
    if (!disabled) void panel.startSelectionAction(action, preset);
  };
  const own = presets.map(({ id, title }) => ({
    key: `own ${id}`,
    label: isolateLine(title),
    act: () => start('preset', id),
  }));
  const offered = others.filter(({ job }) => hasModel || job !== 'rewrite');
  const items = [
    ...offered.map(({ id, panel: label }) => ({ key: id, label, act: () => start(id) })),
    ...(hasModel ? own : [{ key: 'connect', label: t.connectForMore, act: host.openSettings }]),
  ];
  return (
    <div className="split">
      {first && (
        <QuietButton look="edged" aria-disabled={disabled} onClick={() => start(first.id)}>
          {first.panel}
        </QuietButton>
      )}
      <Menu items={items} hint={t.selection.more} disabled={disabled}>
        <Icon name="more" />
      </Menu>
    </div>
  );
}
