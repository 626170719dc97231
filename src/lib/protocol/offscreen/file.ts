/** Messages about reading a file, which is in the database under its hash. It answers with `pdf.event`s. */
import { defineObject } from '../../schema/object.ts';
import { FILE_NAME, HASH } from '../requests/file.ts';
import { PDF_FAULTS, type ReadingEvent } from './pdf.ts';

/** `gone`: no longer stored. `empty`: without text. `large`: unpacked, more than is read. `type`: not of a kind that is read. */
export const FILE_FAULTS = [...PDF_FAULTS, 'gone', 'empty', 'large', 'type'] as const;
export type FileFault = (typeof FILE_FAULTS)[number];
export type FileEvent = ReadingEvent<FileFault>;

export const FILE_SCHEMAS = {
  /** Worker → document, once over a port of `file`; closing the port cancels. */
  'file.read': defineObject({ type: { const: 'read' }, hash: HASH, name: FILE_NAME }),
} as const;
