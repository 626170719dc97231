/** Something that a question takes with it, and the way to leave it out. Its words come from pages: text, nothing else. */
import { Icon } from './icons.tsx';
import { inertText } from './markdown/inert.ts';

interface ChipProps {
  readonly words: string;
  /** What the cross does. */
  readonly dropLabel: string;
  readonly drop: () => void;
}

export function Chip({ words, dropLabel, drop }: ChipProps) {
  return (
    <li className="chip">
      <span dir="auto">{inertText(words)}</span>
      <button type="button" className="quiet round" aria-label={dropLabel} title={dropLabel} onClick={drop}>
        <Icon name="close" />
      </button>
    </li>
  );
}
