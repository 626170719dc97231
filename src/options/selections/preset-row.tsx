import { useRef, useState, type ReactNode } from 'react';
import type { Preset } from '../../lib/protocol/settings.ts';
import { t } from '../strings/strings.ts';
import { MoveButtons } from '../parts/move-buttons.tsx';
import { Confirmation } from '../parts/sure.tsx';

interface PresetRowProps {
  readonly preset: Preset;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isOpen: boolean;
  readonly onEdit: () => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

export function PresetRow({ preset, isFirst, isLast, isOpen, onEdit, onMove, onRemove, children }: PresetRowProps) {
  const { title, prompt } = preset;
  const [asking, setAsking] = useState(false);
  const removeButton = useRef<HTMLButtonElement>(null);
  return (
    <li>
      <div className="model">
        <div>
          <strong>{title}</strong>
          <p className="fine clipped">{prompt}</p>
        </div>
        <div className="row">
          <MoveButtons name={title} isFirst={isFirst} isLast={isLast} onMove={onMove} />
          <button
            type="button"
            className="button small"
            aria-label={t.editLabel(title)}
            aria-expanded={isOpen}
            onClick={onEdit}
          >
            {t.edit}
          </button>
          <button
            ref={removeButton}
            type="button"
            className="button small"
            aria-label={t.removeLabel(title)}
            aria-expanded={asking}
            onClick={() => setAsking(!asking)}
          >
            {t.remove}
          </button>
        </div>
      </div>
      {asking && (
        <Confirmation
          label={t.removeLabel(title)}
          onRemove={onRemove}
          onCancel={() => setAsking(false)}
          opener={removeButton}
        >
          {t.presetSure(title)}
        </Confirmation>
      )}
      {children}
    </li>
  );
}
