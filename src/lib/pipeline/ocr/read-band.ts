/** Reads the words of a picture, or of a band of one: dark letters at the engine's preferred height, then a second look where it doubts. */
import { flattenPicture } from './flatten.ts';
import { toGray } from './gray.ts';
import { findInk, measureMissed } from './ink.ts';
import { levelLines } from './level-lines.ts';
import type { ReadPhoto } from './photo/photo-reader.ts';
import type { PlacedWord } from './rows.ts';
import { lookAgain, readStrips } from './looks.ts';
import { dropCrossed, findRules, type Rules } from './rules.ts';
import { dropEdges, dropSpecks, joinReadings, type Joined } from './second-look.ts';
import { computeTurnedSize, measureSharpness, measureSlant, type Turned, turnLevel } from './slant.ts';
import { findStrips, MIN_LETTERS, type Strip, type Strips } from './strips.ts';
import { MAX_UNREAD, type Box, type Gray, type Pixels, type Recognise, type Size } from './types.ts';
import { findMarks } from './marks/find-marks.ts';
import { splitAtOperators } from './marks/split-operators.ts';
import { MAX_READ_PIXELS } from './bands/take-band.ts';
import { clipBox, countOverlap, getArea, getBottom, getRight, mergeNearBoxes } from './boxes.ts';

export interface BandOptions {
  readonly signal: AbortSignal;
  /** Called with the share at which the step that begins will end. */
  readonly onProgress?: (share: number, next: number) => void;
  /** Asked before the second look, which may take longer than the first. */
  readonly hasTime?: () => boolean;
  /** In place of the second look at a picture that is to be doubted. */
  readonly readPhoto?: ReadPhoto | null;
  /** By which the picture is turned; 0 to measure it. */
  readonly slope?: number;
}

/** The second look may have this share of the first sheet's pixels, or as many as the picture; its time grows with them. */
const SECOND_SHARE = 0.5;
/** A long narrow picture that is turned becomes many times larger. */
const MAX_TURNED_PIXELS = 1.6 * MAX_READ_PIXELS;

/** What one band says: words and rules as they stand in the level picture, for the layout; the rest in its own pixels. */
export interface BandWords extends Size {
  readonly words: readonly PlacedWord[];
  /** The place of each word. */
  readonly places: readonly Box[];
  readonly rules: Rules;
  readonly unread: readonly Box[];
  /** Height of most letters; 0 if there are none. */
  readonly letter: number;
  readonly levelSize: Size;
  /** The slope of its lines, by which the level picture was turned. */
  readonly slope: number;
}

/** Takes 16 million pixels at most. Rejects as `recognise` does, or with the signal's reason. Calls `recognise` at most twice. */
export async function readBand(pixels: Pixels, recognise: Recognise, options: BandOptions): Promise<BandWords> {
  const { signal, onProgress = () => undefined, hasTime = () => true, readPhoto = null } = options;
  const { width, height } = pixels;
  const nothing = {
    width,
    height,
    words: [],
    places: [],
    rules: NO_RULES,
    unread: [],
    letter: 0,
    levelSize: { width, height },
    slope: 0,
  };
  signal.throwIfAborted();
  if (width === 0 || height === 0) return nothing;
  const flat = flattenPicture(pixels);
  const found = findStrips(flat);
  onProgress(0.1, 0.6);
  const source = toGray(pixels);
  if (found.strips.length === 0 && !hasInk(source, found.letter)) return nothing;
  signal.throwIfAborted();
  const { slope, level } = levelPicture(found, flat, options.slope ?? 0);
  const gray = turnLevel(source, slope).picture;
  const strips = slope === 0 ? found : findStrips(level.picture);
  const toPixels = (box: Box): Box => clipToPicture(level.toSource(box), pixels);
  const isInside = ({ box }: PlacedWord): boolean => {
    const { width: across, height: down } = toPixels(box);
    return across > 0 && down > 0 && Number.isFinite(box.x + box.y + box.width + box.height);
  };
  let shown = 0;
  const show: Recognise = (sheet) => {
    shown = getArea(sheet);
    return recognise(sheet);
  };
  const first = dropEdges(await readStrips(level.picture, strips, show, MAX_READ_PIXELS)).filter(isInside);
  signal.throwIfAborted();
  onProgress(0.6, 1);
  let joined: Joined = { words: first, illegible: [] };
  if (first.length === 0 || hasTime()) {
    const most = first.length === 0 ? MAX_READ_PIXELS : Math.max(SECOND_SHARE * shown, getArea(level.picture));
    // where there is a first reading, it is better than an error
    const second = await lookAgain(first, gray, strips.letter, show, most, readPhoto).catch((thrown: unknown) => {
      if (first.length === 0) throw thrown;
      return null;
    });
    signal.throwIfAborted();
    if (second) joined = joinReadings(first, dropEdges(second.words).filter(isInside), second.isWhole);
  }
  onProgress(1, 1);
  const { words: clear, illegible: specks } = dropSpecks(joined.words);
  const words = splitAtOperators(findMarks(clear, level.picture, strips.letter), level.picture);
  const isWordless = (box: Box): boolean => words.every((word) => countOverlap(word.box, box) === 0);
  const unread = mergeNearBoxes(
    [...findUnread(strips.strips, isWordless), ...joined.illegible, ...specks].slice(0, MAX_UNREAD),
    strips.letter,
    isWordless,
  ).map(toPixels);
  const boxes = words.map(({ box }) => box);
  return {
    width,
    height,
    words: levelLines(words, level.picture.width / 2),
    places: boxes.map(toPixels),
    rules: dropCrossed(findRules(gray, strips.letter), boxes),
    unread,
    letter: strips.letter,
    levelSize: { width: level.picture.width, height: level.picture.height }, // not its pixels, which must not outlive the band
    slope,
  };
}

const NO_RULES: Rules = { down: [], across: [] };

const hasInk = (gray: Gray, letter: number): boolean => measureMissed(findInk(gray, letter), []) > 0;

/** `known`: slope that is not doubted; 0 to measure it. Grain gives a slope, too, but no sharper lines. */
function levelPicture(strips: Strips, flat: Gray, known: number): { readonly slope: number; readonly level: Turned } {
  const slope = known || measureSlant(strips, flat);
  const none = { slope: 0, level: turnLevel(flat, 0) };
  if (slope === 0 || getArea(computeTurnedSize(flat, slope)) > MAX_TURNED_PIXELS) return none;
  const level = turnLevel(flat, slope);
  return known !== 0 || measureSharpness(level.picture) > measureSharpness(flat) ? { slope, level } : none;
}

const findUnread = (strips: readonly Strip[], isWordless: (box: Box) => boolean): readonly Box[] =>
  strips.flatMap(({ box, letters }) => (letters >= MIN_LETTERS && isWordless(box) ? [box] : []));

const clipToPicture = (box: Box, picture: Size): Box =>
  clipBox(
    [Math.round(box.x), Math.round(box.y), Math.round(getRight(box)), Math.round(getBottom(box))] as const,
    picture,
  );
