import type { Article } from '../../pipeline/page/read/article.ts';
import { MAX_PDF_BYTES, PIECE_BYTES } from '../../pipeline/pdf/file-holder.ts';
import { defineObject } from '../../schema/object.ts';

/** `locked`: it needs a password. `scan`: it contains no text. */
export const PDF_FAULTS = ['locked', 'broken', 'scan', 'failed'] as const;
export type PdfFault = (typeof PDF_FAULTS)[number];

export type ReadingEvent<Fault> =
  | { readonly type: 'progress'; readonly page: number; readonly pages: number }
  | ({ readonly type: 'done' } & Pick<Article, 'title' | 'byline' | 'published' | 'language' | 'markdown' | 'cut'>)
  | { readonly type: 'fault'; readonly fault: Fault; readonly message: string };

export type PdfEvent = ReadingEvent<PdfFault>;

export const PDF_SCHEMAS = {
  /** Worker → document: Base64 pieces in order, then the URL. `size`: bytes of the piece or whole file. */
  'pdf.file': defineObject({
    type: { enum: ['piece', 'whole'] },
    text: { type: 'string', maxLength: Math.ceil(PIECE_BYTES / 3) * 4 },
    size: { type: 'integer', minimum: 0, maximum: MAX_PDF_BYTES },
  }),
  /** Document → worker. `text`: the Markdown of `done`, or the message of `fault`. */
  'pdf.event': defineObject({
    type: { enum: ['progress', 'done', 'fault'] },
    text: { type: 'string', maxLength: 5_000_000 },
    about: { type: 'object', maxProperties: 5, additionalProperties: { type: 'string', maxLength: 2000 } },
  }),
} as const;
