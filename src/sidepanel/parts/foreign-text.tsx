/** A stranger's words in a line: clipped, and isolated for direction. In sentences and labels, `isolateLine` does it. */
import { cleanLine } from '../../lib/base/one-line.ts';

const MAX_HINT_CHARS = 1000;

interface ForeignTextProps {
  readonly text: string;
  /** In characters. */
  readonly most?: number | undefined;
  /** Shown where nothing is left of the text. */
  readonly none?: string;
}

export function ForeignText({ text, most, none = '' }: ForeignTextProps) {
  const shown = cleanLine(text, most);
  const whole = cleanLine(text, MAX_HINT_CHARS);
  return (
    <bdi className="foreign" title={whole === shown ? undefined : whole}>
      {shown || none}
    </bdi>
  );
}
