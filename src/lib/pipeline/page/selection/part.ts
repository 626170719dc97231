/** A part of the page between two places, as a view for the copying walk. */
import type { View } from '../read/copy-view.ts';
import { type FlatTree, isElement, isText, walkUp } from '../read/flat-tree.ts';
import type { DomPlace } from './leaves.ts';
import { findFormula } from '../read/notation/formulas.ts';

export interface Part extends View {
  readonly root: Element;
  readonly partialCopies: readonly (readonly [Element, Element])[];
}

export interface PartRules {
  isHidden(el: Element, style: CSSStyleDeclaration | null): boolean;
  isMuted?(node: Node): boolean;
}

/** Null if the places have no common element. `from` must not be after `to`. */
export function createPagePart(tree: FlatTree, from: DomPlace, to: DomPlace, rules: PartRules): Part | null {
  const first = new Map<Node, Node>(); // maps each ancestor to its child on the path to the bound
  const last = new Map<Node, Node>();
  const common = findCommonAncestor(tree, from.node, to.node, first, last);
  if (!common) return null;
  const root = findRoot(tree, common);
  const shared: [Element, Element][] = [];
  return {
    root,
    boxed: !KEPT_ROOTS.test(root.localName),
    partialCopies: shared,
    getChildren(el) {
      const [start, end] = [first.get(el), last.get(el)];
      if (!start && !end) return tree.getChildren(el);
      const found: Node[] = [];
      for (let node = start ?? tree.getChildren(el)[0] ?? null; node; node = node === end ? null : tree.getNext(node))
        found.push(node);
      return found;
    },
    getText(node) {
      if (rules.isMuted?.(node)) return '';
      const text = node.nodeValue ?? '';
      return text.slice(node === from.node ? from.offset : 0, node === to.node ? to.offset : text.length);
    },
    isHidden: (el, style) => el !== root && !first.has(el) && !last.has(el) && rules.isHidden(el, style),
    onCopy(el, copy) {
      if ((el === root || first.has(el)) && /^(?:table|ol)$/.test(copy.localName)) shared.push([el, copy]);
      else if (last.has(el) && copy.localName === 'table') shared.push([el, copy]);
    },
  };
}

function findCommonAncestor(
  tree: FlatTree,
  a: Node,
  b: Node,
  first: Map<Node, Node>,
  last: Map<Node, Node>,
): Element | null {
  recordPath(tree, a, first);
  recordPath(tree, b, last);
  if (a === b && !isText(a)) return a as Element;
  const around = new Set<Node>(walkUp(tree, a));
  for (const node of walkUp(tree, b)) if (around.has(node) && isElement(node)) return node;
  return null;
}

function recordPath(tree: FlatTree, node: Node, path: Map<Node, Node>): void {
  let child: Node | null = null;
  for (const up of walkUp(tree, node)) {
    if (child) path.set(up, child);
    child = up;
  }
}

const KEPT_ROOTS = /^(?:pre|code|table|ul|ol|dl|img|math|mjx-container)$/;
const MAX_LEVELS = 60;

/** Partial code, formulas and tables keep their form, so the root must not be inside one. */
function findRoot(tree: FlatTree, common: Element): Element {
  let root = common;
  let rowsAndCells = /^(?:tr|tbody|thead|tfoot)$/.test(common.localName);
  let near = 0;
  for (const node of walkUp(tree, common)) {
    near += 1;
    if (near > MAX_LEVELS || !isElement(node)) break;
    if (node.localName === 'pre' || node.localName === 'code' || findFormula(node, node.localName)) root = node;
    else if (rowsAndCells && node.localName === 'table') {
      root = node;
      rowsAndCells = false;
    }
  }
  return root;
}
