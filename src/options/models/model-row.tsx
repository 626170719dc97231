/** One model of the list, with its capabilities, roles and actions. */
import { useRef, useState, type ReactNode } from 'react';
import { getEndpointHost } from '../../lib/models/address.ts';
import { hasSharedServer, listRoles } from './model-list.ts';
import type { OptionsHost } from '../host.ts';
import { hasServer } from './model-form.ts';
import { t } from '../strings/strings.ts';
import { formatTraits } from './model-traits.ts';
import { Access } from './access.tsx';
import { Confirmation } from '../parts/sure.tsx';
import type { ModelSettings, Settings } from '../../lib/protocol/settings.ts';

interface ModelRowProps {
  readonly host: OptionsHost;
  readonly settings: Settings;
  readonly entry: ModelSettings;
  readonly isOpen: boolean;
  readonly onEdit: (opener: HTMLElement) => void;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

export function ModelRow({ host, settings, entry, isOpen, onEdit, onRemove, children }: ModelRowProps) {
  const { id, endpoint, provider } = entry;
  const [asking, setAsking] = useState(false);
  const removeButton = useRef<HTMLButtonElement>(null);
  const place = hasServer({ provider }) ? getEndpointHost(endpoint) : t.inBrowser;
  const withKey = hasServer({ provider }) && !hasSharedServer(settings, entry);
  return (
    <li>
      <div className="model">
        <div>
          <strong>{id}</strong> <Badges settings={settings} id={id} />
          <p className="fine">
            {place}, {formatTraits(entry)}
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
            ref={removeButton}
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
        <Confirmation
          label={t.removeLabel(id)}
          onRemove={onRemove}
          onCancel={() => setAsking(false)}
          opener={removeButton}
        >
          {t.removeSure(id, withKey)} {id === settings.main && t.engineInstead}
        </Confirmation>
      )}
      {children}
    </li>
  );
}

export function Badges({ settings, id }: { readonly settings: Settings; readonly id: string }) {
  return listRoles(settings, id).map((role) => (
    <span key={role} className="badge">
      {t.roleBadges[role]}
    </span>
  ));
}
