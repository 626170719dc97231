/** The ways in which the engine is shown a picture, and where its words stand in it. */
import { coverPixels, getBottom, getRight, mergeNearBoxes } from './boxes.ts';
import { isTextLight, scaleGray, stretchBoxes, turnTones } from './gray.ts';
import type { ReadPhoto } from './photo/photo-reader.ts';
import { compareWords, type PlacedWord } from './rows.ts';
import { findDoubtfulLines, hasCentre, isDoubtful } from './second-look.ts';
import { buildSheet, MAX_EDGE, toPictureBox } from './sheet.ts';
import { INK_BELOW, type Strips } from './strips.ts';
import type { Box, Gray, RawWord, Recognise } from './types.ts';

/** In pixels: 32 is read no better, and a tenth slower. */
export const LETTER_HEIGHT = 28;
/** Most that the picture is enlarged: letters measured in a photograph are often its grain. */
const MAX_ENLARGEMENT = 3;
/** Around a line, in letter heights. */
const LINE_MARGIN = 0.4;

/** Strips as a sheet of `most` pixels at most. */
export async function readStrips(
  flat: Gray,
  strips: Strips,
  recognise: Recognise,
  most: number,
): Promise<readonly PlacedWord[]> {
  if (strips.strips.length === 0) return [];
  const sheet = buildSheet(flat, strips, LETTER_HEIGHT, most);
  const words = await recognise(sheet.picture);
  // the engine fills gaps between columns that are not level with marks of its own
  const inked = words.filter(({ box }) => hasInk(sheet.picture, box));
  return placeWords(inked, (box) => toPictureBox(box, sheet));
}

function hasInk(picture: Gray, place: Box): boolean {
  const box = coverPixels(place, picture);
  for (let row = box.y; row < getBottom(box); row += 1)
    for (let at = row * picture.width + box.x; at < row * picture.width + getRight(box); at += 1)
      if ((picture.data[at] ?? 255) < INK_BELOW) return true;
  return false;
}

/** Reads the picture as one block, with its own grays: what flattening and cutting have spoilt. */
async function readWhole(
  gray: Gray,
  letter: number,
  recognise: Recognise,
  most: number,
): Promise<readonly PlacedWord[]> {
  const { width, height } = gray;
  // letters that could not be measured are large ones
  const wanted = letter > 0 ? Math.min(MAX_ENLARGEMENT, Math.max(1, LETTER_HEIGHT / letter)) : 1;
  const factor = Math.min(wanted, Math.sqrt(most / (width * height)), MAX_EDGE / Math.max(width, height));
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

interface SecondLook {
  readonly words: readonly PlacedWord[];
  /** Whether the whole picture was looked at, not doubtful lines alone. */
  readonly isWhole: boolean;
}

/**
 * What is to be read a second time, read so; null for nothing. `gray` is the picture in which the words stand. With `readPhoto`,
 * a picture that is to be doubted is read by it: the engine reads it again only if it cannot or fails.
 */
export async function lookAgain(
  words: readonly PlacedWord[],
  gray: Gray,
  letter: number,
  recognise: Recognise,
  most: number,
  readPhoto: ReadPhoto | null,
): Promise<SecondLook | null> {
  const isWhole = isDoubtful(words, gray, letter);
  const photo = isWhole && readPhoto && (await readPhoto(gray, letter).catch(() => null));
  if (photo) return { words: photo.toSorted(compareWords), isWhole };
  const margin = LINE_MARGIN * letter;
  if (isWhole) {
    // the engine reads each line of light text twice
    const light = words.filter(({ box }) => isTextLight(gray, coverPixels(box, gray, margin)));
    const dark = light.length > words.length / 2 ? turnTones(gray) : gray;
    return { words: await readWhole(dark, letter, recognise, most), isWhole };
  }
  // what the engine took for one line may hold others, which must be read once
  const lines = mergeNearBoxes(findDoubtfulLines(words), -letter / 2, () => true);
  const boxes = lines.map((line) => coverPixels(line, gray, margin));
  if (lines.length === 0) return null;
  const strips = boxes.map((box, i) => ({ box, number: i + 1, letter, letters: 0 }));
  // each for itself, with its own grays
  const sheet = { strips, owners: new Int32Array(0), letter };
  const readDark: Recognise = (picture) => recognise({ ...picture, isDark: true });
  const read = await readStrips(stretchBoxes(gray, boxes), sheet, readDark, most);
  // in the margins stand parts of the lines above and below
  return { words: read.filter(({ box }) => lines.some((line) => hasCentre(line, box))), isWhole: false };
}
