/** Reads the text of a picture, band by band if it is large. */
import { findSlope, joinBands, type ReadBand } from './bands/join-bands.ts';
import { takeBand, type Band, type OpenPicture } from './bands/take-band.ts';
import type { Seam } from './bands/seam.ts';
import { getBottom } from './boxes.ts';
import { readBand, type BandOptions } from './read-band.ts';
import type { Reading, Recognise, Size } from './types.ts';

/** Opened again for each band, so that it is not in memory beside what reading one takes. */
export interface PictureSource extends Size {
  open(): Promise<OpenPicture>;
}

export interface PartReading {
  /** Null where little was read since the last. */
  readonly reading: Reading | null;
  /** How much of the picture's height is read: above 0, below 1. */
  readonly share: number;
}

/** Least share of the picture's height between two: laying out all that is read takes longer each time. */
const MIN_STEP = 0.06;

/** Yields after each band but the last, at most 16 times with the reading so far. Rejects as `recognise` does, or with the signal's reason. */
export async function* readPicture(
  source: PictureSource,
  recognise: Recognise,
  { maxBandPixels, ...options }: Omit<BandOptions, 'slope'> & { readonly maxBandPixels?: number },
): AsyncGenerator<PartReading, Reading, undefined> {
  const { onProgress = () => undefined } = options;
  const bands: ReadBand[] = [];
  let start: Seam | null = null;
  let given = 0;
  for (;;) {
    options.signal.throwIfAborted();
    const { box, pixels, end }: Band = await openBand(source, start, maxBandPixels);
    const toShare = (within: number): number => (box.y + within * box.height) / source.height;
    const words = await readBand(pixels, recognise, {
      ...options,
      slope: findSlope(bands),
      onProgress: (from, to) => onProgress(toShare(from), toShare(to)),
    });
    bands.push({ ...words, box });
    if (end === null) return joinBands(source, bands);
    const share = getBottom(box) / source.height;
    const isPart = share - given >= MIN_STEP;
    if (isPart) given = share;
    yield { reading: isPart ? joinBands(source, bands) : null, share };
    start = end;
  }
}

async function openBand(source: PictureSource, start: Seam | null, most?: number): Promise<Band> {
  const picture = await source.open();
  try {
    return takeBand(picture, start, most);
  } finally {
    picture.close();
  }
}
