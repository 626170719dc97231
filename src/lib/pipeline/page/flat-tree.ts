/**
 * The page as it is shown: shadow trees in place of their hosts' children, slotted nodes in their slots. Rule: a node that
 * is not shown in this order has no parent in it. Frames end it: each is a page of its own.
 */

/** Yields an element's shadow root, closed ones included where the platform allows. */
export type OpenShadow = (el: Element) => ShadowRoot | null;

export interface FlatTree {
  readonly children: (node: Node) => ArrayLike<Node>;
  readonly parent: (node: Node) => Element | null;
  readonly next: (node: Node) => Node | null;
  readonly previous: (node: Node) => Node | null;
}

/** The children of `el` as they are shown. */
export function shownChildren(el: Element, openShadow: OpenShadow): ArrayLike<Node> {
  const shadow = openShadow(el);
  if (shadow) return shadow.childNodes;
  const assigned = assignedTo(el);
  return assigned.length > 0 ? assigned : el.childNodes;
}

function assignedTo(el: Element): readonly Node[] {
  return el.localName === 'slot' && 'assignedNodes' in el ? (el as HTMLSlotElement).assignedNodes() : [];
}

/** For one look at a page that does not change meanwhile: what is slotted where is asked once. */
export function flatTree(openShadow: OpenShadow): FlatTree {
  const slots = new Map<ShadowRoot, ReadonlyMap<Node, Place>>();

  const placeOf = (node: Node): Place | null => {
    const host = node.parentElement;
    const shadow = host && openShadow(host);
    if (!shadow) return null;
    const known = slots.get(shadow) ?? placesIn(shadow);
    slots.set(shadow, known);
    return known.get(node) ?? null;
  };

  const parent = (node: Node): Element | null => {
    const up = node.parentNode;
    if (up?.nodeType === 11) return (up as Partial<ShadowRoot>).host ?? null;
    if (up?.nodeType !== 1) return null;
    const el = up as Element;
    if (openShadow(el)) return placeOf(node)?.slot ?? null;
    return assignedTo(el).length > 0 ? null : el; // a slot's own content is shown only where nothing is slotted
  };

  const beside = (node: Node, step: 1 | -1): Node | null => {
    const place = placeOf(node);
    if (place) return place.siblings[place.index + step] ?? null;
    return step === 1 ? node.nextSibling : node.previousSibling;
  };

  return {
    children: (node) => (node.nodeType === 1 ? shownChildren(node as Element, openShadow) : []),
    parent,
    next: (node) => beside(node, 1),
    previous: (node) => beside(node, -1),
  };
}

interface Place {
  readonly slot: Element;
  readonly siblings: readonly Node[];
  readonly index: number;
}

function placesIn(shadow: ShadowRoot): ReadonlyMap<Node, Place> {
  const places = new Map<Node, Place>();
  for (const slot of shadow.querySelectorAll('slot')) {
    const siblings = assignedTo(slot);
    siblings.forEach((node, index) => places.set(node, { slot, siblings, index }));
  }
  return places;
}

/** More than any page nests; a page may also lie about its parents. */
const MAX_DEPTH = 100_000;

/** `node` and what it stands in, innermost first. */
export function* upwards(tree: FlatTree, node: Node): Generator<Node, void, undefined> {
  let up: Node | null = node;
  for (let depth = 0; up !== null && depth < MAX_DEPTH; depth += 1) {
    yield up;
    up = tree.parent(up);
  }
}
