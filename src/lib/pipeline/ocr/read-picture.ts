/** Reads the text of a picture: dark letters at the engine's preferred height, then a second look where it doubts. */
import { flattenPicture } from './flatten.ts';
import { scaleGray, shrinkPicture, toGray } from './gray.ts';
import { findInk, measureMissed } from './ink.ts';
import { layOutWords } from './layout.ts';
import { levelLines } from './level-lines.ts';
import { compareWords, type PlacedWord } from './rows.ts';
import { isDoubtful, joinReadings, type Joined } from './second-look.ts';
import { buildSheet, MAX_EDGE, toPictureBox } from './sheet.ts';
import { computeTurnedSize, measureSlant, turnLevel } from './slant.ts';
import { findStrips, MIN_LETTERS, type Strip, type Strips } from './strips.ts';
import {
  MAX_UNREAD,
  type Box,
  type Gray,
  type Pixels,
  type RawWord,
  type Reading,
  type Recognise,
  type Size,
} from './types.ts';
import { clipBox, countOverlap, getArea, getBottom, getRight, mergeNearBoxes } from './boxes.ts';

export interface ReadOptions {
  readonly signal: AbortSignal;
  /** With the share at which the step that begins will end. */
  readonly onProgress?: (share: number, next: number) => void;
  /** Asked before the second look, which may take longer than the first. */
  readonly hasTime?: () => boolean;
}

/** In pixels, as the engine reads best. */
const LETTER_HEIGHT = 32;
/** Of the picture as it is: letters measured in a photograph are often its grain. */
const MAX_ENLARGEMENT = 3;
/** 16 million take half a minute for dense text. */
const MAX_PIXELS = 16_000_000;
/** A long narrow picture that is turned becomes many times larger. */
const MAX_TURNED_PIXELS = 1.6 * MAX_PIXELS;

/** Rejects as `recognise` does, or with the signal's reason. Calls `recognise` at most twice. */
export async function readPicture(pixels: Pixels, recognise: Recognise, options: ReadOptions): Promise<Reading> {
  const { signal, onProgress = () => undefined, hasTime = () => true } = options;
  const { width, height } = pixels;
  const nothing: Reading = { width, height, text: '', words: [] };
  signal.throwIfAborted();
  if (width === 0 || height === 0) return nothing;
  const reduction = Math.ceil(Math.sqrt((width * height) / MAX_PIXELS));
  const picture = reduction > 1 ? shrinkPicture(pixels, reduction) : pixels;
  signal.throwIfAborted();
  const flat = flattenPicture(picture);
  const found = findStrips(flat);
  onProgress(0.1, 0.6);
  const source = toGray(picture);
  if (found.strips.length === 0 && !hasInk(source, found.letter)) return nothing;
  signal.throwIfAborted();
  const slope = chooseSlope(found, flat);
  const level = turnLevel(flat, slope);
  const strips = slope === 0 ? found : findStrips(level.picture);
  const toPixels = (box: Box): Box => clipToPicture(level.toSource(box), reduction, pixels);
  const isInside = ({ box }: PlacedWord): boolean => {
    const { width: across, height: down } = toPixels(box);
    return across > 0 && down > 0 && Number.isFinite(box.x + box.y + box.width + box.height);
  };
  const first = (await readStrips(level.picture, strips, recognise)).filter(isInside);
  signal.throwIfAborted();
  onProgress(0.6, 1);
  let joined: Joined = { words: first, illegible: [] };
  const gray = turnLevel(source, slope).picture;
  if (isDoubtful(first, gray, strips.letter) && (first.length === 0 || hasTime())) {
    // where there is a first reading, it is better than an error
    const second = await readWhole(gray, strips.letter, recognise).catch((thrown: unknown) => {
      if (first.length === 0) throw thrown;
      return null;
    });
    signal.throwIfAborted();
    if (second) joined = joinReadings(first, second.filter(isInside));
  }
  onProgress(1, 1);
  const { words } = joined;
  const isWordless = (box: Box): boolean => words.every((word) => countOverlap(word.box, box) === 0);
  const unread = mergeNearBoxes(
    [...findUnread(strips.strips, isWordless), ...joined.illegible].slice(0, MAX_UNREAD),
    strips.letter,
    isWordless,
  ).map(toPixels);
  // the layout needs the places in the level picture, a reader those in the picture
  const places = new Map<Box, Box>();
  const leveled = levelLines(words, level.picture.width / 2);
  for (const [i, { box }] of leveled.entries()) places.set(box, toPixels(words[i]?.box ?? box));
  const laidOut = layOutWords(leveled);
  return {
    width,
    height,
    text: laidOut.text,
    words: laidOut.words.map((word) => ({ ...word, box: places.get(word.box) ?? word.box })),
    ...(unread.length > 0 && { unread }),
  };
}

const hasInk = (gray: Gray, letter: number): boolean => measureMissed(findInk(gray, letter), []) > 0;

function chooseSlope(strips: Strips, picture: Size): number {
  const slope = measureSlant(strips, picture);
  return getArea(computeTurnedSize(picture, slope)) > MAX_TURNED_PIXELS ? 0 : slope;
}

const findUnread = (strips: readonly Strip[], isWordless: (box: Box) => boolean): readonly Box[] =>
  strips.flatMap(({ box, letters }) => (letters >= MIN_LETTERS && isWordless(box) ? [box] : []));

async function readStrips(flat: Gray, strips: Strips, recognise: Recognise): Promise<readonly PlacedWord[]> {
  if (strips.strips.length === 0) return [];
  const sheet = buildSheet(flat, strips, LETTER_HEIGHT, MAX_PIXELS);
  return placeWords(await recognise(sheet.picture), (box) => toPictureBox(box, sheet));
}

/** As one block, with its own grays: what flattening and cutting have spoilt. */
async function readWhole(gray: Gray, letter: number, recognise: Recognise): Promise<readonly PlacedWord[]> {
  const { width, height } = gray;
  // letters that could not be measured are large ones
  const wanted = letter > 0 ? Math.min(MAX_ENLARGEMENT, Math.max(1, LETTER_HEIGHT / letter)) : 1;
  const factor = Math.min(wanted, Math.sqrt(MAX_PIXELS / (width * height)), MAX_EDGE / Math.max(width, height));
  const scale = (size: number): number => Math.max(1, Math.floor(size * factor));
  const large = scaleGray(gray, scale(width), scale(height));
  return placeWords(await recognise(large), ({ x, y, width: across, height: down }) => ({
    x: x / factor,
    y: y / factor,
    width: across / factor,
    height: down / factor,
  }));
}

function placeWords(words: readonly RawWord[], place: (box: Box) => Box | null): readonly PlacedWord[] {
  const placed = words.flatMap(({ text, confidence, box, line }) => {
    const letters = text.replace(/\s+/gu, '');
    const at = place(box);
    return at === null || letters === '' ? [] : [{ text: letters, confidence: clamp(confidence), box: at, line }];
  });
  return placed.toSorted(compareWords);
}

const clamp = (confidence: number): number => (confidence >= 0 ? Math.min(100, confidence) : 0);

function clipToPicture(box: Box, by: number, pixels: Pixels): Box {
  const scale = (value: number): number => Math.round(value * by);
  return clipBox([scale(box.x), scale(box.y), scale(getRight(box)), scale(getBottom(box))], pixels);
}
