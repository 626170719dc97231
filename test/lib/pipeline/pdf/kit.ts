/** Pages as pdf.js would tell of them, for tests of what is made of them. */
import { buildPdfArticle } from '../../../../src/lib/pipeline/pdf/read-pdf.ts';
import { NO_INFO, type PdfInfo } from '../../../../src/lib/pipeline/pdf/pdf-metadata.ts';
import type { PdfPage, PdfTextItem } from '../../../../src/lib/pipeline/pdf/text-run.ts';

export const HEIGHT = 800;

export interface At {
  readonly x: number;
  /** From the top of the page. */
  readonly y: number;
  readonly text: string;
  readonly size?: number;
  readonly width?: number;
}

export function item({ x, y, text, size = 10, width = text.length * size * 0.5 }: At): PdfTextItem {
  return { str: text, transform: [size, 0, 0, size, x, HEIGHT - y], width, height: size, fontName: 'f', hasEOL: false };
}

export const pageOf = (items: readonly PdfTextItem[], number = 1): PdfPage => ({
  number,
  height: HEIGHT,
  view: [1, 0, 0, -1, 0, HEIGHT],
  items,
  vertical: [],
});

export function articleOf(pages: readonly (readonly At[])[], info: Partial<PdfInfo> = {}) {
  return buildPdfArticle({
    url: 'https://example.org/files/on%20tides.pdf',
    info: { ...NO_INFO, ...info },
    pages: pages.map((items, i) => pageOf(items.map(item), i + 1)),
    count: pages.length,
    broken: [],
  });
}

export const markdownOf = (...pages: readonly (readonly At[])[]): string => articleOf(pages)?.markdown ?? '';

/** Lines under one another. */
export const column = (lines: readonly string[], x = 50, y = 200, step = 12): At[] =>
  lines.map((text, i) => ({ x, y: y + i * step, text }));
