/** OCR through the offscreen document; the picture's bytes never pass through the worker. */
import type { Ocr } from '../../lib/agent/ports.ts';
import { UserFacingError, type UserError } from '../../lib/base/errors.ts';
import { parseOcrEvent } from '../../lib/protocol/offscreen/convert-events.ts';
import type { OcrFault } from '../../lib/protocol/offscreen/ocr.ts';
import { runWithTimeout } from '../timeout.ts';
import { CLOSED, type OpenLine, waitForEnd, withLine } from './line.ts';
import { loadSettings } from '../storage/settings.ts';
import { PICTURE_BROKEN_ERROR, PICTURE_GONE_ERROR } from '../storage/pictures.ts';

/** Includes waiting in the queue. As long as a run may take, whose own limit ends it before; each band is limited by the document. */
const READ_MS = 1_800_000;

export function createChromeOcr(
  openLine: OpenLine,
  loadLanguages: () => Promise<readonly string[]> = async () => (await loadSettings()).ocr.languages,
): Ocr {
  return {
    read: (hash, onProgress, signal) =>
      runWithTimeout({ signal, timeoutMs: READ_MS, error: OCR_TIMEOUT_ERROR }, async (stopSignal) => {
        const chosen = await loadLanguages();
        const event = await withLine(openLine, 'ocr', stopSignal, (line) => {
          const end = waitForEnd(line, parseOcrEvent, CLOSED, ({ share, part }) => onProgress(share, part));
          line.postMessage({ type: 'read', hash, languages: chosen });
          return end;
        });
        if (event.type === 'fault') throw new UserFacingError(createOcrError(event.fault, event.message));
        const { reading, languages, reduced } = event;
        return { reading, languages, reduced };
      }),
  };
}

const OCR_TIMEOUT_ERROR: UserError = {
  code: 'ocr.timeout',
  message: 'Reading the picture took too long.',
  hint: 'Cut out the part that you need, or read it for fewer languages, then try again.',
};

function createOcrError(fault: OcrFault, message: string): UserError {
  const errors: Readonly<Record<OcrFault, UserError>> = {
    gone: PICTURE_GONE_ERROR,
    broken: PICTURE_BROKEN_ERROR,
    timeout: OCR_TIMEOUT_ERROR,
    language: {
      code: 'ocr.language',
      message: `The data to read ${message} with is missing or damaged.`,
      hint: 'In Settings, under Pictures, add it again or choose another language.',
    },
    engine: {
      code: 'ocr.engine',
      message: `The engine that reads pictures didn’t start: ${message}`,
      hint: 'Update Chrome if it is older than a year, or switch the extension off and on at chrome://extensions.',
    },
    memory: {
      code: 'ocr.memory',
      message: 'There wasn’t enough memory to read the picture.',
      hint: 'Close some tabs and try again, or cut out the part that you need.',
    },
    failed: {
      code: 'ocr.failed',
      message: `The picture couldn’t be read: ${message}`,
      hint: 'Try again. If it keeps happening, cut out the part that you need.',
    },
  };
  return errors[fault];
}
