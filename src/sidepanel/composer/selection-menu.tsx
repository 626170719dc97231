import { usePanel } from '../panel-context.ts';
import { SELECTION_ACTIONS, type SelectionActionId } from '../../lib/jobs/selection-actions.ts';
import { t } from '../strings/strings.ts';
import { Icon } from '../parts/icons.tsx';
import { stripActiveCharacters } from '../markdown/safe-text.ts';
import { Menu } from '../parts/menu.tsx';
import { QuietButton } from '../parts/button.tsx';
import { useLoaded } from '../parts/use-loaded.ts';

const [first, ...others] = SELECTION_ACTIONS.filter(({ panel }) => panel !== '');

export function SelectionMenu({ disabled }: { readonly disabled: boolean }) {
  const { panel, host } = usePanel();
  const presets = useLoaded(host.loadPresets, host.watchSettings) ?? []; // built-in actions remain available
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
