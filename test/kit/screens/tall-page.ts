/** Large pages of dense text, in columns whose lines do not stand level with each other: no straight cut misses all of them. */
import { chanceOf, times } from './chance.ts';
import { word } from './words.ts';

interface TallPage {
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  /** Of the letters, in pixels. */
  readonly size: number;
}

/** By the size of the letters: their usual breadth, from line to line, and how much lower every other column stands. */
const [LETTER, LINE, PHASE] = [0.5, 1.5, 0.75];

export function tallPage({ width, height, columns, size }: TallPage) {
  const chance = chanceOf(1);
  const [gap, pitch] = [2 * size, Math.round(LINE * size)];
  const across = (width - gap) / columns - gap;
  const most = Math.floor(across / (LETTER * size)) - 2;
  const fill = (): string => {
    let text = word(chance);
    for (let next = word(chance); text.length + next.length < most; next = word(chance)) text += ` ${next}`;
    return text;
  };
  const lines = times(columns, (column) =>
    times(Math.floor((height - 3 * pitch) / pitch), (line) => ({
      text: fill(),
      x: Math.round(gap + column * (across + gap)),
      y: Math.round(pitch + (column % 2) * PHASE * size + line * pitch),
    })),
  ).flat();
  return { width, height, size, lines, truth: lines.map(({ text }) => text).join('\n') };
}
