/** The page as rendered: shadow trees and slots resolved; unrendered nodes have no parent. No frames. */

/** Closed roots are included where the platform allows. */
export type OpenShadow = (el: Element) => ShadowRoot | null;

export const isText = (node: Node): node is Text => node.nodeType === 3 || node.nodeType === 4;
export const isElement = (node: Node): node is Element => node.nodeType === 1;

export interface FlatTree {
  readonly getChildren: (node: Node) => ArrayLike<Node>;
  readonly getParent: (node: Node) => Element | null;
  readonly getNext: (node: Node) => Node | null;
  readonly getPrevious: (node: Node) => Node | null;
}

export function getShownChildren(el: Element, openShadow: OpenShadow): ArrayLike<Node> {
  const shadow = openShadow(el);
  if (shadow) return shadow.childNodes;
  const assigned = getAssignedNodes(el);
  return assigned.length > 0 ? assigned : el.childNodes;
}

/** For a stack of nodes to visit, so that the first child comes next. Of more than `max` only the first ones. */
export function pushChildren<T>(
  stack: T[],
  children: ArrayLike<Node>,
  toTask: (node: Node) => T,
  max = children.length,
): void {
  for (let i = Math.min(children.length, max) - 1; i >= 0; i -= 1) {
    const node = children[i];
    if (node) stack.push(toTask(node));
  }
}

function getAssignedNodes(el: Element): readonly Node[] {
  return el.localName === 'slot' && 'assignedNodes' in el ? (el as HTMLSlotElement).assignedNodes() : [];
}

/** Slot assignments are cached. After `maxSteps` no node has a parent, sibling or child: every walk ends. */
export function createFlatTree(openShadow: OpenShadow, maxSteps = Infinity): FlatTree {
  let steps = 0;
  const isSpent = (): boolean => (steps += 1) > maxSteps;
  const slots = new Map<ShadowRoot, ReadonlyMap<Node, SlotPlace>>();

  const findSlotPlace = (node: Node): SlotPlace | null => {
    const host = node.parentElement;
    const shadow = host && openShadow(host);
    if (!shadow) return null;
    const places = slots.get(shadow) ?? indexSlots(shadow);
    slots.set(shadow, places);
    return places.get(node) ?? null;
  };

  const findParent = (node: Node): Element | null => {
    const up = node.parentNode;
    if (up?.nodeType === 11) return (up as Partial<ShadowRoot>).host ?? null;
    if (!up || !isElement(up)) return null;
    if (openShadow(up)) return findSlotPlace(node)?.slot ?? null;
    return getAssignedNodes(up).length > 0 ? null : up; // a slot's own content is shown only if nothing is slotted
  };

  const getSibling = (node: Node, step: 1 | -1): Node | null => {
    const place = findSlotPlace(node);
    if (place) return place.siblings[place.index + step] ?? null;
    return step === 1 ? node.nextSibling : node.previousSibling;
  };

  return {
    getChildren: (node) => (isElement(node) && !isSpent() ? getShownChildren(node, openShadow) : []),
    getParent: (node) => (isSpent() ? null : findParent(node)),
    getNext: (node) => (isSpent() ? null : getSibling(node, 1)),
    getPrevious: (node) => (isSpent() ? null : getSibling(node, -1)),
  };
}

interface SlotPlace {
  readonly slot: Element;
  readonly siblings: readonly Node[];
  readonly index: number;
}

function indexSlots(shadow: ShadowRoot): ReadonlyMap<Node, SlotPlace> {
  const places = new Map<Node, SlotPlace>();
  for (const slot of shadow.querySelectorAll('slot')) {
    const siblings = getAssignedNodes(slot);
    siblings.forEach((node, index) => places.set(node, { slot, siblings, index }));
  }
  return places;
}

/** Guards against cyclic parents. */
const MAX_DEPTH = 100_000;

export function* walkUp(tree: FlatTree, node: Node): Generator<Node, void, undefined> {
  let up: Node | null = node;
  for (let depth = 0; up !== null && depth < MAX_DEPTH; depth += 1) {
    yield up;
    up = tree.getParent(up);
  }
}
