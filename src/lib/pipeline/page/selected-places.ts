/**
 * From a browser's range to the first and the last leaf that a person sees selected. Rule: whatever was selected of a
 * formula or a control, it is taken whole; what is not seen bounds nothing.
 */
import { type FlatTree, upwards } from './flat-tree.ts';
import { isElement, isSeen, isText, isWhole, leaves, type Place, textOfLeaf } from './leaves.ts';
import { DROPPED } from './flatten.ts';
import { isUnseen, styleOf } from './visibility.ts';

export interface Places {
  readonly from: Place;
  readonly to: Place;
}

/** Nodes looked at for something that is seen, from either end inwards. */
const MAX_NODES = 20_000;
const END = Number.MAX_SAFE_INTEGER;

/** In the order in which they are shown; null where nothing that is seen lies between. */
export function placesOf(range: AbstractRange, tree: FlatTree): Places | null {
  const [a, b] = [startOf(range, tree), endOf(range, tree)];
  const [from, to] = comesBefore(b, a, tree) ? [b, a] : [a, b]; // slots show nodes in another order than the page's
  const first = seenFrom(from, tree, true);
  const last = seenFrom(to, tree, false);
  if (!first || !last || comesBefore(last, first, tree)) return null;
  return { from: first, to: last };
}

function startOf({ startContainer: node, startOffset: offset }: AbstractRange, tree: FlatTree): Place {
  if (isText(node)) return whole({ node, offset }, tree, 0);
  const child = node.childNodes[offset];
  return whole(
    child ? { node: edge(child, tree, true), offset: 0 } : { node: edge(node, tree, false), offset: END },
    tree,
    0,
  );
}

function endOf({ endContainer: node, endOffset: offset }: AbstractRange, tree: FlatTree): Place {
  if (isText(node)) return whole({ node, offset }, tree, 1);
  const child = node.childNodes[offset - 1];
  return whole(
    child ? { node: edge(child, tree, false), offset: END } : { node: edge(node, tree, true), offset: 0 },
    tree,
    1,
  );
}

/** The first or last leaf in `node`; of what is not shown itself, of the element around. */
function edge(node: Node, tree: FlatTree, first: boolean): Node {
  let at: Node = node;
  while (!tree.parent(at) && at.parentElement) at = at.parentElement;
  for (;;) {
    if (!isElement(at) || isWhole(at)) return at;
    const children = tree.children(at);
    const child = children[first ? 0 : children.length - 1];
    if (!child) return at;
    at = child;
  }
}

/** The element that is taken whole around the place, if there is one. */
function whole(place: Place, tree: FlatTree, offset: 0 | 1): Place {
  let found = place;
  for (const up of upwards(tree, place.node)) if (isElement(up) && isWhole(up)) found = { node: up, offset };
  return found;
}

/** The place itself where something is seen from there on, else the next leaf of which something is. */
function seenFrom(place: Place, tree: FlatTree, forward: boolean): Place | null {
  const skips = (el: Element): boolean => DROPPED.has(el.localName) || isUnseen(el, styleOf(el));
  let start = place.node;
  for (const up of upwards(tree, place.node)) if (isElement(up) && skips(up)) start = up;
  if (start === place.node && shows(place, tree, forward)) return place;
  for (const { node } of leaves(tree, start, { forward, nodes: MAX_NODES, skips })) {
    const next = { node, offset: forward ? 0 : isText(node) ? node.data.length : 1 };
    if (shows(next, tree, forward)) return next;
  }
  return null;
}

/** There is something to see between the place and the end of its leaf that lies inside the selection. */
function shows({ node, offset }: Place, tree: FlatTree, forward: boolean): boolean {
  if (!isSeen(node, tree)) return false;
  if (isText(node)) return (forward ? node.data.slice(offset) : node.data.slice(0, offset)).trim() !== '';
  return (
    isElement(node) && (node.localName === 'img' || textOfLeaf(node) !== '') && (forward ? offset === 0 : offset > 0)
  );
}

/** `a` is shown before `b`. */
export function comesBefore(a: Place, b: Place, tree: FlatTree): boolean {
  if (a.node === b.node) return a.offset < b.offset;
  const [wayA, wayB] = [[...upwards(tree, a.node)].reverse(), [...upwards(tree, b.node)].reverse()];
  let at = 0;
  while (at < wayA.length && wayA[at] === wayB[at]) at += 1;
  const [first, second] = [wayA[at], wayB[at]];
  if (!first || !second || at === 0) return false;
  for (let node: Node | null = second; node; node = tree.next(node)) if (node === first) return false;
  return true;
}
