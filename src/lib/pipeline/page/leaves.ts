/**
 * The page leaf by leaf, in the order in which it is shown, from any place in either direction: what is near is found
 * without looking at the rest. Rule: work is bounded by the nodes stepped on, whatever the page.
 */
import { DROPPED } from './flatten.ts';
import type { FlatTree } from './flat-tree.ts';
import { mathOf } from './math.ts';
import { isBlock, styleOf } from './visibility.ts';

/** A place in the page: in a text node at an offset, or at an element that is taken whole (0 before it, 1 after). */
export interface Place {
  readonly node: Node;
  readonly offset: number;
}

export interface Leaf {
  readonly node: Node;
  /** The bound of a block or line lies between it and the leaf before. */
  readonly apart: boolean;
}

interface Steps {
  readonly forward: boolean;
  /** Nodes stepped on at most. */
  readonly nodes: number;
  /** The element is stepped over. */
  skips(el: Element): boolean;
  /** `from` itself is stepped into. */
  readonly inclusive?: boolean;
}

export const isText = (node: Node): node is Text => node.nodeType === 3 || node.nodeType === 4;
export const isElement = (node: Node): node is Element => node.nodeType === 1;

/** Taken whole: what is inside is no text of the page, or makes sense only together. */
export const isWhole = (el: Element): boolean =>
  DROPPED.has(el.localName) || el.localName === 'iframe' || mathOf(el, el.localName) !== null;

/** Leaves after `from`, or before it, nearest first. */
export function* leaves(tree: FlatTree, from: Node, steps: Steps): Generator<Leaf, void, undefined> {
  const beside = steps.forward ? tree.next : tree.previous;
  let left = steps.nodes;
  let apart = false;
  let node: Node | null = steps.inclusive === true ? from : null;
  let last = from;
  for (;;) {
    for (; node === null; left -= 1) {
      if (left <= 0) return;
      node = beside(last);
      if (node) break;
      const up = tree.parent(last);
      if (!up) return;
      apart ||= isBlock(up);
      last = up;
    }
    // down to the first leaf, or the last one
    for (; left > 0 && isElement(node); left -= 1) {
      if (isElement(node) && steps.skips(node)) break;
      apart ||= node.localName === 'br' || isBlock(node);
      if (isWhole(node)) break;
      const children: ArrayLike<Node> = tree.children(node);
      const child: Node | undefined = children[steps.forward ? 0 : children.length - 1];
      if (!child) break;
      node = child;
    }
    left -= 1;
    last = node;
    if (isText(node) || (isElement(node) && !steps.skips(node))) {
      yield { node, apart };
      apart = isElement(node) && (node.localName === 'br' || isBlock(node));
    }
    node = null;
  }
}

/** Its text shows: `visibility` of the element it stands in is not hidden. */
export function isSeen(node: Node, tree: FlatTree): boolean {
  const el = isElement(node) ? node : tree.parent(node);
  const style = el && styleOf(el);
  return !style || style.visibility === '' || style.visibility === 'visible';
}

/** The text of a leaf: of text as it is written, of a formula its TeX; else ''. */
export function textOfLeaf(node: Node): string {
  if (isText(node)) return node.data;
  return isElement(node) ? (mathOf(node, node.localName)?.tex ?? '') : '';
}
