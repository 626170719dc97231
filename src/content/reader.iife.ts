/**
 * Injected on demand: lays `__klReadPage` into the isolated world for the worker to call by `executeScript({func})`.
 * Rule: leaves nothing else behind, in the page or in the world, however often it is injected.
 */
import { openShadow } from '../chrome/dom.ts';
import type { DocumentReading } from '../lib/pipeline/page/article.ts';
import { readPage } from '../lib/pipeline/page/read.ts';

declare global {
  var __klReadPage: (() => DocumentReading) | undefined;
}

globalThis.__klReadPage = () => readPage(document, openShadow);
