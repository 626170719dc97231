/** Reads the text of a picture, band by band if it is large. */
import { joinBands, type ReadBand } from './bands/join-bands.ts';
import { takeBand, type OpenPicture } from './bands/take-band.ts';
import type { Seam } from './bands/seam.ts';
import { getBottom } from './boxes.ts';
import { readBand, type BandOptions } from './read-band.ts';
import type { Reading, Recognise, Size } from './types.ts';

/** Opened anew for each band, so that it is not in memory beside what reading one takes. */
export interface PictureSource extends Size {
  open(): Promise<OpenPicture>;
}

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
    const picture = await source.open();
    const { box, pixels, end }: ReturnType<typeof takeBand> = takeBand(picture, start, maxBandPixels);
    picture.close();
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
