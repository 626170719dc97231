/** Iterates over leaves in rendered order, from any place in either direction. Bounded. */
import { DROPPED_ELEMENTS } from '../read/element-rules.ts';
import { type FlatTree, isElement, isText } from '../read/flat-tree.ts';
import { getStyle, isBlock, isInvisible, isUnseen } from '../read/visibility.ts';
import { findFormula } from '../read/notation/formulas.ts';

/** Offset in a text node, or before (0) or after (1) an atomic element. */
export interface DomPlace {
  readonly node: Node;
  readonly offset: number;
}

interface Leaf {
  readonly node: Node;
  readonly apart: boolean;
}

interface LeafOptions {
  readonly forward: boolean;
  readonly maxNodes: number;
  /** Default: skips what is not shown. */
  readonly shouldSkip?: (el: Element) => boolean;
  readonly inclusive?: boolean;
}

/** Their content is no page text, or makes sense only together. */
export const isAtomic = (el: Element): boolean =>
  DROPPED_ELEMENTS.has(el.localName) || el.localName === 'iframe' || findFormula(el, el.localName) !== null;

export const isUnshown = (el: Element): boolean => DROPPED_ELEMENTS.has(el.localName) || isInvisible(el, getStyle(el));

export function* iterateLeaves(tree: FlatTree, from: Node, steps: LeafOptions): Generator<Leaf, void, undefined> {
  const { shouldSkip = isUnshown } = steps;
  const getSibling = steps.forward ? tree.getNext : tree.getPrevious;
  let remaining = steps.maxNodes;
  let apart = false;
  let node: Node | null = steps.inclusive === true ? from : null;
  let last = from;
  for (;;) {
    for (; node === null; remaining -= 1) {
      if (remaining <= 0) return;
      node = getSibling(last);
      if (node) break;
      const up = tree.getParent(last);
      if (!up) return;
      apart ||= isBlock(up);
      last = up;
    }
    for (; remaining > 0 && isElement(node); remaining -= 1) {
      if (shouldSkip(node)) break;
      apart ||= node.localName === 'br' || isBlock(node);
      if (isAtomic(node)) break;
      const children: ArrayLike<Node> = tree.getChildren(node);
      const child: Node | undefined = children[steps.forward ? 0 : children.length - 1];
      if (!child) break;
      node = child;
    }
    remaining -= 1;
    last = node;
    if (isText(node) || (isElement(node) && !shouldSkip(node))) {
      yield { node, apart };
      apart = isElement(node) && (node.localName === 'br' || isBlock(node));
    }
    node = null;
  }
}

export function isVisible(node: Node, tree: FlatTree): boolean {
  const el = isElement(node) ? node : tree.getParent(node);
  return el === null || !isUnseen(getStyle(el));
}

/** Text of a text node, TeX of a formula, else ''. */
export function getLeafText(node: Node): string {
  if (isText(node)) return node.data;
  return isElement(node) ? (findFormula(node, node.localName)?.tex ?? '') : '';
}
