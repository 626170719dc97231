/**
 * Injected on demand: defines `__klReadPage` in the isolated world, which the worker calls by `executeScript({func})`.
 * It leaves nothing else behind, however often it is injected.
 */
import { getShadowRoot } from '../chrome/page/shadow-roots.ts';
import type { DocumentReading } from '../lib/pipeline/page/read/article.ts';
import { readPage } from '../lib/pipeline/page/read/read.ts';

declare global {
  var __klReadPage: (() => DocumentReading) | undefined;
}

globalThis.__klReadPage = () => readPage(document, getShadowRoot);
