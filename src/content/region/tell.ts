/** Sends the region until acknowledged: a worker that dies loses the message. */
import { askWorker } from '../../chrome/toolbar/toolbar-line.ts';
import type { ViewRegion } from '../../lib/pipeline/ocr/crop.ts';

const MAX_ATTEMPTS = 5;
const RETRY_DELAY_MS = 200;

export async function sendChosenRegion(ticket: string, region: ViewRegion | null): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS * 2 ** attempt));
    if (await askWorker({ type: 'region.chosen', ticket, region }, new AbortController().signal)) return;
  }
}
