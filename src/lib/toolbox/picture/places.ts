/** Places on the screen: blocks of words, and what the page says of its figures. */
import { toOneLine } from '../../base/one-line.ts';
import { hasOverlap, buildTiles } from '../../pipeline/ocr/tiles.ts';
import type { Reading, Box } from '../../pipeline/ocr/types.ts';
import type { Figure } from '../../pipeline/page/read/article.ts';

export interface Place {
  readonly text: string;
  readonly path: readonly string[];
  /** In pixels of the picture; null if not in view. */
  readonly box: Box | null;
  /** Offset of its first word in the picture's text; null for a figure. */
  readonly start: number | null;
  readonly overlapping: readonly string[];
}

const MAX_OVERLAPPING = 3;

/** Word blocks in reading order, then figures. */
export function listPlaces(reading: Reading, figures: readonly Figure[]): readonly Place[] {
  const tiles = buildTiles(reading);
  const described = figures
    .map(({ alt, caption, heading, box }) => ({ text: joinDescriptions(alt, caption), heading, box }))
    .filter(({ text }) => text !== '');
  return [
    ...tiles.map(({ text, box, start }) => ({
      text,
      path: [],
      box,
      start,
      overlapping: listOverlapping(box, described),
    })),
    ...described.map(({ text, heading, box }) => ({
      text,
      path: heading === '' ? [] : [heading],
      box,
      start: null,
      overlapping: listOverlapping(box, tiles),
    })),
  ];
}

function listOverlapping(
  box: Box | null,
  all: readonly { readonly box: Box | null; readonly text: string }[],
): readonly string[] {
  if (box === null) return [];
  const overlapping = all.filter((one) => one.box && hasOverlap(box, one.box));
  return overlapping.slice(0, MAX_OVERLAPPING).map(({ text }) => text);
}

const joinDescriptions = (alt: string, caption: string): string =>
  alt.includes(caption) ? alt.trim() : caption.includes(alt) ? caption.trim() : `${alt.trim()}\n${caption.trim()}`;

const MAX_OVERLAPPING_CHARS = 200;

/** `ref`: the passage its words belong to; '' for none. */
export function renderPlace(
  { text, path, box, start, overlapping }: Place,
  { number, ref, of }: { readonly number: number; readonly ref: string; readonly of: Reading },
): string {
  const kind = start === null ? 'A picture; the page says of it:' : 'Words on the screen:';
  const lines = [`${String(number)}. ${formatPosition(box, of)}. ${kind}`];
  if (path.length > 0) lines.push(`(under ${path.join(' › ')})`);
  if (ref !== '') lines.push(`[${ref}]`);
  lines.push(text);
  if (overlapping.length > 0) {
    lines.push(start === null ? 'Words in it:' : 'Of a picture there the page says:');
    lines.push(...overlapping.map((each) => `- ${toOneLine(each, MAX_OVERLAPPING_CHARS)}`));
  }
  return lines.join('\n');
}

function formatPosition(
  box: Box | null,
  { width, height }: { readonly width: number; readonly height: number },
): string {
  if (box === null) return 'Not in view';
  const getThird = (middle: number, whole: number): number =>
    Math.min(2, Math.max(0, Math.floor((3 * middle) / whole)));
  const row = getThird(box.y + box.height / 2, Math.max(1, height));
  const column = getThird(box.x + box.width / 2, Math.max(1, width));
  const round = (pixels: number): string => String(Math.round(pixels));
  const size = `${round(box.width)} × ${round(box.height)} of ${round(width)} × ${round(height)} pixels`;
  return `${POSITION_NAMES[row]?.[column] ?? 'Middle'} (x ${round(box.x)}, y ${round(box.y)}, ${size})`;
}

const POSITION_NAMES = [
  ['Top left', 'Top', 'Top right'],
  ['Left', 'Middle', 'Right'],
  ['Bottom left', 'Bottom', 'Bottom right'],
] as const;
