/** Reads the text of a picture; the engine gets dark letters at its preferred height. */
import { flattenPicture } from './flatten.ts';
import { toGray, shrinkPicture } from './gray.ts';
import { layOutWords } from './layout.ts';
import type { PlacedWord } from './rows.ts';
import { toPictureBox, buildSheet } from './sheet.ts';
import { findStrips } from './strips.ts';
import type { Box, Gray, Pixels, Reading, Recognise, Segmentation } from './types.ts';
import { clipBox, getBottom, getRight } from './boxes.ts';

export interface ReadOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (share: number) => void;
}

/** In pixels, as the engine reads best. */
const LETTER_HEIGHT = 32;
const MAX_FACTOR = 4;
/** 16 million take half a minute for dense text. */
const MAX_PIXELS = 16_000_000;
/** Share of ground: a picture with less is a photograph, and flattening it leaves no text. */
const MIN_GROUND = 0.8;

interface ReadPlan {
  readonly picture: Gray;
  readonly segmentation: Segmentation;
  readonly toPictureBox: (box: Box) => Box | null;
}

/** Rejects as `recognise` does, or with the signal's reason. Calls `recognise` at most once. */
export async function readPicture(pixels: Pixels, recognise: Recognise, options: ReadOptions): Promise<Reading> {
  const { signal, onProgress = () => undefined } = options;
  const { width, height } = pixels;
  const nothing: Reading = { width, height, text: '', words: [] };
  signal.throwIfAborted();
  if (width === 0 || height === 0) return nothing;
  const reduction = Math.ceil(Math.sqrt((width * height) / MAX_PIXELS));
  const picture = reduction > 1 ? shrinkPicture(pixels, reduction) : pixels;
  signal.throwIfAborted();
  const flat = flattenPicture(picture);
  signal.throwIfAborted();
  const plan = flat.ground < MIN_GROUND ? planWholePicture(picture) : planTextOnly(flat.picture);
  onProgress(0.1);
  if (plan === null) return nothing;
  signal.throwIfAborted();
  const rawWords = await recognise(plan.picture, plan.segmentation);
  signal.throwIfAborted();
  onProgress(1);
  const words = rawWords.flatMap(({ text, confidence, box }) => {
    const place = scaleAndClipBox(plan.toPictureBox(box), reduction, pixels);
    const letters = text.replace(/\s+/gu, '');
    return place === null || letters === ''
      ? []
      : [{ text: letters, confidence: clampConfidence(confidence), box: place } satisfies PlacedWord];
  });
  return { width, height, ...layOutWords(words) };
}

/** null if there is no text. */
function planTextOnly(flat: Gray): ReadPlan | null {
  const textStrips = findStrips(flat);
  if (textStrips.strips.length === 0) return null;
  const factor = Math.min(MAX_FACTOR, Math.max(1, LETTER_HEIGHT / textStrips.letter));
  const sheet = buildSheet(flat, textStrips, limitFactor(factor, flat), MAX_PIXELS);
  return { picture: sheet.picture, segmentation: 'lines', toPictureBox: (box) => toPictureBox(box, sheet) };
}

/** For photographs the engine's own segmentation works better. */
const planWholePicture = (pixels: Pixels): ReadPlan => ({
  picture: toGray(pixels),
  segmentation: 'page',
  toPictureBox: (box) => box,
});

const limitFactor = (factor: number, { width, height }: Gray): number =>
  Math.min(factor, Math.sqrt(MAX_PIXELS / (width * height)));

const clampConfidence = (confidence: number): number => (confidence >= 0 ? Math.min(100, confidence) : 0);

function scaleAndClipBox(box: Box | null, by: number, pixels: Pixels): Box | null {
  if (box === null) return null;
  const scale = (value: number): number => Math.round(value * by);
  const clipped = clipBox([scale(box.x), scale(box.y), scale(getRight(box)), scale(getBottom(box))], pixels);
  return clipped.width > 0 && clipped.height > 0 ? clipped : null;
}
