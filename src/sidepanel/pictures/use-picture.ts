/** The texts of a stored picture: undefined until loaded, null if gone. */
import { useCallback, useEffect, useMemo } from 'react';
import type { Reading } from '../../lib/pipeline/ocr/types.ts';
import { usePanel } from '../panel-context.ts';
import { useLoaded } from '../parts/use-loaded.ts';
import { useStore } from 'zustand';
import { applyCorrection } from '../../lib/pipeline/ocr/corrected.ts';
import type { FoundPicture } from './run-pictures.ts';

export function useReading(hash: string): Reading | null | undefined {
  const { host } = usePanel();
  const load = useCallback(async (): Promise<Reading | null> => {
    try {
      const json = await host.pictures.loadText(hash);
      return json === null ? null : (JSON.parse(json) as Reading); // trusted: written only by this extension
    } catch {
      return null; // a reading that cannot be loaded counts as gone
    }
  }, [host, hash]);
  return useLoaded(load);
}

/** The text as read is never overwritten. */
export function useCorrection({ hash, body }: FoundPicture, read: Reading) {
  const { corrections } = usePanel().panel.pictures;
  const correction = useStore(corrections.store, (all) => all.get(hash));
  useEffect(() => void corrections.load(hash), [corrections, hash]);
  // a correction of another reading does not apply to this one
  const text = (correction?.base === body ? correction.text : null) ?? read.text;
  const reading = useMemo(() => (text === read.text ? read : applyCorrection(read, text)), [read, text]);
  return {
    reading,
    isEdited: text !== read.text,
    write: (newText: string): void =>
      corrections.set(hash, { base: body, text: newText === read.text ? null : newText }),
    undo: (): void => corrections.set(hash, { base: body, text: null }),
  };
}
