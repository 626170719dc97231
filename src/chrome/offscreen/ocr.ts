/** OCR through the offscreen document; the picture's bytes never pass through the worker. */
import type { Ocr } from '../../lib/agent/ports.ts';
import { UserFacingError, type UserError } from '../../lib/base/errors.ts';
import type { PortLike, OffscreenService } from '../../lib/protocol/offscreen/offscreen.ts';
import { parseOcrEvent } from '../../lib/protocol/offscreen/convert-events.ts';
import type { OcrEvent, OcrFault } from '../../lib/protocol/offscreen/ocr.ts';
import { runWithTimeout } from '../timeout.ts';
import { loadSettings } from '../storage/settings.ts';
import { PICTURE_BROKEN_ERROR, PICTURE_GONE_ERROR } from '../storage/pictures.ts';

/** Includes waiting in the queue: the document limits each picture itself. */
const READ_MS = 280_000;

type DoneEvent = Extract<OcrEvent, { type: 'done' }>;

export function createChromeOcr(
  openLine: (service: OffscreenService) => Promise<PortLike>,
  loadLanguages: () => Promise<readonly string[]> = async () => (await loadSettings()).ocr.languages,
): Ocr {
  return {
    read: (hash, onProgress, signal) =>
      runWithTimeout({ signal, timeoutMs: READ_MS, error: OCR_TIMEOUT_ERROR }, async (stopSignal) => {
        const languages = await loadLanguages();
        const line = await openLine('ocr');
        const stop = (): void => line.disconnect();
        try {
          stopSignal.throwIfAborted();
          stopSignal.addEventListener('abort', stop);
          const answer = waitForReading(line, onProgress);
          line.postMessage({ type: 'read', hash, languages });
          const { reading, languages: readLanguages, reduced } = await answer;
          return { reading, languages: readLanguages, reduced };
        } finally {
          stopSignal.removeEventListener('abort', stop);
          stop();
        }
      }),
  };
}

function waitForReading(line: PortLike, onProgress: (share: number) => void): Promise<DoneEvent> {
  return new Promise((resolve, reject) => {
    const fail = (error: ReturnType<typeof createOcrError>): void => reject(new UserFacingError(error));
    line.onDisconnect.addListener(() => fail(createOcrError('failed', 'the hidden page that reads it was closed')));
    line.onMessage.addListener((message) => {
      const event = parseOcrEvent(message);
      if (event.type === 'fault') fail(createOcrError(event.fault, event.message));
      else if (event.type === 'done') resolve(event);
      else onProgress(event.share);
    });
  });
}

const OCR_TIMEOUT_ERROR: UserError = {
  code: 'ocr.timeout',
  message: 'Reading the picture took too long.',
  hint: 'Cut out the part that you need, or read it for fewer languages, then try again.',
};

function createOcrError(fault: OcrFault, message: string): UserError {
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
