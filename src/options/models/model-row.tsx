import type { ReactNode } from 'react';
import { isolateLine } from '../../lib/base/one-line.ts';
import { getEndpointHost } from '../../lib/models/address.ts';
import type { ModelSettings, Settings } from '../../lib/protocol/settings/settings.ts';
import type { OptionsHost } from '../host.ts';
import { Button } from '../parts/button.tsx';
import { EditableRow } from '../parts/editable-row.tsx';
import { t } from '../strings/strings.ts';
import { formatTraits, hasServer } from './model-form.ts';
import { hasSharedServer, listRoles } from './model-list.ts';
import { Access } from './server-access.tsx';

interface ModelRowProps {
  readonly host: OptionsHost;
  readonly settings: Settings;
  readonly entry: ModelSettings;
  readonly onTest: () => void;
  readonly onEdit: (opener: HTMLElement) => void;
  readonly onRemove: () => void;
  readonly status: ReactNode;
  /** Null while it is closed. */
  readonly editor: ReactNode;
}

export function ModelRow({ host, settings, entry, onTest, ...row }: ModelRowProps) {
  const { id, endpoint } = entry;
  const isServed = hasServer(entry);
  const withKey = isServed && !hasSharedServer(settings, entry);
  const name = isolateLine(id);
  return (
    <EditableRow
      {...row}
      name={id}
      actions={
        row.editor === null && ( // saving tests
          <Button look="small" aria-label={t.testLabel(name)} onClick={onTest}>
            {t.test}
          </Button>
        )
      }
      question={
        <>
          {t.removeSure(name, withKey)} {id === settings.main && t.engineInstead}
        </>
      }
    >
      <strong>{name}</strong> <Badges settings={settings} id={id} />
      <p className="fine">
        {isServed ? getEndpointHost(endpoint) : t.inBrowser}, {formatTraits(entry)}
      </p>
      {isServed && <Access host={host} name={id} endpoint={endpoint} />}
    </EditableRow>
  );
}

export function Badges({ settings, id }: { readonly settings: Settings; readonly id: string }) {
  return listRoles(settings, id).map((role) => (
    <span key={role} className="badge">
      {t.roleBadges[role]}
    </span>
  ));
}
