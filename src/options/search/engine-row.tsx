import type { ReactNode } from 'react';
import { formatEngineLabel, getEngineInfo } from '../../lib/pipeline/engines/engine-info.ts';
import type { EngineConfig } from '../../lib/pipeline/engines/types.ts';
import { Access, KeyMissing } from '../models/server-access.tsx';
import { EditableRow, type RowOrder } from '../parts/editable-row.tsx';
import { t } from '../strings/strings.ts';
import type { SectionProps } from '../use-settings.ts';
import { getEngineOrigin, isOriginUsed, needsAccess, removeEngine } from './engine-form.ts';
import { EngineTrial, useEngineTrial } from './engine-trial.tsx';
import { Button } from '../parts/button.tsx';

interface EngineRowProps extends SectionProps {
  readonly config: EngineConfig;
  readonly order: RowOrder;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  /** Null while it is closed. */
  readonly editor: ReactNode;
}

export function EngineRow({ host, store, config, order, onEdit, onRemove, editor }: EngineRowProps) {
  const { trial, run } = useEngineTrial(host);
  const { needsKey, needsEndpoint } = getEngineInfo(config.engine);
  const [label, origin] = [formatEngineLabel(config), getEngineOrigin(config)];
  const withKey = needsKey === true && !isOriginUsed(removeEngine(store.settings, config), origin);
  return (
    <EditableRow
      name={label}
      order={order}
      actions={
        <Button
          look="small"
          aria-label={t.tryEngineLabel(label)}
          aria-disabled={trial.state === 'asking'}
          onClick={() => trial.state === 'asking' || run(config, null)}
        >
          {t.tryEngine}
        </Button>
      }
      onEdit={needsKey || needsEndpoint ? onEdit : null}
      question={t.removeSure(label, withKey)}
      onRemove={onRemove}
      status={<EngineTrial trial={trial} />}
      editor={editor}
    >
      <strong>{label}</strong>
      <p className="fine">{t.engineNeeds[config.engine]}</p>
      {needsKey && <KeyMissing host={host} origin={origin} isOpen={editor !== null} />}
      {needsAccess(config) && <Access host={host} name={label} endpoint={origin} />}
    </EditableRow>
  );
}
