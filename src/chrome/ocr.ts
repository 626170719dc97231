/**
 * Reads the text in pictures: the work is done in the offscreen document. The one rule: the picture itself never comes by
 * here, and stopping ends the work on it.
 */
import type { Ocr } from '../lib/agent/ports.ts';
import { TroubleError } from '../lib/base/errors.ts';
import type { Line, OffscreenService } from '../lib/protocol/offscreen.ts';
import { ocrEventIn } from '../lib/protocol/ocr.ts';
import type { OcrEvent } from '../lib/protocol/ocr-schemas.ts';
import { bounded } from './bounded.ts';
import { TIMEOUT, unreadPicture } from './ocr-troubles.ts';
import { loadSettings } from './settings.ts';

/** With its turn to wait for: the document gives every picture a bound of its own. */
const READ_MS = 280_000;

type Done = Extract<OcrEvent, { type: 'done' }>;

/** `chosen`: the languages to read for. */
export function chromeOcr(
  open: (service: OffscreenService) => Promise<Line>,
  chosen: () => Promise<readonly string[]> = async () => (await loadSettings()).ocr.languages,
): Ocr {
  return {
    read: (hash, onProgress, signal) =>
      bounded({ signal, within: READ_MS, trouble: TIMEOUT }, async (over) => {
        const languages = await chosen();
        const line = await open('ocr');
        const stop = (): void => line.disconnect();
        try {
          over.throwIfAborted();
          over.addEventListener('abort', stop);
          const answer = heard(line, onProgress);
          line.postMessage({ type: 'read', hash, languages });
          const { reading, languages: read, reduced } = await answer;
          return { reading, languages: read, reduced };
        } finally {
          over.removeEventListener('abort', stop);
          stop();
        }
      }),
  };
}

/** What the document comes to. */
function heard(line: Line, onProgress: (share: number) => void): Promise<Done> {
  return new Promise((resolve, reject) => {
    const fail = (trouble: ReturnType<typeof unreadPicture>): void => reject(new TroubleError(trouble));
    line.onDisconnect.addListener(() => fail(unreadPicture('failed', 'the hidden page that reads it was closed')));
    line.onMessage.addListener((said) => {
      const event = ocrEventIn(said);
      if (event.type === 'fault') fail(unreadPicture(event.fault, event.message));
      else if (event.type === 'done') resolve(event);
      else onProgress(event.share);
    });
  });
}
