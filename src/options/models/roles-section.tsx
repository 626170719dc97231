/** Which model does what. */
import { isolateLine } from '../../lib/base/one-line.ts';
import { EXTRACTIVE_ID } from '../../lib/models/config.ts';
import { assignRole, findRoleModel, getModelId, ROLES, type Role } from '../../lib/protocol/settings/roles.ts';
import type { Settings } from '../../lib/protocol/settings/settings.ts';
import { Choice } from '../parts/field.tsx';
import { Message, Section, useMessage } from '../parts/section.tsx';
import { t } from '../strings/strings.ts';
import type { SettingsStore } from '../use-settings.ts';

/** Each choice is saved at once. */
export function Roles({ store: { settings, update } }: { readonly store: SettingsStore }) {
  const { message, report } = useMessage();
  const choose = (role: Role, id: string): void => {
    const assigning = update((now) => assignRole(now, role, id));
    void report(assigning, t.roleSaved(t.roleNames[role]));
  };
  return (
    <Section id="roles" title={t.roles}>
      <div className="roles">
        {ROLES.map((role) => (
          <Choice
            key={role}
            name={role}
            label={t.roleNames[role]}
            help={role === 'vision' && lacksVision(settings) ? `${t.roleHelp.vision} ${t.mainBlind}` : t.roleHelp[role]}
            value={role === 'fallback' ? getModelId(settings, role) : settings[role]}
            options={listRoleOptions(role, settings)}
            onChoice={(id) => choose(role, id)}
          />
        ))}
      </div>
      <Message {...message} />
    </Section>
  );
}

function listRoleOptions(role: Role, settings: Settings): Readonly<Record<string, string>> {
  const engine = { [EXTRACTIVE_ID]: t.extractive };
  const models = settings.models
    .filter(({ id, pictures }) => id === settings[role] || (role === 'vision' ? pictures : true))
    .filter(({ id }) => role !== 'fallback' || id !== settings.main)
    .map(({ id }) => [id, isolateLine(id)] as const);
  const modelOptions = Object.fromEntries(models);
  if (role === 'main') return { ...engine, ...modelOptions };
  if (role !== 'fallback') return { '': t.asMain, ...modelOptions };
  return { '': t.noFallback, ...(settings.main === EXTRACTIVE_ID ? {} : engine), ...modelOptions };
}

function lacksVision(settings: Settings): boolean {
  return settings.vision === '' && findRoleModel(settings, 'main')?.pictures === false;
}
