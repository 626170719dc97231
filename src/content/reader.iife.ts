/**
 * Injected on demand: defines `__klReadPage` in the isolated world, which the worker calls by `executeScript({func})`.
 * It leaves nothing else behind, however often it is injected.
 */
import { getShadowRoot } from '../chrome/dom.ts';
import type { DocumentReading } from '../lib/pipeline/page/article.ts';
import { readPage } from '../lib/pipeline/page/read.ts';

declare global {
  var __klReadPage: (() => DocumentReading) | undefined;
}

globalThis.__klReadPage = () => readPage(document, getShadowRoot);
