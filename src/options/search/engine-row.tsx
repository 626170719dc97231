import { useEffect, useRef, useState, type ReactNode } from 'react';
import { getEngineInfo, formatEngineLabel } from '../../lib/pipeline/web/engines.ts';
import type { EngineConfig } from '../../lib/pipeline/web/types.ts';
import { isOriginUsed, needsAccess, getEngineOrigin, removeEngine } from './engine-form.ts';
import { t } from '../strings/strings.ts';
import { useTrial } from './use-trial.ts';
import type { SectionProps } from '../use-settings.ts';
import { Access } from '../models/access.tsx';
import { MoveButtons } from '../parts/move-buttons.tsx';
import { Confirmation } from '../parts/sure.tsx';
import { TrialLine } from './trial-line.tsx';

interface EngineRowProps extends SectionProps {
  readonly config: EngineConfig;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isOpen: boolean;
  readonly onEdit: () => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

export function EngineRow(props: EngineRowProps) {
  const { host, store, config, isFirst, isLast, isOpen, onEdit, onMove, onRemove, children } = props;
  const [asking, setAsking] = useState(false);
  const removeButton = useRef<HTMLButtonElement>(null);
  const { trial, run } = useTrial(host);
  const { needsKey, needsEndpoint } = getEngineInfo(config.engine);
  const [label, origin] = [formatEngineLabel(config), getEngineOrigin(config)];
  const withKey = needsKey && !isOriginUsed(removeEngine(store.settings, config), origin);
  return (
    <li>
      <div className="model">
        <div>
          <strong>{label}</strong>
          <p className="fine">{t.engineNeeds[config.engine]}</p>
          {needsKey && <KeyMissing host={host} origin={origin} isOpen={isOpen} />}
          {needsAccess(config) && <Access host={host} name={label} endpoint={origin} />}
        </div>
        <div className="row">
          <MoveButtons name={label} isFirst={isFirst} isLast={isLast} onMove={onMove} />
          <button
            type="button"
            className="button small"
            aria-label={t.tryEngineLabel(label)}
            aria-disabled={trial.state === 'asking'}
            onClick={() => trial.state === 'asking' || run(config, null)}
          >
            {t.tryEngine}
          </button>
          {(needsKey || needsEndpoint) && (
            <button
              type="button"
              className="button small"
              aria-label={t.editLabel(label)}
              aria-expanded={isOpen}
              onClick={onEdit}
            >
              {t.edit}
            </button>
          )}
          <button
            ref={removeButton}
            type="button"
            className="button small"
            aria-label={t.removeLabel(label)}
            aria-expanded={asking}
            onClick={() => setAsking(!asking)}
          >
            {t.remove}
          </button>
        </div>
      </div>
      <TrialLine trial={trial} />
      {asking && (
        <Confirmation
          label={t.removeLabel(label)}
          onRemove={onRemove}
          onCancel={() => setAsking(false)}
          opener={removeButton}
        >
          {t.removeSure(label, withKey)}
        </Confirmation>
      )}
      {children}
    </li>
  );
}

interface KeyMissingProps extends Pick<SectionProps, 'host'> {
  readonly origin: string;
  /** The key may have changed when the editor closes. */
  readonly isOpen: boolean;
}

function KeyMissing({ host, origin, isOpen }: KeyMissingProps) {
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    let current = true;
    host.hasKey(origin).then(
      (has) => {
        if (current) setMissing(!has);
      },
      () => undefined, // storage errors show when saving
    );
    return () => {
      current = false;
    };
  }, [host, origin, isOpen]);
  return missing ? <p className="warn">{t.noKeyYet}</p> : null;
}
