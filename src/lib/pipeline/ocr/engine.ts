/** Converts between our types and tesseract.js, without running it: browser threads and Node tests share it. */
import type { Gray, RawWord, Segmentation } from './types.ts';

export interface EngineBlock {
  readonly paragraphs: readonly { readonly lines: readonly { readonly words: readonly EngineWord[] }[] }[];
}

interface EngineWord {
  readonly text: string;
  readonly confidence: number;
  readonly bbox: { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number };
}

/** The engine's page segmentation modes. Without a resolution it guesses one and logs that. */
export const ENGINE_SETTINGS: Readonly<Record<Segmentation, Readonly<Record<string, string>>>> = {
  page: { tessedit_pageseg_mode: '3', user_defined_dpi: '300' },
  lines: { tessedit_pageseg_mode: '6', user_defined_dpi: '300' },
};

/** PGM is the cheapest: PNG costs 80 ms more per million pixels, BMP over a second. */
export function encodePgm({ width, height, data }: Gray): Uint8Array<ArrayBuffer> {
  const header = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const file = new Uint8Array(header.length + data.length);
  file.set(header);
  file.set(data, header.length);
  return file;
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
