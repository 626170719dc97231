import { getShadowRoot } from '../chrome/page/shadow-roots.ts';
import { isSamePage } from '../lib/base/urls.ts';
import type { DocumentReading } from '../lib/pipeline/page/read/article.ts';
import { readPage } from '../lib/pipeline/page/read/read-article.ts';
import { readSettled, rememberReading, type EarlierReading } from './settled.ts';

declare global {
  var __klReadPage: (() => Promise<DocumentReading>) | undefined;
  var __klLastReading: EarlierReading | undefined;
}

/** The app has changed the address since the page loaded, and the person was active within the last seconds. */
function isRouted(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return loaded !== undefined && !isSamePage(loaded.name, location.href) && navigator.userActivation.isActive;
}

globalThis.__klReadPage = async () => {
  // own property: a page's element with that id also shows up on `window`
  const earlier = Object.hasOwn(globalThis, '__klLastReading') ? globalThis.__klLastReading : undefined;
  const reading = await readSettled(document, () => readPage(document, getShadowRoot), earlier ?? null, isRouted());
  globalThis.__klLastReading = rememberReading(reading);
  return reading;
};
