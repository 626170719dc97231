/**
 * Something attached to a question, with a button to remove it. Its text comes from pages and is shown as plain text.
 */
import { Icon } from './icons.tsx';
import { stripActiveCharacters } from './markdown/inert.ts';

interface ChipProps {
  readonly text: string;
  readonly dropLabel: string;
  readonly drop: () => void;
}

export function Chip({ text, dropLabel, drop }: ChipProps) {
  return (
    <li className="chip">
      <span dir="auto">{stripActiveCharacters(text)}</span>
      <button type="button" className="quiet round" aria-label={dropLabel} title={dropLabel} onClick={drop}>
        <Icon name="close" />
      </button>
    </li>
  );
}
