/** Reads the text of a picture, band by band if it is large. */
import { joinBands, type ReadBand } from './bands/join-bands.ts';
import { takeBand, type PictureSource } from './bands/take-band.ts';
import type { Seam } from './bands/seam.ts';
import { getBottom } from './boxes.ts';
import { readBand, type BandOptions } from './read-band.ts';
import type { Reading, Recognise } from './types.ts';

export interface PartReading {
  readonly reading: Reading;
  /** How much of the picture's height is read: above 0, below 1. */
  readonly share: number;
}

/** Yields the reading so far after each band but the last. Rejects as `recognise` does, or with the signal's reason. */
export async function* readPicture(
  source: PictureSource,
  recognise: Recognise,
  { maxBandPixels, ...options }: BandOptions & { readonly maxBandPixels?: number },
): AsyncGenerator<PartReading, Reading, undefined> {
  const { onProgress = () => undefined } = options;
  const bands: ReadBand[] = [];
  let start: Seam | null = null;
  for (;;) {
    options.signal.throwIfAborted();
    const { box, pixels, end }: ReturnType<typeof takeBand> = takeBand(source, start, maxBandPixels);
    const toShare = (within: number): number => (box.y + within * box.height) / source.height;
    const words = await readBand(pixels, recognise, {
      ...options,
      onProgress: (from, to) => onProgress(toShare(from), toShare(to)),
    });
    bands.push({ ...words, box });
    const reading = joinBands(source, bands);
    if (end === null) return reading;
    yield { reading, share: getBottom(box) / source.height };
    start = end;
  }
}
