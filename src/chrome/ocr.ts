/** Reads the text in pictures: the work is done in the offscreen document. */
import type { Ocr } from '../lib/agent/ports.ts';
import type { Line, OffscreenService } from '../lib/protocol/offscreen.ts';

export function chromeOcr(open: (service: OffscreenService) => Promise<Line>): Ocr {
  return { read: async () => Promise.reject(new Error(`Not built yet. ${(await open('ocr')).name}`)) };
}
