/** The text of a page's copy before and after the rules clean it. */
import { getShadowRoot } from '../../src/chrome/page/shadow-roots.ts';
import { removeSurroundings } from '../../src/lib/pipeline/page/read/cleaning/clean.ts';
import { flatten } from '../../src/lib/pipeline/page/read/flatten.ts';
import { readMetadata } from '../../src/lib/pipeline/page/read/metadata.ts';
import { runAtOnce } from '../kit/run-at-once.ts';

function copyText(isCleaned: boolean): string {
  const { body } = runAtOnce(flatten(document, getShadowRoot)).doc;
  const isProduct = runAtOnce(readMetadata(document, document.URL)).kind === 'product';
  const texts = document.createTreeWalker(
    isCleaned ? runAtOnce(removeSurroundings(body, isProduct)) : body,
    NodeFilter.SHOW_TEXT,
  );
  const all: string[] = [];
  for (let node = texts.nextNode(); node; node = texts.nextNode()) all.push(node.nodeValue ?? '');
  return all.join('\n');
}

Object.assign(globalThis, { __copyText: copyText });
