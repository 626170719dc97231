/**
 * Places on a screen: words that stand together, and pictures that the page says something of. Pure. The one rule: each says
 * in plain terms where it is, and what else is there.
 */
import { oneLine } from '../base/one-line.ts';
import type { Figure } from '../pipeline/page/figure.ts';
import { overlap, tilesOf } from '../pipeline/ocr/tiles.ts';
import type { Box, Reading } from '../pipeline/ocr/types.ts';

export interface Place {
  /** What it says: words on the screen, or what the page says of a picture. */
  readonly text: string;
  readonly path: readonly string[];
  /** In pixels of the picture; null where it is not in view. */
  readonly box: Box | null;
  /** Where its first word stands in the picture's text; null for a picture of the page. */
  readonly start: number | null;
  /** What else is at that place: what the page says of pictures there, or the words in the picture. */
  readonly there: readonly string[];
}

/** Most things that are told of as being at a place. */
const THERE = 3;

/** Everything that can be looked for, from the top of the reading; then the pictures of the page. */
export function placesOf(reading: Reading, figures: readonly Figure[]): readonly Place[] {
  const tiles = tilesOf(reading);
  const at = (
    box: Box | null,
    all: readonly { readonly box: Box | null; readonly text: string }[],
  ): readonly string[] =>
    box === null
      ? []
      : all
          .filter((one) => one.box && overlap(box, one.box))
          .slice(0, THERE)
          .map(({ text }) => text);
  const described = figures
    .map(({ alt, caption, heading, box }) => ({ text: saidOf(alt, caption), heading, box }))
    .filter(({ text }) => text !== '');
  return [
    ...tiles.map(({ text, box, start }) => ({ text, path: [], box, start, there: at(box, described) })),
    ...described.map(({ text, heading, box }) => ({
      text,
      path: heading === '' ? [] : [heading],
      box,
      start: null,
      there: at(box, tiles),
    })),
  ];
}

const saidOf = (alt: string, caption: string): string =>
  alt.includes(caption) ? alt.trim() : caption.includes(alt) ? caption.trim() : `${alt.trim()}\n${caption.trim()}`;

/** Most characters that are told of what else is at a place. */
const GLIMPSE = 200;

/** A place as a model is told of it. `ref`: the passage that its words are of; '' for none. */
export function tell(
  { text, path, box, start, there }: Place,
  { number, ref, of }: { readonly number: number; readonly ref: string; readonly of: Reading },
): string {
  const what = start === null ? 'A picture; the page says of it:' : 'Words on the screen:';
  const lines = [`${String(number)}. ${whereIs(box, of)}. ${what}`];
  if (path.length > 0) lines.push(`(under ${path.join(' › ')})`);
  if (ref !== '') lines.push(`[${ref}]`);
  lines.push(text);
  if (there.length > 0) {
    lines.push(start === null ? 'Words in it:' : 'Of a picture there the page says:');
    lines.push(...there.map((each) => `- ${oneLine(each, GLIMPSE)}`));
  }
  return lines.join('\n');
}

/** Such as `Top left (x 12, y 30, 200 × 40 of 1280 × 800 pixels)`. */
export function whereIs(
  box: Box | null,
  { width, height }: { readonly width: number; readonly height: number },
): string {
  if (box === null) return 'Not in view';
  const third = (middle: number, whole: number): number => Math.min(2, Math.max(0, Math.floor((3 * middle) / whole)));
  const row = third(box.y + box.height / 2, Math.max(1, height));
  const column = third(box.x + box.width / 2, Math.max(1, width));
  const [x, y, w, h, all, tall] = [box.x, box.y, box.width, box.height, width, height].map((n) =>
    String(Math.round(n)),
  );
  return `${NAMES[row]?.[column] ?? 'Middle'} (x ${x ?? ''}, y ${y ?? ''}, ${w ?? ''} × ${h ?? ''} of ${all ?? ''} × ${tall ?? ''} pixels)`;
}

const NAMES = [
  ['Top left', 'Top', 'Top right'],
  ['Left', 'Middle', 'Right'],
  ['Bottom left', 'Bottom', 'Bottom right'],
] as const;
