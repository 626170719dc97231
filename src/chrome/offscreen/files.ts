/** The text of files, read by the offscreen document; their bytes never pass through the worker. */
import type { Files } from '../../lib/agent/ports.ts';
import { isolateLine } from '../../lib/base/one-line.ts';
import { UserFacingError, type UserError } from '../../lib/base/errors.ts';
import type { FileFault } from '../../lib/protocol/offscreen/file.ts';
import { parseFileEvent } from '../../lib/protocol/offscreen/convert-events.ts';
import { runWithTimeout } from '../timeout.ts';
import { FILE_ERRORS, nameFile } from '../storage/files.ts';
import { CLOSED, type OpenLine, waitForEnd, withLine } from './line.ts';

const READ_MS = 110_000;

export function createChromeFiles(openLine: OpenLine): Files {
  return {
    read: ({ hash, name }, onProgress, signal) =>
      runWithTimeout({ signal, timeoutMs: READ_MS, error: FILE_TIMEOUT_ERROR }, async (stopSignal) => {
        const event = await withLine(openLine, 'file', stopSignal, (line) => {
          const end = waitForEnd(line, parseFileEvent, CLOSED, ({ page, pages }) => onProgress(page / pages));
          line.postMessage({ type: 'read', hash, name });
          return end;
        });
        if (event.type === 'fault')
          throw new UserFacingError(nameFile(createFileError(event.fault, event.message), name));
        const { type: _, ...read } = event;
        return { ...read, url: '', title: name, site: '' };
      }),
  };
}

const FILE_TIMEOUT_ERROR: UserError = {
  code: 'file.timeout',
  message: 'Reading the file took too long.',
  hint: 'Save a part of it, such as one chapter, and add that.',
};

function createFileError(fault: FileFault, message: string): UserError {
  const errors: Readonly<Record<FileFault, UserError>> = {
    gone: { code: 'file.gone', message: 'The file is no longer kept.', hint: 'Add it again.' },
    empty: { code: 'file.empty', message: 'There is no text in this file.', hint: 'Choose another file.' },
    type: FILE_ERRORS.type,
    large: { ...FILE_ERRORS['too-large'], message: 'Unpacked, this file is larger than KnowledgeLens reads at once.' },
    locked: {
      code: 'file.locked',
      message: 'This PDF is protected by a password, which KnowledgeLens doesn’t ask for.',
      hint: 'Save a copy without the password (print it to a PDF, for instance) and add that.',
    },
    broken: {
      code: 'file.broken',
      message: 'This file is damaged, or isn’t what its name says.',
      hint: 'Open it in the program that it is from, save it again and add that.',
    },
    scan: {
      code: 'file.scan',
      message: 'This PDF holds only pictures, such as scanned pages.',
      hint: 'Open it in a tab and capture the area to read, or add a copy whose text was recognised (OCR).',
    },
    failed: {
      code: 'file.failed',
      message: `The file couldn’t be read: ${isolateLine(message)}`,
      hint: 'Try again. If it keeps happening, save it as PDF or text and add that.',
    },
  };
  return errors[fault];
}
