/** The menus beside the question field. */
import { isolateLine } from '../../lib/base/one-line.ts';
import { EXTRACTIVE_ID } from '../../lib/models/config.ts';
import { usePanel } from '../panel-context.ts';
import { Icon } from '../parts/icons.tsx';
import { ItemButton, Menu, type MenuItem } from '../parts/menu.tsx';
import { useModels } from '../parts/use-models.ts';
import { refreshSelection } from '../parts/use-selection-estimate.ts';
import { t } from '../strings/shell.ts';

interface AddMenuProps {
  readonly items: readonly MenuItem[];
  readonly refuse: (why: string) => void;
}

/** What can be started or added, and beside the menu what is a button of its own. */
export function AddMenu({ items, refuse }: AddMenuProps) {
  const { panel } = usePanel();
  const refresh = (): void => {
    void panel.agents.refresh();
    refreshSelection();
  };
  return (
    <>
      <Menu items={items} refuse={refuse} hint={t.askBox.add} look="round" onOpen={refresh}>
        <Icon name="plus" />
      </Menu>
      {items.map(
        (item) =>
          item.icon && (
            <ItemButton
              key={item.key}
              className="quiet round beside"
              item={item}
              refuse={refuse}
              aria-label={item.label}
              title={item.label}
            >
              <Icon name={item.icon} />
            </ItemButton>
          ),
      )}
    </>
  );
}

/** Which model answers, and the choice of another. */
export function ModelMenu() {
  const { panel, host } = usePanel();
  const known = useModels();
  if (known === undefined) return null;
  const { main, models, name } = known;
  const items = [...models, { id: EXTRACTIVE_ID, label: t.quickMode }].map(({ id, label }) => ({
    key: id,
    label: isolateLine(label),
    chosen: id === main,
    act: () => void host.chooseModel(id).catch(panel.showThrown),
  }));
  const settings = {
    key: 'settings',
    label: models.length === 0 ? t.connectModel : t.modelSettings,
    act: host.openSettings,
    startsGroup: true,
  };
  return (
    <Menu items={[...items, settings]} hint={t.modelHint(name)} look="pill">
      <span className="clip">{name}</span>
    </Menu>
  );
}
