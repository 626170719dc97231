/**
 * Brings ranges into view: opens what is closed around them, then scrolls every box that scrolls, from the innermost out,
 * frames included. Rule: no focus moves, and the jump is made at once, so that nothing swims for those whom that troubles.
 */
type OpenShadow = (el: Element) => ShadowRoot | null;

/** Where in a box a passage begins that is too tall to stand in its middle, as a share of the box. */
const TOP = 0.2;
/** Passages up to this share of the box stand in its middle. */
const TALL = 1 - 2 * TOP;

export function reveal(ranges: readonly Range[], openShadow: OpenShadow): void {
  const around = new Set<Element>();
  for (const range of ranges) {
    for (const el of ancestors(range.startContainer, openShadow)) {
      if (around.has(el)) break;
      around.add(el);
    }
  }
  for (const el of around) open(el, around);
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (!first || !last) return;
  const inner = [...ancestors(first.startContainer, openShadow)];
  inner.find(hasBox)?.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  for (const el of inner) if (scrolls(el)) centre(first, last, el);
}

/** Parents as they are shown: through slots, out of shadow trees and frames. */
function* ancestors(node: Node, openShadow: OpenShadow): Generator<Element, void, undefined> {
  for (let at = parentOf(node, openShadow); at; at = parentOf(at, openShadow))
    if (at.nodeType === 1) yield at as Element;
}

function parentOf(node: Node, openShadow: OpenShadow): Node | null {
  if (node.nodeType === 9) return (node as Document).defaultView?.frameElement ?? null;
  const parent = node.parentNode;
  if (parent === null) return null;
  if (parent.nodeType === 11) return (parent as ShadowRoot).host;
  return slotOf(node, parent, openShadow) ?? parent;
}

/** The slot that shows a child of a shadow host. `assignedSlot` does not tell of closed trees. */
function slotOf(node: Node, parent: Node, openShadow: OpenShadow): Element | null {
  const shadow = parent.nodeType === 1 ? openShadow(parent as Element) : null;
  return [...(shadow?.querySelectorAll('slot') ?? [])].find((slot) => slot.assignedNodes().includes(node)) ?? null;
}

/** As the browser's own search in the page does it. */
function open(el: Element, around: ReadonlySet<Element>): void {
  if (el.localName === 'details' && !el.hasAttribute('open')) {
    const summary = el.querySelector(':scope > summary');
    if (!summary || !around.has(summary)) el.setAttribute('open', '');
  }
  if (el.getAttribute('hidden') === 'until-found') {
    el.dispatchEvent(new Event('beforematch', { bubbles: true }));
    el.removeAttribute('hidden');
  }
}

const hasBox = (el: Element): boolean => el.getClientRects().length > 0;

const isRoot = (el: Element): boolean => el === el.ownerDocument.scrollingElement;

function scrolls(el: Element): boolean {
  if (isRoot(el)) return true;
  const style = el.ownerDocument.defaultView?.getComputedStyle(el);
  const can = (overflow: string | undefined): boolean => /^(?:auto|scroll|hidden|overlay)$/.test(overflow ?? '');
  return (
    (can(style?.overflowY) && el.scrollHeight > el.clientHeight + 1) ||
    (can(style?.overflowX) && el.scrollWidth > el.clientWidth + 1)
  );
}

/** Scrolls `box` by what is still missing. Boxes further in have been scrolled before. */
function centre(first: Range, last: Range, box: Element): void {
  const start = seenFrom(box, first);
  const end = seenFrom(box, last);
  if (!start || !end) return;
  const view = isRoot(box) ? box.ownerDocument.defaultView : null;
  const frame = box.getBoundingClientRect();
  const [top, left] = view ? [0, 0] : [frame.top + box.clientTop, frame.left + box.clientLeft];
  const [height, width] = view ? [view.innerHeight, view.innerWidth] : [box.clientHeight, box.clientWidth];
  const tall = Math.max(start.bottom, end.bottom) - start.top;
  const wanted = top + (tall > 0 && tall <= height * TALL ? (height - tall) / 2 : height * TOP);
  const beside = start.left < left || start.left > left + width * (1 - TOP);
  box.scrollBy({
    top: start.top - wanted,
    left: beside ? start.left - left - width * TOP : 0,
    behavior: 'instant',
  });
}

/** The range's first line in the coordinates of the box's document, which may be one around the range's own. */
function seenFrom(box: Element, range: Range): DOMRect | null {
  const rect = range.getClientRects()[0];
  if (!rect) return null;
  let { x, y } = rect;
  for (let doc = range.startContainer.ownerDocument; doc && doc !== box.ownerDocument;) {
    const frame: Element | null = doc.defaultView?.frameElement ?? null;
    if (!frame) return null;
    const around = frame.getBoundingClientRect();
    x += around.left + frame.clientLeft;
    y += around.top + frame.clientTop;
    doc = frame.ownerDocument;
  }
  return new DOMRect(x, y, rect.width, rect.height);
}
