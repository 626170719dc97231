/** Joins what the bands of a picture say into one reading, laid out as if the picture had been read at once. */
import { computeMedian } from '../../../base/numbers.ts';
import { getMiddleX, getMiddleY } from '../boxes.ts';
import { layOutWords } from '../layout/layout.ts';
import type { BandWords } from '../read-band.ts';
import type { PlacedWord } from '../rows.ts';
import type { Rule } from '../rules.ts';
import { MAX_UNREAD, type Box, type Reading, type Size } from '../types.ts';

/** `box`: where the band lies in the picture, which may have been drawn smaller to be read. */
export interface ReadBand extends BandWords {
  readonly box: Box;
}

/** In letter heights: how far the parts of a rule may be from each other where the picture was cut. */
const MAX_SHIFT = 0.5;

export function joinBands({ width, height }: Size, bands: readonly ReadBand[]): Reading {
  const letter = computeMedian(bands.flatMap((band) => band.words.map(() => band.letter)));
  const places = new Map<Box, Box>();
  const words: PlacedWord[] = [];
  let down: readonly Rule[] = [];
  const across: Rule[] = [];
  const slope = findSlope(bands);
  for (const band of bands) {
    const { scale, x, y } = findPlace(band, bands[0] ?? band, slope);
    for (const [i, word] of band.words.entries()) {
      const { box } = word;
      const moved = {
        x: box.x * scale + x,
        y: box.y * scale + y,
        width: box.width * scale,
        height: box.height * scale,
      };
      words.push({ ...word, box: moved });
      places.set(moved, toPicture(band.places[i] ?? box, band));
    }
    const move = (rules: readonly Rule[], at: number, along: number): readonly Rule[] =>
      rules.map((rule) => ({
        at: rule.at * scale + at,
        from: rule.from * scale + along,
        to: rule.to * scale + along,
      }));
    down = joinRules(down, move(band.rules.down, x, y), MAX_SHIFT * letter);
    across.push(...move(band.rules.across, y, x));
  }
  const laidOut = layOutWords(words, { down, across }, letter);
  const unread = bands.flatMap((band) => band.unread.map((box) => toPicture(box, band))).slice(0, MAX_UNREAD);
  return {
    width,
    height,
    text: laidOut.text,
    words: laidOut.words.map((word) => ({ ...word, box: places.get(word.box) ?? word.box })),
    ...(unread.length > 0 && { unread }),
  };
}

/** By which the bands are turned; 0 if none is. */
export const findSlope = (bands: readonly BandWords[]): number => bands.find(({ slope }) => slope !== 0)?.slope ?? 0;

/** How the level picture of a band becomes part of that of the first, which stays as it is. */
function findPlace(
  band: ReadBand,
  first: ReadBand,
  slope: number,
): { readonly scale: number; readonly x: number; readonly y: number } {
  const unit = first.width / first.box.width;
  const scale = (unit * band.box.width) / band.width;
  // each was turned about its own middle, which now is turned about that of the first
  const across = unit * (getMiddleX(band.box) - getMiddleX(first.box));
  const down = unit * (getMiddleY(band.box) - getMiddleY(first.box));
  const cosine = 1 / Math.hypot(1, slope);
  const sine = slope * cosine;
  const middleX = first.levelSize.width / 2 + across * cosine + down * sine;
  const middleY = first.levelSize.height / 2 - across * sine + down * cosine;
  return { scale, x: middleX - (scale * band.levelSize.width) / 2, y: middleY - (scale * band.levelSize.height) / 2 };
}

/** From what was drawn of a band to the picture; outwards to whole pixels. */
function toPicture({ x, y, width, height }: Box, band: ReadBand): Box {
  const [across, down] = [band.box.width / band.width, band.box.height / band.height];
  const left = Math.floor(x * across);
  const top = Math.floor(y * down);
  const right = Math.min(band.box.width, Math.ceil((x + width) * across));
  const bottom = Math.min(band.box.height, Math.ceil((y + height) * down));
  return { x: band.box.x + left, y: band.box.y + top, width: right - left, height: bottom - top };
}

/** Upright rules, of which those that one from above reaches go on from it. */
function joinRules(above: readonly Rule[], own: readonly Rule[], slack: number): readonly Rule[] {
  const joined = [...above];
  for (const rule of own) {
    const index = above.findIndex(
      ({ at, from, to }) => Math.abs(at - rule.at) <= slack && to >= rule.from - slack && from < rule.from,
    );
    const start = joined[index];
    if (start === undefined) joined.push(rule);
    else joined[index] = { ...start, to: Math.max(start.to, rule.to) };
  }
  return joined;
}
