/** Converts between our types and tesseract.js, and checks its language data, without running it. */
import { concatBytes } from '../../base/bytes.ts';
import type { EnginePicture, Gray, RawWord } from './types.ts';

export interface EngineBlock {
  readonly paragraphs: readonly { readonly lines: readonly { readonly words: readonly EngineWord[] }[] }[];
}

interface EngineWord {
  readonly text: string;
  readonly confidence: number;
  readonly bbox: { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number };
}

/** Mode 6 is one block of lines. Without a resolution the engine guesses one and logs that. */
const SETTINGS: Readonly<Record<string, string>> = { tessedit_pageseg_mode: '6', user_defined_dpi: '300' };

/** Else the engine reads lines of which it is not sure again with their tones turned, in as much time. */
const DARK_SETTINGS: Readonly<Record<string, string>> = { ...SETTINGS, invert_threshold: '0' };

export const chooseSettings = ({ isDark = false }: EnginePicture): Readonly<Record<string, string>> =>
  isDark ? DARK_SETTINGS : SETTINGS;

/** PGM is the cheapest: PNG costs 80 ms more per million pixels, BMP over a second. */
export function encodePgm({ width, height, data }: Gray): Uint8Array<ArrayBuffer> {
  const header = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  return concatBytes([header, data]);
}

/** In engine order, lines numbered from 0. null gives []. */
export function extractRawWords(blocks: readonly EngineBlock[] | null): RawWord[] {
  const lines = (blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.lines));
  return lines.flatMap(({ words }, line) =>
    words.map(({ text, confidence, bbox: { x0, y0, x1, y1 } }) => ({
      text,
      confidence,
      box: { x: x0, y: y0, width: x1 - x0, height: y1 - y0 },
      line,
    })),
  );
}

/** The network, its characters, the recoder. */
const NEEDED_PARTS = [17, 21, 22];

const MAX_PARTS = 64;

const ABSENT_PART = -1n;

export function isTrainedData(bytes: Uint8Array): boolean {
  if (bytes.length < 4) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts = view.getInt32(0, true);
  const headerSize = 4 + parts * 8;
  if (parts <= Math.max(...NEEDED_PARTS) || parts > MAX_PARTS || bytes.length < headerSize) return false;
  const starts = Array.from({ length: parts }, (_, part) => view.getBigInt64(4 + part * 8, true));
  if (!NEEDED_PARTS.every((part) => starts[part] !== ABSENT_PART)) return false;
  const present = starts.filter((start) => start !== ABSENT_PART);
  return present.every((start, i) => start >= (present[i - 1] ?? BigInt(headerSize)) && start < BigInt(bytes.length));
}
