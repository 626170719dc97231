/** What worker and offscreen document say to each other about a PDF: the file in pieces, then how far it is and what it says. */
import { MOST_BYTES, PIECE } from '../pipeline/pdf/held.ts';

/** Why a file gave no text. `locked`: it asks for a password. `scan`: it has no text. */
export const PDF_FAULTS = ['locked', 'broken', 'scan', 'failed'] as const;
export type PdfFault = (typeof PDF_FAULTS)[number];

const WORDS = { type: 'string', maxLength: 2000 } as const;
const PAGES = { type: 'integer', minimum: 0, maximum: 10_000_000 } as const;

/** Worker → document: the file, piece by piece. */
export const PDF_PIECE_SCHEMA = {
  type: 'object',
  properties: {
    type: { const: 'piece' },
    data: { type: 'string', maxLength: Math.ceil(PIECE / 3) * 4 },
  },
  required: ['type', 'data'],
  additionalProperties: false,
} as const;

/** Worker → document: that was all of it; read it. */
export const PDF_WHOLE_SCHEMA = {
  type: 'object',
  properties: {
    type: { const: 'whole' },
    url: { type: 'string', maxLength: 10_000_000 },
    size: { type: 'integer', minimum: 0, maximum: MOST_BYTES },
  },
  required: ['type', 'url', 'size'],
  additionalProperties: false,
} as const;

/** Document → worker: any number of `progress`, then `done` or `fault`. */
export const PDF_PROGRESS_SCHEMA = {
  type: 'object',
  properties: { type: { const: 'progress' }, page: PAGES, pages: PAGES },
  required: ['type', 'page', 'pages'],
  additionalProperties: false,
} as const;

export const PDF_DONE_SCHEMA = {
  type: 'object',
  properties: {
    type: { const: 'done' },
    title: WORDS,
    byline: WORDS,
    published: WORDS,
    language: WORDS,
    markdown: { type: 'string', maxLength: 5_000_000 },
  },
  required: ['type', 'title', 'byline', 'published', 'language', 'markdown'],
  additionalProperties: false,
} as const;

export const PDF_FAULT_SCHEMA = {
  type: 'object',
  properties: { type: { const: 'fault' }, fault: { enum: PDF_FAULTS }, message: WORDS },
  required: ['type', 'fault', 'message'],
  additionalProperties: false,
} as const;

export const PDF_SCHEMAS = {
  'pdf.piece': PDF_PIECE_SCHEMA,
  'pdf.whole': PDF_WHOLE_SCHEMA,
  'pdf.progress': PDF_PROGRESS_SCHEMA,
  'pdf.done': PDF_DONE_SCHEMA,
  'pdf.fault': PDF_FAULT_SCHEMA,
} as const;

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
