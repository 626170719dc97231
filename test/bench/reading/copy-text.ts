/** The text of a page's copy before and after the rules clean it. Comments and reviews are not lost: they are a region of their own. */
import { getShadowRoot } from '../../../src/chrome/page/shadow-roots.ts';
import { listComments } from '../../../src/lib/pipeline/page/read/blocks/asides.ts';
import { removeSurroundings } from '../../../src/lib/pipeline/page/read/cleaning/clean.ts';
import { flatten } from '../../../src/lib/pipeline/page/read/flatten.ts';
import { readMetadata } from '../../../src/lib/pipeline/page/read/metadata.ts';
import { runAtOnce } from '../../kit/base/run-at-once.ts';

function copyText(isCleaned: boolean): string {
  const { body } = runAtOnce(flatten(document, getShadowRoot)).doc;
  if (!isCleaned) return joinTexts(body);
  const isProduct = runAtOnce(readMetadata(document, document.URL)).kind === 'product';
  const comments = listComments(body, isProduct);
  const cleaned = runAtOnce(removeSurroundings(body, isProduct));
  const apart = comments.filter((box) => !cleaned.contains(box) && !box.contains(cleaned));
  return [cleaned, ...apart].map(joinTexts).join('\n');
}

function joinTexts(root: Element): string {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const all: string[] = [];
  for (let node = texts.nextNode(); node; node = texts.nextNode()) all.push(node.nodeValue ?? '');
  return all.join('\n');
}

Object.assign(globalThis, { __copyText: copyText });
