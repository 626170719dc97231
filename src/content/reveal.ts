/** Opens closed elements around ranges, then scrolls all ancestors, innermost first. Focus does not move. */
type GetShadowRoot = (el: Element) => ShadowRoot | null;

const TALL_START_SHARE = 0.2;
const MAX_CENTRED_SHARE = 1 - 2 * TALL_START_SHARE;

export function revealRanges(ranges: readonly Range[], getShadow: GetShadowRoot): void {
  const ancestorSet = new Set<Element>();
  for (const range of ranges) {
    for (const el of iterateAncestors(range.startContainer, getShadow)) {
      if (ancestorSet.has(el)) break;
      ancestorSet.add(el);
    }
  }
  for (const element of ancestorSet) openElement(element, ancestorSet);
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (!first || !last) return;
  const inner = [...iterateAncestors(first.startContainer, getShadow)];
  inner.find(hasBox)?.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  for (const element of inner) if (isScrollable(element)) scrollIntoBox(first, last, element);
}

/** Ancestors in the flat tree: through slots, out of shadow trees and frames. */
function* iterateAncestors(node: Node, getShadow: GetShadowRoot): Generator<Element, void, undefined> {
  for (let current = getFlatParent(node, getShadow); current; current = getFlatParent(current, getShadow))
    if (current.nodeType === 1) yield current as Element;
}

function getFlatParent(node: Node, getShadow: GetShadowRoot): Node | null {
  if (node.nodeType === 9) return (node as Document).defaultView?.frameElement ?? null;
  const parent = node.parentNode;
  if (parent === null) return null;
  if (parent.nodeType === 11) return (parent as ShadowRoot).host;
  return findSlot(node, parent, getShadow) ?? parent;
}

/** `assignedSlot` is null for closed trees. */
function findSlot(node: Node, parent: Node, getShadow: GetShadowRoot): Element | null {
  const shadow = parent.nodeType === 1 ? getShadow(parent as Element) : null;
  return [...(shadow?.querySelectorAll('slot') ?? [])].find((slot) => slot.assignedNodes().includes(node)) ?? null;
}

/** Like the browser's find-in-page. */
function openElement(el: Element, around: ReadonlySet<Element>): void {
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

function isScrollable(el: Element): boolean {
  if (isRoot(el)) return true;
  const style = el.ownerDocument.defaultView?.getComputedStyle(el);
  const allowsScroll = (overflow: string | undefined): boolean =>
    /^(?:auto|scroll|hidden|overlay)$/.test(overflow ?? '');
  return (
    (allowsScroll(style?.overflowY) && el.scrollHeight > el.clientHeight + 1) ||
    (allowsScroll(style?.overflowX) && el.scrollWidth > el.clientWidth + 1)
  );
}

/** Inner boxes must be scrolled first. */
function scrollIntoBox(first: Range, last: Range, box: Element): void {
  const start = getRectInDocument(box, first);
  const end = getRectInDocument(box, last);
  if (!start || !end) return;
  const view = isRoot(box) ? box.ownerDocument.defaultView : null;
  const frame = box.getBoundingClientRect();
  const [top, left] = view ? [0, 0] : [frame.top + box.clientTop, frame.left + box.clientLeft];
  const [height, width] = view ? [view.innerHeight, view.innerWidth] : [box.clientHeight, box.clientWidth];
  const tall = Math.max(start.bottom, end.bottom) - start.top;
  const targetTop =
    top + (tall > 0 && tall <= height * MAX_CENTRED_SHARE ? (height - tall) / 2 : height * TALL_START_SHARE);
  const isOutsideX = start.left < left || start.left > left + width * (1 - TALL_START_SHARE);
  box.scrollBy({
    top: start.top - targetTop,
    left: isOutsideX ? start.left - left - width * TALL_START_SHARE : 0,
    behavior: 'instant',
  });
}

/** In the coordinates of the box's document, which may contain the range's frame. */
function getRectInDocument(box: Element, range: Range): DOMRect | null {
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
