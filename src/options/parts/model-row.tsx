/** One model of the list: what it is, what it can do, what it does here, and what can be done with it. */
import { useRef, useState, type ReactNode } from 'react';
import { hostOf } from '../../lib/models/address.ts';
import { isShared, rolesOf } from '../catalogue.ts';
import type { OptionsHost } from '../host.ts';
import { hasServer } from '../model-form.ts';
import { t } from '../strings.ts';
import { traitWords } from '../traits.ts';
import { Access } from './access.tsx';
import { Sure } from './sure.tsx';
import type { ModelSettings, Settings } from '../../lib/protocol/settings.ts';

interface ModelRowProps {
  readonly host: OptionsHost;
  readonly settings: Settings;
  readonly entry: ModelSettings;
  readonly isOpen: boolean;
  readonly onEdit: (opener: HTMLElement) => void;
  readonly onRemove: () => void;
  /** The editor, while it is open. */
  readonly children: ReactNode;
}

export function ModelRow({ host, settings, entry, isOpen, onEdit, onRemove, children }: ModelRowProps) {
  const { id, endpoint, provider } = entry;
  const [asking, setAsking] = useState(false);
  const asker = useRef<HTMLButtonElement>(null);
  const place = hasServer({ provider }) ? hostOf(endpoint) : t.inBrowser;
  const withKey = hasServer({ provider }) && !isShared(settings, entry);
  return (
    <li>
      <div className="model">
        <div>
          <strong>{id}</strong> <Badges settings={settings} id={id} />
          <p className="fine">
            {place}, {traitWords(entry)}
          </p>
          {hasServer({ provider }) && <Access host={host} name={id} endpoint={endpoint} />}
        </div>
        <div className="row">
          <button
            type="button"
            className="button small"
            aria-label={t.editLabel(id)}
            aria-expanded={isOpen}
            onClick={(event) => onEdit(event.currentTarget)}
          >
            {t.edit}
          </button>
          <button
            ref={asker}
            type="button"
            className="button small"
            aria-label={t.removeLabel(id)}
            aria-expanded={asking}
            onClick={() => setAsking(!asking)}
          >
            {t.remove}
          </button>
        </div>
      </div>
      {asking && (
        <Sure label={t.removeLabel(id)} onRemove={onRemove} onCancel={() => setAsking(false)} asker={asker}>
          {t.removeSure(id, withKey)} {id === settings.main && t.engineInstead}
        </Sure>
      )}
      {children}
    </li>
  );
}

/** The roles a model was given. */
export function Badges({ settings, id }: { readonly settings: Settings; readonly id: string }) {
  return rolesOf(settings, id).map((role) => (
    <span key={role} className="badge">
      {t.roleBadges[role]}
    </span>
  ));
}
