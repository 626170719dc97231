/** Maps a range to the first and last selected visible leaf. Partial formulas and controls become whole. */
import { type FlatTree, walkUp } from '../read/flat-tree.ts';
import { isElement, isVisible, isText, isAtomic, iterateLeaves, type DomPlace, getLeafText } from './leaves.ts';
import { DROPPED_ELEMENTS } from '../read/element-rules.ts';
import { isInvisible, getStyle } from '../read/visibility.ts';

export interface DomSpan {
  readonly from: DomPlace;
  readonly to: DomPlace;
}

const MAX_NODES = 20_000;
const MAX_OFFSET = Number.MAX_SAFE_INTEGER;

/** Null if nothing visible is between. */
export function resolveRange(range: AbstractRange, tree: FlatTree): DomSpan | null {
  const [a, b] = [resolveStart(range, tree), resolveEnd(range, tree)];
  const [from, to] = isBefore(b, a, tree) ? [b, a] : [a, b]; // slots reorder nodes
  const first = findVisibleFrom(from, tree, true);
  const last = findVisibleFrom(to, tree, false);
  if (!first || !last || isBefore(last, first, tree)) return null;
  return { from: first, to: last };
}

function resolveStart({ startContainer: node, startOffset: offset }: AbstractRange, tree: FlatTree): DomPlace {
  if (isText(node)) return expandToAtomic({ node, offset }, tree, 0);
  const child = node.childNodes[offset];
  return expandToAtomic(
    child
      ? { node: findEdgeLeaf(child, tree, true), offset: 0 }
      : { node: findEdgeLeaf(node, tree, false), offset: MAX_OFFSET },
    tree,
    0,
  );
}

function resolveEnd({ endContainer: node, endOffset: offset }: AbstractRange, tree: FlatTree): DomPlace {
  if (isText(node)) return expandToAtomic({ node, offset }, tree, 1);
  const child = node.childNodes[offset - 1];
  return expandToAtomic(
    child
      ? { node: findEdgeLeaf(child, tree, false), offset: MAX_OFFSET }
      : { node: findEdgeLeaf(node, tree, true), offset: 0 },
    tree,
    1,
  );
}

function findEdgeLeaf(node: Node, tree: FlatTree, first: boolean): Node {
  let at: Node = node;
  while (!tree.getParent(at) && at.parentElement) at = at.parentElement;
  for (;;) {
    if (!isElement(at) || isAtomic(at)) return at;
    const children = tree.getChildren(at);
    const child = children[first ? 0 : children.length - 1];
    if (!child) return at;
    at = child;
  }
}

function expandToAtomic(place: DomPlace, tree: FlatTree, offset: 0 | 1): DomPlace {
  let found = place;
  for (const up of walkUp(tree, place.node)) if (isElement(up) && isAtomic(up)) found = { node: up, offset };
  return found;
}

function findVisibleFrom(place: DomPlace, tree: FlatTree, forward: boolean): DomPlace | null {
  const skips = (el: Element): boolean => DROPPED_ELEMENTS.has(el.localName) || isInvisible(el, getStyle(el));
  let start = place.node;
  for (const up of walkUp(tree, place.node)) if (isElement(up) && skips(up)) start = up;
  if (start === place.node && isShownAt(place, tree, forward)) return place;
  for (const { node } of iterateLeaves(tree, start, { forward, maxNodes: MAX_NODES, shouldSkip: skips })) {
    const next = { node, offset: forward ? 0 : isText(node) ? node.data.length : 1 };
    if (isShownAt(next, tree, forward)) return next;
  }
  return null;
}

function isShownAt({ node, offset }: DomPlace, tree: FlatTree, forward: boolean): boolean {
  if (!isVisible(node, tree)) return false;
  if (isText(node)) return (forward ? node.data.slice(offset) : node.data.slice(0, offset)).trim() !== '';
  return (
    isElement(node) && (node.localName === 'img' || getLeafText(node) !== '') && (forward ? offset === 0 : offset > 0)
  );
}

export function isBefore(a: DomPlace, b: DomPlace, tree: FlatTree): boolean {
  if (a.node === b.node) return a.offset < b.offset;
  const [wayA, wayB] = [[...walkUp(tree, a.node)].reverse(), [...walkUp(tree, b.node)].reverse()];
  let at = 0;
  while (at < wayA.length && wayA[at] === wayB[at]) at += 1;
  const [first, second] = [wayA[at], wayB[at]];
  if (!first || !second || at === 0) return false;
  for (let node: Node | null = second; node; node = tree.getNext(node)) if (node === first) return false;
  return true;
}
