/** Which model answers, and the choice of another. */
import { isolateLine } from '../../lib/base/one-line.ts';
import { EXTRACTIVE_ID } from '../../lib/models/config.ts';
import { usePanel } from '../panel-context.ts';
import { Menu } from '../parts/menu.tsx';
import { useModels } from '../parts/use-models.ts';
import { t } from '../strings/shell.ts';

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
