/** Reads photographed, slanted and outlined text with PP-OCR's networks: where lines stand, then what they say. */
import {
  type Box as Quad,
  DetectionService,
  normalizeInputToRgb,
  RecognitionService,
  type OrtInferenceSession,
  type OrtModule,
} from 'paddleocr';
import type { PlacedWord } from '../rows.ts';
import type { Gray } from '../types.ts';
import { decodeLine, type Letter } from './decode-line.ts';
import { measureLine, placeWords } from './place-words.ts';

interface PhotoNetworks {
  readonly runtime: OrtModule;
  readonly detection: OrtInferenceSession;
  readonly recognition: OrtInferenceSession;
}

/**
 * Words where they stand in the picture. `letter`: usual height of its letters in pixels; 0 if it could not be measured. Null
 * if there is nothing to read with, or so much text that there is no time for it.
 */
export type ReadPhoto = (picture: Gray, letter: number) => Promise<readonly PlacedWord[] | null>;

/** Least width of a line as the network is shown it, in pixels; its own 320 widen every short word. */
const MIN_WIDTH = 32;
const LINE_HEIGHT = 48;
/** Most width of all lines together, as the network is shown them: time grows with it, 4 s for so many pixels. */
const MAX_WIDTH = 8_000;
/** In pixels, as the network that finds lines is shown them: smaller ones it overlooks. */
const MIN_LETTER = 14;
/** Most pixels of the picture as it is shown to that network. */
const MAX_PIXELS = 1_000_000;

/** `alphabet`: see `listAlphabet`. `onShare`: 0 to 1. */
export function createPhotoReader(
  { runtime, detection, recognition }: PhotoNetworks,
  alphabet: readonly string[],
  onShare: (share: number) => void = () => undefined,
): ReadPhoto {
  let letters: readonly Letter[] = [];
  const listening: OrtInferenceSession = {
    outputNames: recognition.outputNames,
    ...(recognition.inputNames && { inputNames: recognition.inputNames }),
    async run(feeds) {
      const results = await recognition.run(feeds);
      const [scores] = Object.values(results);
      if (!(scores?.data instanceof Float32Array)) throw new Error('The network gave no scores.');
      letters = decodeLine({ data: scores.data, characters: scores.dims.at(-1) ?? 1 }, alphabet);
      return results;
    },
  };
  const detector = new DetectionService(runtime, detection, { channelOrder: 'bgr', limitType: 'resize_long' });
  const recogniser = new RecognitionService(runtime, listening, {
    channelOrder: 'bgr',
    charactersDictionary: [...alphabet],
    imageWidth: MIN_WIDTH,
  });
  return async (picture, letter) => {
    const image = normalizeInputToRgb(picture);
    const quads = await detector.run(image, { maxSideLength: chooseSide(picture, letter) });
    if (quads.reduce((sum, quad) => sum + measureWidth(quad), 0) > MAX_WIDTH) return null;
    const words: PlacedWord[] = [];
    for (const [i, quad] of quads.entries()) {
      await recogniser.run(image, [quad]); // each by itself: together, all would be as broad as the longest
      words.push(...placeWords(letters, quad, i));
      onShare((i + 1) / quads.length);
    }
    return words;
  };
}

/** In pixels, as the network is shown the line. */
function measureWidth(quad: Quad): number {
  const { length, height } = measureLine(quad);
  return (LINE_HEIGHT * length) / height;
}

/** The longer side, as the network that finds lines is shown it. */
function chooseSide({ width, height }: Gray, letter: number): number {
  const wanted = letter > 0 ? Math.max(1, MIN_LETTER / letter) : 1;
  return Math.round(Math.max(width, height) * Math.min(wanted, Math.sqrt(MAX_PIXELS / (width * height))));
}
