import { getShadowRoot } from '../chrome/page/shadow-roots.ts';
import type { Figure } from '../lib/pipeline/page/read/figure.ts';
import { listPageFigures } from '../lib/pipeline/page/read/figures.ts';

declare global {
  var __klFigures: (() => readonly Figure[]) | undefined;
}

globalThis.__klFigures = () => listPageFigures(document, getShadowRoot);
