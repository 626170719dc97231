/** Messages about reading a picture, which is in the database under its hash. */
import type { OcrResult } from '../agent/ports.ts';
import { LANGUAGES_SCHEMA } from './ocr-languages.ts';

/** `gone`: no longer stored. `language`: data missing or damaged; the message is its name. */
export const OCR_FAULTS = ['gone', 'broken', 'language', 'engine', 'memory', 'timeout', 'failed'] as const;
export type OcrFault = (typeof OCR_FAULTS)[number];

/** Any number of `progress`, then `done` or `fault`. */
export type OcrEvent =
  /** From 0 to 1. */
  | { readonly type: 'progress'; readonly share: number }
  | ({ readonly type: 'done' } & OcrResult)
  | { readonly type: 'fault'; readonly fault: OcrFault; readonly message: string };

/** Worker → document, once over a port of `ocr`; closing the port cancels. */
export const OCR_CALL_SCHEMA = {
  type: 'object',
  properties: {
    type: { const: 'read' },
    hash: { type: 'string', pattern: '^[0-9a-f]{64}$', maxLength: 64 },
    languages: LANGUAGES_SCHEMA,
  },
  required: ['type', 'hash', 'languages'],
  additionalProperties: false,
} as const;

export const OCR_PROGRESS_SCHEMA = {
  type: 'object',
  properties: { type: { const: 'progress' }, share: { type: 'number', minimum: 0, maximum: 1 } },
  required: ['type', 'share'],
  additionalProperties: false,
} as const;

const pixels = { type: 'number', minimum: 0, maximum: 200_000_000 } as const;
const place = { type: 'integer', minimum: 0, maximum: 4_000_000 } as const;

export const READING_SCHEMA = {
  type: 'object',
  properties: {
    width: pixels,
    height: pixels,
    text: { type: 'string', maxLength: 4_000_000 },
    words: {
      type: 'array',
      maxItems: 200_000,
      items: {
        type: 'object',
        properties: {
          start: place,
          end: place,
          confidence: { type: 'number', minimum: 0, maximum: 100 },
          box: {
            type: 'object',
            properties: { x: pixels, y: pixels, width: pixels, height: pixels },
            required: ['x', 'y', 'width', 'height'],
            additionalProperties: false,
          },
        },
        required: ['start', 'end', 'confidence', 'box'],
        additionalProperties: false,
      },
    },
  },
  required: ['width', 'height', 'text', 'words'],
  additionalProperties: false,
} as const;

export const OCR_DONE_SCHEMA = {
  type: 'object',
  properties: {
    type: { const: 'done' },
    reading: READING_SCHEMA,
    languages: LANGUAGES_SCHEMA,
    reduced: { type: 'boolean' },
  },
  required: ['type', 'reading', 'languages', 'reduced'],
  additionalProperties: false,
} as const;

export const OCR_FAULT_SCHEMA = {
  type: 'object',
  properties: {
    type: { const: 'fault' },
    fault: { enum: OCR_FAULTS },
    message: { type: 'string', maxLength: 500 },
  },
  required: ['type', 'fault', 'message'],
  additionalProperties: false,
} as const;

export const OCR_SCHEMAS = {
  'ocr.call': OCR_CALL_SCHEMA,
  'ocr.progress': OCR_PROGRESS_SCHEMA,
  'ocr.done': OCR_DONE_SCHEMA,
  'ocr.fault': OCR_FAULT_SCHEMA,
} as const;
