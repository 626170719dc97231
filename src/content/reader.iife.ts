import { getShadowRoot } from '../chrome/page/shadow-roots.ts';
import { isSamePage } from '../lib/base/urls.ts';
import type { DocumentReading } from '../lib/pipeline/page/read/article.ts';
import { readPage } from '../lib/pipeline/page/read/read-article.ts';
import { runInSlices } from '../lib/pipeline/text/time-slices.ts';
import { readSettled, rememberReading, type EarlierReading } from './settled.ts';

declare global {
  /** `call`: any name, by which the reading can be stopped. */
  var __klReadPage: ((call?: string) => Promise<DocumentReading>) | undefined;
  var __klReadings: Map<string, AbortController> | undefined;
  var __klLastReading: EarlierReading | undefined;
}

/** The app has changed the address since the page loaded. */
function isMoved(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return loaded !== undefined && !isSamePage(loaded.name, location.href);
}

const earlierReadings = Object.hasOwn(globalThis, '__klReadings') ? globalThis.__klReadings : undefined;
const readings = earlierReadings ?? new Map<string, AbortController>();
globalThis.__klReadings = readings;

globalThis.__klReadPage = async (call = '') => {
  // own property: a page's element with that id also shows up on `window`
  const earlier = Object.hasOwn(globalThis, '__klLastReading') ? globalThis.__klLastReading : undefined;
  const stopping = new AbortController();
  readings.set(call, stopping);
  const read = (): Promise<DocumentReading> =>
    runInSlices(
      readPage(document, getShadowRoot, { url: document.URL, base: document.baseURI, hasNoData: isMoved() }),
      stopping,
    );
  try {
    const reading = await readSettled(document, read, earlier ?? null, {
      isRouted: isMoved() && navigator.userActivation.isActive, // within the last seconds
      signal: stopping.signal,
    });
    globalThis.__klLastReading = rememberReading(reading);
    return reading;
  } finally {
    readings.delete(call);
  }
};
