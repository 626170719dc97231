/** The concatenated pieces are the text. Pure. */
import type { ReadWord } from '../../lib/pipeline/ocr/types.ts';

export type Mark = 'doubtful' | 'lit' | 'doubtful lit' | '';

export interface MarkedPiece {
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
