/**
 * A picture → its text. The one rule: the engine sees dark letters on white, of a height that it knows, and finds no layout;
 * what order the words are read in is decided here, by where they stand.
 */
import { bottomOf, rightOf } from './box.ts';
import { flattened } from './flatten.ts';
import { grayOf, reduced } from './gray.ts';
import { laidOut } from './layout.ts';
import type { Word } from './rows.ts';
import { inPicture, sheetOf } from './sheet.ts';
import { stripsOf } from './strips.ts';
import type { Box, Gray, Pixels, Reading, Recognise, Segmentation } from './types.ts';

export interface ReadOptions {
  readonly signal: AbortSignal;
  /** Hears how much is done, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** Height of capitals in pixels that the engine reads best. */
const LETTER = 32;
const MOST_LARGER = 4;
/** Pixels that the engine is handed at most: 16 million are half a minute of dense text. */
const MOST_PIXELS = 16_000_000;
/** Of a picture: with less ground than this it is a photograph, and what is flattened of it no text. */
const LEAST_GROUND = 0.8;

/** What the engine is to read, and where a box in it is in the picture. */
interface Plan {
  readonly picture: Gray;
  readonly segmentation: Segmentation;
  readonly back: (box: Box) => Box | null;
}

/** Rejects as `recognise` does, or with the signal's reason. Calls `recognise` once at most. */
export async function readPicture(pixels: Pixels, recognise: Recognise, options: ReadOptions): Promise<Reading> {
  const { signal, onProgress = () => undefined } = options;
  const { width, height } = pixels;
  const nothing: Reading = { width, height, text: '', words: [] };
  signal.throwIfAborted();
  if (width === 0 || height === 0) return nothing;
  const by = Math.ceil(Math.sqrt((width * height) / MOST_PIXELS));
  const picture = by > 1 ? reduced(pixels, by) : pixels;
  signal.throwIfAborted();
  const flat = flattened(picture);
  signal.throwIfAborted();
  const plan = flat.ground < LEAST_GROUND ? wholePicture(picture) : onlyText(flat.picture);
  onProgress(0.1);
  if (plan === null) return nothing;
  signal.throwIfAborted();
  const found = await recognise(plan.picture, plan.segmentation);
  signal.throwIfAborted();
  onProgress(1);
  const words = found.flatMap(({ text, confidence, box }) => {
    const place = inside(plan.back(box), by, pixels);
    const said = text.replace(/\s+/gu, '');
    return place === null || said === ''
      ? []
      : [{ text: said, confidence: sureness(confidence), box: place } satisfies Word];
  });
  return { width, height, ...laidOut(words) };
}

/** Null when there is none. */
function onlyText(flat: Gray): Plan | null {
  const found = stripsOf(flat);
  if (found.strips.length === 0) return null;
  const wanted = Math.min(MOST_LARGER, Math.max(1, LETTER / found.letter));
  const sheet = sheetOf(flat, found, bounded(wanted, flat), MOST_PIXELS);
  return { picture: sheet.picture, segmentation: 'lines', back: (box) => inPicture(box, sheet) };
}

/** The engine's own way with photographs is better than what is left of one when it is flattened, or made larger. */
const wholePicture = (pixels: Pixels): Plan => ({ picture: grayOf(pixels), segmentation: 'page', back: (box) => box });

const bounded = (factor: number, { width, height }: Gray): number =>
  Math.min(factor, Math.sqrt(MOST_PIXELS / (width * height)));

const sureness = (confidence: number): number => (confidence >= 0 ? Math.min(100, confidence) : 0);

/** The box, `by` times as large, in whole pixels and inside the picture; null where nothing of it is. */
function inside(box: Box | null, by: number, { width, height }: Pixels): Box | null {
  if (box === null) return null;
  const whole = (value: number, most: number): number => Math.min(most, Math.max(0, Math.round(value * by)));
  const [x, y] = [whole(box.x, width), whole(box.y, height)];
  const [right, bottom] = [whole(rightOf(box), width), whole(bottomOf(box), height)];
  return right > x && bottom > y ? { x, y, width: right - x, height: bottom - y } : null;
}
