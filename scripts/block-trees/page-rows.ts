/** In a page: the text of each of its blocks and the row of numbers measured of it. */
import { getShadowRoot } from '../../src/chrome/page/shadow-roots.ts';
import { BOUNDS, flatten } from '../../src/lib/pipeline/page/read/flatten.ts';
import { measureContent } from '../../src/lib/pipeline/page/read/read-article.ts';
import { runInSlices } from '../../src/lib/pipeline/text/time-slices.ts';

declare global {
  var __klBlockRows: (url: string) => Promise<{ readonly text: string; readonly row: readonly number[] }[]>;
}

globalThis.__klBlockRows = async (url) => {
  const { doc } = await runInSlices(flatten(document, getShadowRoot, BOUNDS));
  const { blocks, rows } = await runInSlices(measureContent(doc, url));
  return blocks.map(({ text }, at) => ({ text, row: [...(rows[at] ?? [])] }));
};
