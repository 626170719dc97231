/** Files are in the database and referred to by hash. */
import { defineObject } from '../../schema/object.ts';
import { MAX_FILE_NAME, MAX_FILES } from './bounds.ts';

export const HASH = { type: 'string', pattern: '^[0-9a-f]{64}$', maxLength: 64 } as const;
export const FILE_NAME = { type: 'string', minLength: 1, maxLength: MAX_FILE_NAME } as const;

export const FILES_SCHEMA = {
  type: 'array',
  maxItems: MAX_FILES,
  items: defineObject({ hash: HASH, name: FILE_NAME }),
} as const;
