/**
 * Between us and tesseract.js: the bytes it reads, the settings it reads them with, and the words in what it gives back. The
 * one rule: nothing here runs the engine, so that a thread in a browser and a test in Node share it.
 */
import type { Gray, RawWord, Segmentation } from './types.ts';

/** What is used of a page that tesseract.js has recognised with `{ blocks: true }`. */
export interface EngineBlock {
  readonly paragraphs: readonly { readonly lines: readonly { readonly words: readonly EngineWord[] }[] }[];
}

interface EngineWord {
  readonly text: string;
  readonly confidence: number;
  readonly bbox: { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number };
}

/**
 * Settings to hand to `recognize` with each picture. The numbers are the engine's own names for ways to take a page apart.
 * The resolution is said because the engine otherwise guesses one, and says so in the log.
 */
export const ENGINE_SETTINGS: Readonly<Record<Segmentation, Readonly<Record<string, string>>>> = {
  page: { tessedit_pageseg_mode: '3', user_defined_dpi: '300' },
  lines: { tessedit_pageseg_mode: '6', user_defined_dpi: '300' },
};

/**
 * A picture as a file: PGM, its bytes as they are after a line of header. Of what the engine reads, PNG takes it 80 ms more
 * for each million pixels, and BMP, which it unpacks and packs again in JavaScript, over a second.
 */
export function encoded({ width, height, data }: Gray): Uint8Array<ArrayBuffer> {
  const header = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const file = new Uint8Array(header.length + data.length);
  file.set(header);
  file.set(data, header.length);
  return file;
}

/** The words of a recognised page in the order of the engine, lines numbered from 0. No blocks: no words. */
export function wordsOf(blocks: readonly EngineBlock[] | null): RawWord[] {
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
