/** Tells the worker what was chosen. The one rule: said until somebody answers, since a worker that dies takes a message with it. */
import { ask } from '../../chrome/toolbar-line.ts';
import type { ViewRegion } from '../../lib/pipeline/ocr/crop.ts';

const TRIES = 5;
const AGAIN_MS = 200;

export async function tellChosen(ticket: string, region: ViewRegion | null): Promise<void> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS * 2 ** attempt));
    if (await ask({ type: 'region.chosen', ticket, region }, new AbortController().signal)) return;
  }
}
