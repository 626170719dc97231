/** Reads the selection inside shadow trees: browsers need the roots, so each host at a boundary is opened. */
import type { OpenShadow } from '../read/flat-tree.ts';

const MAX_ROOTS = 50;

/** Missing before Chrome 137: https://w3c.github.io/selection-api/#dom-selection-getcomposedranges */
type ComposedSelection = Omit<Selection, 'getComposedRanges'> & Partial<Pick<Selection, 'getComposedRanges'>>;

/** Older Chrome: shadow roots have their own getSelection. */
interface SelectingRoot {
  getSelection?(): Selection | null;
}

export function listComposedRanges(doc: Document, openShadow: OpenShadow): readonly AbstractRange[] {
  const selection = doc.getSelection() as ComposedSelection | null;
  if (!selection || selection.rangeCount === 0) return [];
  if (!selection.getComposedRanges) return listRanges(findInnermostSelection(selection, openShadow));
  const shadowRoots: ShadowRoot[] = [];
  for (;;) {
    const ranges = selection.getComposedRanges({ shadowRoots });
    const roots = new Set(ranges.flatMap(listBoundaryElements).map(openShadow));
    const newRoots = [...roots].filter((root): root is ShadowRoot => root !== null && !shadowRoots.includes(root));
    if (newRoots.length === 0 || shadowRoots.length > MAX_ROOTS) return ranges;
    shadowRoots.push(...newRoots);
  }
}

function listRanges(selection: ComposedSelection): readonly Range[] {
  return Array.from({ length: selection.rangeCount }, (_, i) => selection.getRangeAt(i));
}

function findInnermostSelection(selection: ComposedSelection, openShadow: OpenShadow): ComposedSelection {
  let found = selection;
  for (let n = 0; n < MAX_ROOTS && found.rangeCount > 0; n += 1) {
    const { startContainer, startOffset } = found.getRangeAt(0);
    const host = startContainer.childNodes[startOffset];
    const root = host?.nodeType === 1 ? (openShadow(host as Element) as SelectingRoot | null) : null;
    const inner = root?.getSelection?.();
    if (!inner || inner.rangeCount === 0) break;
    found = inner;
  }
  return found;
}

/** If one is a host, the boundary may lie in its shadow tree. */
function listBoundaryElements({
  startContainer,
  startOffset,
  endContainer,
  endOffset,
}: AbstractRange): readonly Element[] {
  const at = [startContainer.childNodes[startOffset], endContainer.childNodes[endOffset - 1]];
  return at.filter((node): node is Element => node?.nodeType === 1);
}
