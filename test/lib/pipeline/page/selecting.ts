/** Selections for the tests: the text between two marks of the markup is what a user selected. */
import type { SelectedText } from '../../../../src/lib/pipeline/page/selection/selection.ts';
import { documentOf, openShadow, readSelection } from './kit.ts';

type Bound = readonly [node: Text, offset: number];

/** The range between `⟦` and `⟧`, which are taken out of the page, in whatever shadow trees they stand. */
export function markedRange(root: Node, shadowOf = openShadow): AbstractRange {
  const start = takeOut(root, '⟦', shadowOf);
  const end = takeOut(root, '⟧', shadowOf);
  if (!start || !end) throw new Error('The page has no marks.');
  const [startContainer, startOffset] = start;
  const [endContainer, endOffset] = end;
  return { startContainer, startOffset, endContainer, endOffset, collapsed: false };
}

function takeOut(node: Node, mark: string, shadowOf: typeof openShadow): Bound | null {
  const at = node.nodeType === 3 ? (node.nodeValue ?? '').indexOf(mark) : -1;
  if (at >= 0) {
    (node as Text).deleteData(at, 1);
    return [node as Text, at];
  }
  const shadow = node.nodeType === 1 ? shadowOf(node as Element) : null;
  for (const child of [...(shadow?.childNodes ?? []), ...node.childNodes]) {
    const found = takeOut(child, mark, shadowOf);
    if (found) return found;
  }
  return null;
}

/** Reads what is marked in a page of this body; fails the test when nothing is found. */
export function selectedIn(page: string | Document, shadowOf = openShadow): SelectedText {
  const doc = typeof page === 'string' ? documentOf(page) : page;
  const found = readSelection(doc, shadowOf, [markedRange(doc.documentElement, shadowOf)]);
  if (!found) throw new Error('Nothing was read.');
  return found;
}
