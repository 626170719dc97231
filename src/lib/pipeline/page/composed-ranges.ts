/**
 * A document's selection as it is, shadow trees included. Browsers tell of it only as far as the outermost host, unless they
 * are shown the trees: so each host at a bound is opened in turn. Rule: the selection is only looked at.
 */
import type { OpenShadow } from './flat-tree.ts';

/** How deep shadow trees may nest. */
const MAX_ROOTS = 50;

/** Chrome 137 has what composes; older ones lack it: https://w3c.github.io/selection-api/#dom-selection-getcomposedranges */
type Composing = Omit<Selection, 'getComposedRanges'> & Partial<Pick<Selection, 'getComposedRanges'>>;

/** Before that, Chrome's own. */
interface SelectingRoot {
  getSelection?(): Selection | null;
}

export function composedRanges(doc: Document, openShadow: OpenShadow): readonly AbstractRange[] {
  const selection = doc.getSelection() as Composing | null;
  if (!selection || selection.rangeCount === 0) return [];
  if (!selection.getComposedRanges) return rangesOf(innermost(selection, openShadow));
  const shadowRoots: ShadowRoot[] = [];
  for (;;) {
    const ranges = selection.getComposedRanges({ shadowRoots });
    const roots = new Set(ranges.flatMap(hostsAt).map(openShadow));
    const found = [...roots].filter((root): root is ShadowRoot => root !== null && !shadowRoots.includes(root));
    if (found.length === 0 || shadowRoots.length > MAX_ROOTS) return ranges;
    shadowRoots.push(...found);
  }
}

function rangesOf(selection: Composing): readonly Range[] {
  return Array.from({ length: selection.rangeCount }, (_, i) => selection.getRangeAt(i));
}

/** The selection of the innermost tree that has one of its own. */
function innermost(selection: Composing, openShadow: OpenShadow): Composing {
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

/** The elements just inside both bounds: where one is a host, the bound may lie in its shadow tree. */
function hostsAt({ startContainer, startOffset, endContainer, endOffset }: AbstractRange): readonly Element[] {
  const at = [startContainer.childNodes[startOffset], endContainer.childNodes[endOffset - 1]];
  return at.filter((node): node is Element => node?.nodeType === 1);
}
