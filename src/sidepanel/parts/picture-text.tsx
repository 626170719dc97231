/**
 * The text of a picture, to be corrected. A field cannot mark words in it, so that they are marked on the ground behind it.
 * The one rule: ground and field break their lines alike, and what is marked is marked by more than a colour.
 */
import { useMemo, type MouseEvent, type Ref } from 'react';
import { DOUBTFUL, type Reading, type ReadWord } from '../../lib/pipeline/ocr/types.ts';
import { t } from '../strings.ts';
import { markedPieces } from '../text-marks.ts';

interface PictureTextProps {
  readonly field: Ref<HTMLTextAreaElement>;
  /** As the text stands in the field. */
  readonly reading: Reading;
  readonly lit: ReadWord | null;
  readonly write: (text: string) => void;
  /** Where the caret or the pointer is, in the text; null when the pointer has gone. */
  readonly onCaret: (offset: number) => void;
  readonly onPoint: (offset: number | null) => void;
  readonly describedBy: string;
}

export const isDoubtful = ({ confidence }: ReadWord): boolean => confidence < DOUBTFUL;

/** Code and tables: their columns stand one below the other. */
const INDENTED = /^(?: {2,}|\t)\S/m;

export function PictureText({ field, reading, lit, write, onCaret, onPoint, describedBy }: PictureTextProps) {
  const { text, words } = reading;
  const pieces = useMemo(() => markedPieces(text, words, isDoubtful, lit), [text, words, lit]);
  const isIndented = useMemo(() => INDENTED.test(text), [text]);
  return (
    <div className="picture-text" data-indented={isIndented}>
      <div className="written">
        <div className="ground" aria-hidden="true">
          {pieces.map(({ text: piece, mark }, index) =>
            mark === '' ? piece : <mark key={index} className={mark} children={piece} />,
          )}
          {'\u200B' /* a last line that is empty is a line all the same */}
        </div>
        <textarea
          ref={field}
          value={text}
          spellCheck={false}
          autoComplete="off"
          aria-label={t.pictures.text}
          aria-describedby={describedBy}
          onChange={({ target }) => write(target.value)}
          onSelect={({ currentTarget }) => onCaret(currentTarget.selectionStart)}
          onMouseMove={(event) => onPoint(offsetAt(event))}
          onMouseLeave={() => onPoint(null)}
        />
      </div>
    </div>
  );
}

/** Where in the text the pointer is; null where the browser does not say. */
function offsetAt({ clientX, clientY, currentTarget }: MouseEvent): number | null {
  const { ownerDocument } = currentTarget;
  if (!('caretPositionFromPoint' in ownerDocument)) return null; // Chrome before 128
  const position = ownerDocument.caretPositionFromPoint(clientX, clientY);
  return position?.offsetNode === currentTarget ? position.offset : null;
}
