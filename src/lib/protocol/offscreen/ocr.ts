/** Messages about reading a picture, which is in the database under its hash. */
import type { OcrPart, OcrResult } from '../../agent/ports.ts';
import { MAX_UNREAD } from '../../pipeline/ocr/types.ts';
import { HASH } from '../requests/file.ts';
import { LANGUAGES_SCHEMA } from '../settings/ocr-languages.ts';
import { defineObject } from '../../schema/object.ts';

/** `gone`: no longer stored. `language`: data missing or damaged; the message is its name. */
export const OCR_FAULTS = ['gone', 'broken', 'language', 'engine', 'memory', 'timeout', 'failed'] as const;
export type OcrFault = (typeof OCR_FAULTS)[number];

/** Any number of `progress`, then `done` or `fault`. */
export type OcrEvent =
  /** From 0 to 1. `band`: a band is read. `part`: what is read so far, told after some bands. */
  | { readonly type: 'progress'; readonly share: number; readonly band?: boolean; readonly part?: OcrPart }
  | ({ readonly type: 'done' } & OcrResult)
  | { readonly type: 'fault'; readonly fault: OcrFault; readonly message: string };

const pixels = { type: 'number', minimum: 0, maximum: 200_000_000 } as const;
const place = { type: 'integer', minimum: 0, maximum: 4_000_000 } as const;

const box = defineObject({ x: pixels, y: pixels, width: pixels, height: pixels });

const READING = defineObject(
  {
    width: pixels,
    height: pixels,
    text: { type: 'string', maxLength: 4_000_000 },
    words: {
      type: 'array',
      maxItems: 200_000,
      items: defineObject({
        start: place,
        end: place,
        confidence: { type: 'number', minimum: 0, maximum: 100 },
        box,
      }),
    },
  },
  { unread: { type: 'array', maxItems: MAX_UNREAD, items: box } },
);

const result = { reading: READING, languages: LANGUAGES_SCHEMA, reduced: { type: 'boolean' } } as const;
const share = { type: 'number', minimum: 0, maximum: 1 } as const;

export const OCR_SCHEMAS = {
  /** Worker → document, once over a port of `ocr`; closing the port cancels. */
  'ocr.call': defineObject({
    type: { const: 'read' },
    hash: HASH,
    languages: LANGUAGES_SCHEMA,
  }),
  'ocr.progress': defineObject(
    { type: { const: 'progress' }, share },
    { band: { type: 'boolean' }, part: defineObject({ ...result, share }) },
  ),
  'ocr.done': defineObject({ type: { const: 'done' }, ...result }),
  'ocr.fault': defineObject({
    type: { const: 'fault' },
    fault: { enum: OCR_FAULTS },
    message: { type: 'string', maxLength: 500 },
  }),
} as const;
