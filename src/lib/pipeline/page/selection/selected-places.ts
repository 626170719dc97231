/** Maps a range to the first and last selected visible leaf. Partial formulas and controls become whole. */
import { type FlatTree, isElement, isText, walkUp } from '../read/flat-tree.ts';
import { isVisible, isAtomic, isUnshown, iterateLeaves, type DomPlace, getLeafText } from './leaves.ts';

export interface DomSpan {
  readonly from: DomPlace;
  readonly to: DomPlace;
}

const MAX_NODES = 20_000;
const MAX_OFFSET = Number.MAX_SAFE_INTEGER;

/** Null if nothing visible is between. */
export function resolveRange(range: AbstractRange, tree: FlatTree): DomSpan | null {
  const a = resolveBoundary(range.startContainer, range.startOffset, tree, true);
  const b = resolveBoundary(range.endContainer, range.endOffset, tree, false);
  const [from, to] = isBefore(b, a, tree) ? [b, a] : [a, b]; // slots reorder nodes
  const first = findVisibleFrom(from, tree, true);
  const last = findVisibleFrom(to, tree, false);
  if (!first || !last || isBefore(last, first, tree)) return null;
  return { from: first, to: last };
}

/** A boundary between nodes is at the start of the leaf after it, or at the end of the one before it. */
function resolveBoundary(node: Node, offset: number, tree: FlatTree, start: boolean): DomPlace {
  if (isText(node)) return expandToAtomic({ node, offset }, tree, start);
  const child = node.childNodes[start ? offset : offset - 1];
  const first = child ? start : !start;
  const leaf = findEdgeLeaf(child ?? node, tree, first);
  return expandToAtomic({ node: leaf, offset: first ? 0 : MAX_OFFSET }, tree, start);
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

function expandToAtomic(place: DomPlace, tree: FlatTree, start: boolean): DomPlace {
  let found = place;
  const offset = start ? 0 : 1;
  for (const up of walkUp(tree, place.node)) if (isElement(up) && isAtomic(up)) found = { node: up, offset };
  return found;
}

function findVisibleFrom(place: DomPlace, tree: FlatTree, forward: boolean): DomPlace | null {
  let start = place.node;
  for (const up of walkUp(tree, place.node)) if (isElement(up) && isUnshown(up)) start = up;
  if (start === place.node && isShownAt(place, tree, forward)) return place;
  for (const { node } of iterateLeaves(tree, start, { forward, maxNodes: MAX_NODES })) {
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

function isBefore(a: DomPlace, b: DomPlace, tree: FlatTree): boolean {
  if (a.node === b.node) return a.offset < b.offset;
  const [wayA, wayB] = [[...walkUp(tree, a.node)].reverse(), [...walkUp(tree, b.node)].reverse()];
  let at = 0;
  while (at < wayA.length && wayA[at] === wayB[at]) at += 1;
  const [first, second] = [wayA[at], wayB[at]];
  if (!first || !second || at === 0) return false;
  for (let node: Node | null = second; node; node = tree.getNext(node)) if (node === first) return false;
  return true;
}
