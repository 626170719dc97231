/** Which model does what. A choice is saved as it is made: there is nothing else to fill in beside it. */
import { useState } from 'react';
import { messageOf } from '../../lib/base/errors.ts';
import { EXTRACTIVE_ID } from '../../lib/models/config.ts';
import { modelOf, ROLES, type Role } from '../../lib/protocol/roles.ts';
import type { Settings } from '../../lib/protocol/settings.ts';
import { withRole } from '../catalogue.ts';
import { t } from '../strings.ts';
import type { SettingsStore } from '../use-settings.ts';
import { Choice } from './field.tsx';

export function Roles({ store: { settings, update } }: { readonly store: SettingsStore }) {
  const [message, setMessage] = useState({ text: '', bad: false });
  const choose = (role: Role, id: string): void => {
    update((now) => withRole(now, role, id)).then(
      () => setMessage({ text: t.roleSaved(t.roleNames[role]), bad: false }),
      (thrown: unknown) => setMessage({ text: t.notSaved(messageOf(thrown)), bad: true }),
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
            help={role === 'vision' && isBlind(settings) ? `${t.roleHelp.vision} ${t.mainBlind}` : t.roleHelp[role]}
            value={settings[role]}
            options={optionsFor(role, settings)}
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

/** Whom the role can be given to, by id. Whoever has it is always among them. */
function optionsFor(role: Role, settings: Settings): Readonly<Record<string, string>> {
  const engine = { [EXTRACTIVE_ID]: t.extractive };
  const models = settings.models
    .filter(({ id, pictures }) => id === settings[role] || (role === 'vision' ? pictures : true))
    .filter(({ id }) => role !== 'fallback' || id !== settings.main)
    .map(({ id }) => [id, id] as const);
  const named = Object.fromEntries(models);
  if (role === 'main') return { ...engine, ...named };
  if (role !== 'fallback') return { '': t.asMain, ...named };
  return { '': t.noFallback, ...(settings.main === EXTRACTIVE_ID ? {} : engine), ...named };
}

/** Whether pictures would go to a model that cannot be shown any. */
function isBlind(settings: Settings): boolean {
  return settings.vision === '' && modelOf(settings, 'main')?.pictures === false;
}
