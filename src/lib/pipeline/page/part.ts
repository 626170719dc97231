/**
 * A part of the page, from one place to another, as a view for the walk that copies. Rule: only what lies between the two
 * is ever looked at, and what holds one of them is there, whatever its attributes say of it.
 */
import type { View } from './flatten.ts';
import { type FlatTree, upwards } from './flat-tree.ts';
import { isText, type Place } from './leaves.ts';
import { mathOf } from './math.ts';

export interface Part extends View {
  readonly root: Element;
  /** Element and copy of tables and lists of which the part may have a share alone. */
  readonly shared: readonly (readonly [Element, Element])[];
}

export interface PartRules {
  isHidden(el: Element, style: CSSStyleDeclaration | null): boolean;
  /** The text of this node is left out. */
  isMuted?(node: Node): boolean;
}

/** Null where the two places have no element in common. `from` is not after `to`. */
export function partOf(tree: FlatTree, from: Place, to: Place, rules: PartRules): Part | null {
  const first = new Map<Node, Node>(); // by element, the child on the way to the bound
  const last = new Map<Node, Node>();
  const common = meet(tree, from.node, to.node, first, last);
  if (!common) return null;
  const root = wholeAround(tree, common);
  const shared: [Element, Element][] = [];
  return {
    root,
    boxed: !KEPT.test(root.localName),
    shared,
    childrenOf(el) {
      const [start, end] = [first.get(el), last.get(el)];
      if (!start && !end) return tree.children(el);
      const found: Node[] = [];
      for (let node = start ?? tree.children(el)[0] ?? null; node; node = node === end ? null : tree.next(node))
        found.push(node);
      return found;
    },
    textOf(node) {
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

/** The innermost element that holds both, after noting the way to each. */
function meet(tree: FlatTree, a: Node, b: Node, first: Map<Node, Node>, last: Map<Node, Node>): Element | null {
  note(tree, a, first);
  note(tree, b, last);
  if (a === b && !isText(a)) return a as Element;
  const around = new Set<Node>(upwards(tree, a));
  for (const node of upwards(tree, b)) if (around.has(node) && node.nodeType === 1) return node as Element;
  return null;
}

function note(tree: FlatTree, node: Node, way: Map<Node, Node>): void {
  let child: Node | null = null;
  for (const up of upwards(tree, node)) {
    if (child) way.set(up, child);
    child = up;
  }
}

/** As a root these give their own form; of anything else that is the root, its content counts. */
const KEPT = /^(?:pre|code|table|ul|ol|dl|img|math|mjx-container)$/;
const NEAR = 60;

/** Code, formulas and tables of which the part has a share keep their form, so the root is not inside them. */
function wholeAround(tree: FlatTree, common: Element): Element {
  let root = common;
  let rowsAndCells = /^(?:tr|tbody|thead|tfoot)$/.test(common.localName);
  let near = 0;
  for (const node of upwards(tree, common)) {
    near += 1;
    if (near > NEAR || node.nodeType !== 1) break;
    const el = node as Element;
    if (el.localName === 'pre' || el.localName === 'code' || mathOf(el, el.localName)) root = el;
    else if (rowsAndCells && el.localName === 'table') {
      root = el;
      rowsAndCells = false;
    }
  }
  return root;
}
