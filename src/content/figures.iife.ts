/**
 * Injected on demand: defines `__klFigures` in the isolated world, which the worker calls by `executeScript({func})`.
 * It leaves nothing else behind, however often it is injected.
 */
import { getShadowRoot } from '../chrome/page/shadow-roots.ts';
import type { Figure } from '../lib/pipeline/page/read/figure.ts';
import { listPageFigures } from '../lib/pipeline/page/read/figures.ts';

declare global {
  var __klFigures: (() => readonly Figure[]) | undefined;
}

globalThis.__klFigures = () => listPageFigures(document, getShadowRoot);
