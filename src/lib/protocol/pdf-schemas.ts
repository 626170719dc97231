/** Messages about a PDF: what they hold, and what they mean (`pdf.ts` turns the one into the other). */
import { MOST_BYTES, PIECE } from '../pipeline/pdf/held.ts';

/** Why a file gave no text. `locked`: it asks for a password. `scan`: it has no text. */
export const PDF_FAULTS = ['locked', 'broken', 'scan', 'failed'] as const;
export type PdfFault = (typeof PDF_FAULTS)[number];

/** What becomes of a file: any number of `progress`, then `done` or `fault`. */
export type PdfEvent =
  | { readonly type: 'progress'; readonly page: number; readonly pages: number }
  | {
      readonly type: 'done';
      readonly title: string;
      readonly byline: string;
      readonly published: string;
      readonly language: string;
      readonly markdown: string;
    }
  | { readonly type: 'fault'; readonly fault: PdfFault; readonly message: string };

/** Worker → document: pieces of a file in Base64, in order, then its address. `size`: bytes of the piece, or of the whole. */
export const PDF_FILE_SCHEMA = {
  type: 'object',
  properties: {
    type: { enum: ['piece', 'whole'] },
    text: { type: 'string', maxLength: Math.ceil(PIECE / 3) * 4 },
    size: { type: 'integer', minimum: 0, maximum: MOST_BYTES },
  },
  required: ['type', 'text', 'size'],
  additionalProperties: false,
} as const;

/** Document → worker. `text`: the Markdown of `done`, the message of `fault`. */
export const PDF_EVENT_SCHEMA = {
  type: 'object',
  properties: {
    type: { enum: ['progress', 'done', 'fault'] },
    text: { type: 'string', maxLength: 5_000_000 },
    about: { type: 'object', maxProperties: 4, additionalProperties: { type: 'string', maxLength: 2000 } },
  },
  required: ['type', 'text', 'about'],
  additionalProperties: false,
} as const;

export const PDF_SCHEMAS = { 'pdf.file': PDF_FILE_SCHEMA, 'pdf.event': PDF_EVENT_SCHEMA } as const;
