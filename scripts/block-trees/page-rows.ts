/** In a page: the text of each of its blocks, the row of numbers measured of it, and whether the rules keep it. */
import { getShadowRoot } from '../../src/chrome/page/shadow-roots.ts';
import { flatten } from '../../src/lib/pipeline/page/read/flatten.ts';
import { measureContent } from '../../src/lib/pipeline/page/read/main-content.ts';
import { readMetadata } from '../../src/lib/pipeline/page/read/metadata.ts';
import { runAtOnce } from '../../test/kit/base/run-at-once.ts';

interface MeasuredBlock {
  readonly text: string;
  readonly row: readonly number[];
  readonly kept: boolean;
}

declare global {
  var __klBlockRows: (url: string) => readonly MeasuredBlock[];
}

// in a page without scripts nothing is run later
globalThis.__klBlockRows = (url) => {
  const metadata = runAtOnce(readMetadata(document, url));
  const { doc } = runAtOnce(flatten(document, getShadowRoot));
  const { blocks, rows, kept } = runAtOnce(measureContent(doc, url, metadata, document.documentElement.lang));
  return blocks.map(({ text }, at) => ({ text, row: [...(rows[at] ?? [])], kept: kept.has(at) }));
};
