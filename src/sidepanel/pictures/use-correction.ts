/** The text as read is never overwritten. */
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { applyCorrection } from '../../lib/pipeline/ocr/corrected.ts';
import type { Reading } from '../../lib/pipeline/ocr/types.ts';
import type { FoundPicture } from './run-pictures.ts';
import { usePanel } from '../panel-context.ts';

interface CorrectedText {
  readonly reading: Reading;
  readonly isEdited: boolean;
  readonly write: (text: string) => void;
  readonly undo: () => void;
}

export function useCorrection({ hash, body }: FoundPicture, read: Reading): CorrectedText {
  const { corrections } = usePanel().panel.pictures;
  const correction = useStore(corrections.store, (all) => all.get(hash));
  useEffect(() => void corrections.load(hash), [corrections, hash]);
  // a correction of another reading does not apply to this one
  const text = (correction?.base === body ? correction.text : null) ?? read.text;
  const reading = useMemo(() => (text === read.text ? read : applyCorrection(read, text)), [read, text]);
  return {
    reading,
    isEdited: text !== read.text,
    write: (newText) => corrections.set(hash, { base: body, text: newText === read.text ? null : newText }),
    undo: () => corrections.set(hash, { base: body, text: null }),
  };
}
