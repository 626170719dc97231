/**
 * Reads text in pictures through the offscreen document. The picture's bytes never pass through the worker; aborting
 * stops the work.
 */
import type { Ocr } from '../lib/agent/ports.ts';
import { UserFacingError } from '../lib/base/errors.ts';
import type { PortLike, OffscreenService } from '../lib/protocol/offscreen.ts';
import { parseOcrEvent } from '../lib/protocol/ocr.ts';
import type { OcrEvent } from '../lib/protocol/ocr-schemas.ts';
import { runWithTimeout } from './bounded.ts';
import { OCR_TIMEOUT_ERROR, createOcrError } from './ocr-troubles.ts';
import { loadSettings } from './settings.ts';

/** Includes waiting in the queue: the document limits each picture itself. */
const READ_MS = 280_000;

type DoneEvent = Extract<OcrEvent, { type: 'done' }>;

/** `chosen`: returns the languages to read. */
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

/** Resolves with the document's final event, or rejects with its error. */
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
