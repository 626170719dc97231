import { getShadowRoot } from '../chrome/page/shadow-roots.ts';
import type { DocumentReading } from '../lib/pipeline/page/read/article.ts';
import { readPage } from '../lib/pipeline/page/read/read-article.ts';
import { readSettled, rememberReading, type EarlierReading } from './settled.ts';

declare global {
  var __klReadPage: (() => Promise<DocumentReading>) | undefined;
  var __klLastReading: EarlierReading | undefined;
}

globalThis.__klReadPage = async () => {
  // own property: a page's element with that id also shows up on `window`
  const earlier = Object.hasOwn(globalThis, '__klLastReading') ? globalThis.__klLastReading : undefined;
  const reading = await readSettled(document, () => readPage(document, getShadowRoot), earlier ?? null);
  globalThis.__klLastReading = rememberReading(reading);
  return reading;
};
