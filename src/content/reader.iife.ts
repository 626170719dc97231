import { getShadowRoot } from '../chrome/page/shadow-roots.ts';
import type { DocumentReading } from '../lib/pipeline/page/read/article.ts';
import { readPage } from '../lib/pipeline/page/read/read.ts';

declare global {
  var __klReadPage: (() => DocumentReading) | undefined;
}

globalThis.__klReadPage = () => readPage(document, getShadowRoot);
