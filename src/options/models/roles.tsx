/** Assigns models to roles. Each choice is saved at once. */
import { useState } from 'react';
import { getErrorMessage } from '../../lib/base/errors.ts';
import { EXTRACTIVE_ID } from '../../lib/models/config.ts';
import { findRoleModel, ROLES, type Role } from '../../lib/protocol/roles.ts';
import type { Settings } from '../../lib/protocol/settings.ts';
import { assignRole } from './model-list.ts';
import { t } from '../strings/strings.ts';
import type { SettingsStore } from '../use-settings.ts';
import { Choice } from '../parts/field.tsx';

export function Roles({ store: { settings, update } }: { readonly store: SettingsStore }) {
  const [message, setMessage] = useState({ text: '', bad: false });
  const choose = (role: Role, id: string): void => {
    update((now) => assignRole(now, role, id)).then(
      () => setMessage({ text: t.roleSaved(t.roleNames[role]), bad: false }),
      (thrown: unknown) => setMessage({ text: t.notSaved(getErrorMessage(thrown)), bad: true }),
    );
  };
  return (
    <section className="card" aria-labelledby="roles">
      <h2 id="roles">{t.roles}</h2>
      <div className="roles">
        {ROLES.map((role) => (
          <Choice
            key={role}
            name={role}
            label={t.roleNames[role]}
            help={role === 'vision' && lacksVision(settings) ? `${t.roleHelp.vision} ${t.mainBlind}` : t.roleHelp[role]}
            value={settings[role]}
            options={listRoleOptions(role, settings)}
            onChoice={(id) => choose(role, id)}
          />
        ))}
      </div>
      <p role={message.bad ? 'alert' : 'status'} className={message.bad ? 'warn' : ''}>
        {message.text}
      </p>
    </section>
  );
}

function listRoleOptions(role: Role, settings: Settings): Readonly<Record<string, string>> {
  const engine = { [EXTRACTIVE_ID]: t.extractive };
  const models = settings.models
    .filter(({ id, pictures }) => id === settings[role] || (role === 'vision' ? pictures : true))
    .filter(({ id }) => role !== 'fallback' || id !== settings.main)
    .map(({ id }) => [id, id] as const);
  const modelOptions = Object.fromEntries(models);
  if (role === 'main') return { ...engine, ...modelOptions };
  if (role !== 'fallback') return { '': t.asMain, ...modelOptions };
  return { '': t.noFallback, ...(settings.main === EXTRACTIVE_ID ? {} : engine), ...modelOptions };
}

function lacksVision(settings: Settings): boolean {
  return settings.vision === '' && findRoleModel(settings, 'main')?.pictures === false;
}
