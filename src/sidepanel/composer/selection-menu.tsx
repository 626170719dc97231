import { useEffect, useState } from 'react';
import { usePanel } from '../panel-context.ts';
import { SELECTION_ACTIONS, type SelectionActionId } from '../../lib/jobs/selection-actions.ts';
import { t } from '../strings/strings.ts';
import { Icon } from '../parts/icons.tsx';
import { stripActiveCharacters } from '../markdown/safe-text.ts';
import { Menu } from '../parts/menu.tsx';
import { QuietButton } from '../parts/button.tsx';

const [first, ...others] = SELECTION_ACTIONS.filter(({ panel }) => panel !== '');

export function SelectionMenu({ disabled }: { readonly disabled: boolean }) {
  const { panel } = usePanel();
  const presets = usePresets();
  const start = (action: SelectionActionId, preset = ''): void => {
    if (!disabled) void panel.startSelectionAction(action, preset);
  };
  const items = [
    ...others.map(({ id, panel: label }) => ({ key: id, label, act: () => start(id) })),
    ...presets.map(({ id, title }) => ({
      key: `own ${id}`,
      label: stripActiveCharacters(title),
      act: () => start('preset', id),
    })),
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

type Presets = readonly { readonly id: string; readonly title: string }[];
const NO_PRESETS: Presets = [];

function usePresets(): Presets {
  const { host } = usePanel();
  const [presets, setPresets] = useState(NO_PRESETS);
  useEffect(() => {
    const controller = new AbortController();
    const load = (): void => {
      host.loadPresets().then(
        (loaded) => {
          if (!controller.signal.aborted) setPresets(loaded);
        },
        () => undefined, // built-in actions remain available
      );
    };
    host.watchSettings(load, controller.signal);
    load();
    return () => controller.abort();
  }, [host]);
  return presets;
}
