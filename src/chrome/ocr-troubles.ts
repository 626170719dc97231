/** Why a picture was not read, and what the person can do about it. */
import type { Trouble } from '../lib/base/errors.ts';
import type { OcrFault } from '../lib/protocol/ocr-schemas.ts';
import { BROKEN, GONE } from './picture-troubles.ts';

export const TIMEOUT: Trouble = {
  code: 'ocr.timeout',
  message: 'Reading the picture took too long.',
  cure: 'Cut out the part that you need, or read it for fewer languages, then try again.',
};

/** `message`: what the document said. */
export function unreadPicture(fault: OcrFault, message: string): Trouble {
  switch (fault) {
    case 'gone':
      return GONE;
    case 'broken':
      return BROKEN;
    case 'timeout':
      return TIMEOUT;
    case 'language':
      return {
        code: 'ocr.language',
        message: `The data to read ${message} with is missing or damaged.`,
        cure: 'On the settings page, under “Reading pictures”, add it again or choose another language.',
      };
    case 'engine':
      return {
        code: 'ocr.engine',
        message: `The engine that reads pictures did not start: ${message}`,
        cure: 'Update Chrome if it is older than a year, or switch the extension off and on at chrome://extensions.',
      };
    case 'memory':
      return {
        code: 'ocr.memory',
        message: 'There was not enough memory to read the picture.',
        cure: 'Close some tabs and try again, or cut out the part that you need.',
      };
    case 'failed':
      return {
        code: 'ocr.failed',
        message: `The picture could not be read: ${message}`,
        cure: 'Try again. If it keeps happening, cut out the part that you need.',
      };
  }
}
