/** In a page: the text of each of its blocks and the row of numbers measured of it. */
import { Readability } from '@mozilla/readability';
import { getShadowRoot } from '../../src/chrome/page/shadow-roots.ts';
import { removeSurroundings } from '../../src/lib/pipeline/page/read/clean.ts';
import { flatten } from '../../src/lib/pipeline/page/read/flatten.ts';
import type { Slices } from '../../src/lib/pipeline/text/time-slices.ts';
import { runAtOnce } from '../../test/kit/run-at-once.ts';
import { measureBlocks } from './block-features.ts';
import { listMarkedBlocks, markBlocks } from './blocks.ts';
import type { MeasuredContent } from './select-blocks.ts';

declare global {
  var __klBlockRows: (url: string) => { readonly text: string; readonly row: readonly number[] }[];
}

/** What a cleaned copy and Readability would keep of the page is part of the evidence. */
function* measureContent(doc: Document, url: string): Slices<MeasuredContent> {
  const blocks = yield* markBlocks(doc.body);
  const copy = doc.cloneNode(true) as Document;
  const root = yield* removeSurroundings(copy.body);
  const cleaned = listMarkedBlocks(root);
  if (root !== copy.body) copy.body.replaceChildren(root);
  const reader = new Readability<Element>(copy, { disableJSONLD: true, serializer: (node) => node as Element });
  const candidates = { cleaned, readability: listMarkedBlocks(reader.parse()?.content ?? null) };
  return { blocks, rows: yield* measureBlocks(doc.body, blocks, candidates, url), candidates };
}

// in a page without scripts nothing is run later
globalThis.__klBlockRows = (url) => {
  const { blocks, rows } = runAtOnce(measureContent(runAtOnce(flatten(document, getShadowRoot)).doc, url));
  return blocks.map(({ text }, at) => ({ text, row: [...(rows[at] ?? [])] }));
};
