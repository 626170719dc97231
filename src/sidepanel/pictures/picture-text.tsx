/** Editable text; words are marked on a layer behind the text area. Both must break lines alike. */
import { useMemo, useState, type MouseEvent, type Ref } from 'react';
import { DOUBTFUL_BELOW, type Reading, type ReadWord } from '../../lib/pipeline/ocr/types.ts';
import { t } from '../strings/strings.ts';
import { markChange } from '../unsent.ts';
import type { FoundPicture } from './run-pictures.ts';
import { useReading } from './use-picture.ts';

interface PictureTextProps {
  readonly field: Ref<HTMLTextAreaElement>;
  readonly reading: Reading;
  readonly isEdited: boolean;
  readonly lit: ReadWord | null;
  readonly write: (text: string) => void;
  /** Offset in the text; null when the pointer has left. */
  readonly onCaret: (offset: number) => void;
  readonly onPoint: (offset: number | null) => void;
  readonly describedBy: string;
}

export const isDoubtful = ({ confidence }: ReadWord): boolean => confidence < DOUBTFUL_BELOW;

/** Code, with or without the numbers of its lines, and tables: their columns must stay aligned. */
const INDENTED_LINE = /^(?: {2,}|\d+ {3,}|\t)\S|^\| /m;

export function PictureText({ field, reading, isEdited, lit, write, onCaret, onPoint, describedBy }: PictureTextProps) {
  const { text, words } = reading;
  const pieces = useMemo(() => splitByMarks(text, words, isDoubtful, lit), [text, words, lit]);
  const isIndented = useMemo(() => INDENTED_LINE.test(text), [text]);
  return (
    <div className="picture-text" data-indented={isIndented}>
      <div className="written">
        <div className="ground" aria-hidden="true">
          {pieces.map(({ text: piece, mark }, index) =>
            mark === '' ? (
              piece
            ) : (
              <mark key={index} className={mark}>
                {piece}
              </mark>
            ),
          )}
          {'\u200B' /* keeps the height of an empty last line */}
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
          onMouseMove={(event) => onPoint(findOffset(event))}
          onMouseLeave={() => onPoint(null)}
          {...markChange(isEdited)}
        />
      </div>
    </div>
  );
}

/** What is read so far. */
export function GrowingText({ found: { reading: hash, preview, readShare } }: { readonly found: FoundPicture }) {
  const reading = useReading(hash);
  const [text, setText] = useState(preview);
  // the text before stays in view until the next is loaded
  if (reading && reading.text !== text) setText(reading.text);
  return (
    <>
      {readShare !== undefined && <p className="fine">{t.pictures.readSoFar(readShare)}</p>}
      <ReadText text={text} />
    </>
  );
}

/** The text of a part cannot be corrected: what follows may change how it is laid out. */
export function ReadText({ text }: { readonly text: string }) {
  // scrollable, so it must be focusable by keyboard
  return (
    <div
      className="picture-text"
      data-indented={INDENTED_LINE.test(text)}
      role="group"
      aria-label={t.pictures.text}
      tabIndex={0}
    >
      <div className="written">
        <p>{text}</p>
      </div>
    </div>
  );
}

/** Null if the browser does not support it. */
function findOffset({ clientX, clientY, currentTarget }: MouseEvent): number | null {
  const { ownerDocument } = currentTarget;
  if (!('caretPositionFromPoint' in ownerDocument)) return null; // Chrome before 128
  const position = ownerDocument.caretPositionFromPoint(clientX, clientY);
  return position?.offsetNode === currentTarget ? position.offset : null;
}

type Mark = 'doubtful' | 'lit' | 'doubtful lit' | '';

interface MarkedPiece {
  readonly text: string;
  readonly mark: Mark;
}

/** `words` must be in text order and must not overlap. */
export function splitByMarks(
  text: string,
  words: readonly ReadWord[],
  isDoubtful: (word: ReadWord) => boolean,
  lit: ReadWord | null,
): readonly MarkedPiece[] {
  const pieces: MarkedPiece[] = [];
  let end = 0;
  for (const word of words) {
    const isLit = lit !== null && word.start === lit.start && word.end === lit.end;
    const doubtful = isDoubtful(word);
    if ((!isLit && !doubtful) || word.start < end) continue;
    if (word.start > end) pieces.push({ text: text.slice(end, word.start), mark: '' });
    const mark = doubtful ? (isLit ? 'doubtful lit' : 'doubtful') : 'lit';
    pieces.push({ text: text.slice(word.start, word.end), mark });
    end = Math.min(word.end, text.length);
  }
  if (end < text.length) pieces.push({ text: text.slice(end), mark: '' });
  return pieces;
}
