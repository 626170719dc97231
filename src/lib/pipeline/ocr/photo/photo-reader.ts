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

export interface PhotoNetworks {
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

/** What PP-OCR drops itself. */
const MIN_CONFIDENCE = 0.5;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The corners from which its width and height are measured; letters stand on the side of `foot`. */
function listCorners({ x, y, width, height, points }: Quad): {
  readonly start: Point;
  readonly end: Point;
  readonly foot: Point;
} {
  if (points) return { start: points[0], end: points[1], foot: points[3] };
  return { start: { x, y }, end: { x: x + width, y }, foot: { x, y: y + height } };
}

/** Of height to width, from which PP-OCR turns a line that leans, so that its top comes first. */
const MIN_UPRIGHT = 1.5;

/** As the network is shown the line; both at least a pixel. */
export function measureLine(quad: Quad): {
  readonly length: number;
  readonly height: number;
  readonly isUpright: boolean;
} {
  const { start, end, foot } = listCorners(quad);
  const across = Math.max(1, Math.hypot(end.x - start.x, end.y - start.y));
  const down = Math.max(1, Math.hypot(foot.x - start.x, foot.y - start.y));
  const isUpright = quad.points !== undefined && down / across >= MIN_UPRIGHT;
  return isUpright ? { length: down, height: across, isUpright } : { length: across, height: down, isUpright };
}

/** Where the words of a line that leans stand, and how sure the network is of them. */
export function placeWords(letters: readonly Letter[], quad: Quad, line: number): readonly PlacedWord[] {
  const { start, end, foot } = listCorners(quad);
  const { isUpright } = measureLine(quad);
  const half = 0.5 / Math.max(1, letters.length);
  return splitWords(letters).flatMap((word) => {
    const confidence = word.reduce((sum, letter) => sum + letter.confidence, 0) / word.length;
    if (confidence < MIN_CONFIDENCE) return [];
    const from = Math.max(0, (word[0]?.at ?? 0) - half);
    const to = Math.min(1, (word.at(-1)?.at ?? 1) + half);
    const middle = (from + to) / 2;
    const [x, y] = isUpright
      ? [start.x + middle * (foot.x - start.x), start.y + from * (foot.y - start.y)]
      : [start.x + from * (end.x - start.x), start.y + middle * (end.y - start.y)];
    const [across, down] = isUpright ? [1, to - from] : [to - from, 1];
    const [width, height] = [Math.max(1, across * (end.x - start.x)), Math.max(1, down * (foot.y - start.y))];
    const text = word.map((letter) => letter.text).join('');
    return [{ text, confidence: 100 * Math.min(1, confidence), line, box: { x, y, width, height } }];
  });
}

/** At spaces. None is empty. */
function splitWords(letters: readonly Letter[]): readonly (readonly Letter[])[] {
  const words: Letter[][] = [];
  let word: Letter[] = [];
  for (const letter of letters) {
    if (letter.text === ' ') word = [];
    else if (word.push(letter) === 1) words.push(word);
  }
  return words;
}
