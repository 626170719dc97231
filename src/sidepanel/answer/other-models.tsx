import { isolateLine } from '../../lib/base/one-line.ts';
import type { AgentState } from '../../lib/agent/state/agent-state.ts';
import { Icon } from '../parts/icons.tsx';
import { Menu } from '../parts/menu.tsx';
import { useModels } from '../parts/use-models.ts';
import { t } from '../strings/strings.ts';

interface OtherModelsProps {
  readonly state: AgentState;
  readonly retry: (model: string) => void;
}

/** Tries again with another model than the one that was asked. */
export function OtherModels({ state, retry }: OtherModelsProps) {
  const asked = state.spec?.models.main.id;
  const others = useModels()?.models.filter(({ id }) => id !== asked) ?? [];
  if (others.length === 0) return null;
  const items = others.map(({ id, label }) => ({
    key: id,
    label: t.answer.retryWith(isolateLine(label)),
    act: () => retry(id),
  }));
  return (
    <Menu items={items} hint={t.answer.otherModel} look="round">
      <Icon name="more" />
    </Menu>
  );
}
