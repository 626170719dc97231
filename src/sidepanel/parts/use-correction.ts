/** The text of a picture as the person has it by now. The one rule: the text as it was read is never written over. */
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { correctedReading } from '../../lib/pipeline/ocr/corrected.ts';
import type { Reading } from '../../lib/pipeline/ocr/types.ts';
import type { FoundPicture } from '../found-pictures.ts';
import { usePanel } from '../panel-context.ts';

interface Corrected {
  readonly reading: Reading;
  readonly edited: boolean;
  readonly write: (text: string) => void;
  readonly undo: () => void;
}

export function useCorrection({ hash, body }: FoundPicture, read: Reading): Corrected {
  const { corrections } = usePanel().panel.pictures;
  const correction = useStore(corrections.store, (all) => all.get(hash));
  useEffect(() => void corrections.load(hash), [corrections, hash]);
  // of another reading of the picture, it is no correction of this one
  const text = (correction?.base === body ? correction.text : null) ?? read.text;
  const reading = useMemo(() => (text === read.text ? read : correctedReading(read, text)), [read, text]);
  return {
    reading,
    edited: text !== read.text,
    write: (now) => corrections.set(hash, { base: body, text: now === read.text ? null : now }),
    undo: () => corrections.set(hash, { base: body, text: null }),
  };
}
