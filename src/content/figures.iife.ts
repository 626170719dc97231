/**
 * Injected on demand: lays `__klFigures` into the isolated world for the worker to call by `executeScript({func})`.
 * Rule: leaves nothing else behind, in the page or in the world, however often it is injected.
 */
import { openShadow } from '../chrome/dom.ts';
import type { Figure } from '../lib/pipeline/page/figure.ts';
import { figuresOf } from '../lib/pipeline/page/figures.ts';

declare global {
  var __klFigures: (() => readonly Figure[]) | undefined;
}

globalThis.__klFigures = () => figuresOf(document, openShadow);
