/** Errors of reading a picture, with hints for the user. */
import type { UserError } from '../lib/base/errors.ts';
import type { OcrFault } from '../lib/protocol/ocr-schemas.ts';
import { PICTURE_BROKEN_ERROR, PICTURE_GONE_ERROR } from './picture-troubles.ts';

export const OCR_TIMEOUT_ERROR: UserError = {
  code: 'ocr.timeout',
  message: 'Reading the picture took too long.',
  hint: 'Cut out the part that you need, or read it for fewer languages, then try again.',
};

/** `message`: detail from the offscreen document. */
export function createOcrError(fault: OcrFault, message: string): UserError {
  switch (fault) {
    case 'gone':
      return PICTURE_GONE_ERROR;
    case 'broken':
      return PICTURE_BROKEN_ERROR;
    case 'timeout':
      return OCR_TIMEOUT_ERROR;
    case 'language':
      return {
        code: 'ocr.language',
        message: `The data to read ${message} with is missing or damaged.`,
        hint: 'On the settings page, under “Reading pictures”, add it again or choose another language.',
      };
    case 'engine':
      return {
        code: 'ocr.engine',
        message: `The engine that reads pictures did not start: ${message}`,
        hint: 'Update Chrome if it is older than a year, or switch the extension off and on at chrome://extensions.',
      };
    case 'memory':
      return {
        code: 'ocr.memory',
        message: 'There was not enough memory to read the picture.',
        hint: 'Close some tabs and try again, or cut out the part that you need.',
      };
    case 'failed':
      return {
        code: 'ocr.failed',
        message: `The picture could not be read: ${message}`,
        hint: 'Try again. If it keeps happening, cut out the part that you need.',
      };
  }
}
