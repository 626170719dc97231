/** One preset of the list: its name, its words, and what can be done with it. */
import { useRef, useState, type ReactNode } from 'react';
import type { Preset } from '../../lib/protocol/settings.ts';
import { t } from '../strings.ts';
import { MoveButtons } from './move-buttons.tsx';
import { Sure } from './sure.tsx';

interface PresetRowProps {
  readonly preset: Preset;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isOpen: boolean;
  readonly onEdit: () => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
  /** The editor, while it is open. */
  readonly children: ReactNode;
}

export function PresetRow({ preset, isFirst, isLast, isOpen, onEdit, onMove, onRemove, children }: PresetRowProps) {
  const { title, prompt } = preset;
  const [asking, setAsking] = useState(false);
  const asker = useRef<HTMLButtonElement>(null);
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
            ref={asker}
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
        <Sure label={t.removeLabel(title)} onRemove={onRemove} onCancel={() => setAsking(false)} asker={asker}>
          {t.presetSure(title)}
        </Sure>
      )}
      {children}
    </li>
  );
}
