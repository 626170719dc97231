/**
 * What a reader does not see. Rule: the computed style decides where there is one, the attributes where there is none
 * (a parsed document without a window); nothing here asks for layout.
 */

/** The computed style, or null in a document without a window. */
export function styleOf(el: Element): CSSStyleDeclaration | null {
  try {
    return el.ownerDocument.defaultView?.getComputedStyle(el) ?? null;
  } catch {
    return null;
  }
}

/** The element and all below it are unseen. `visibility` is not asked here: a descendant may show again. */
export function isHidden(el: Element, style: CSSStyleDeclaration | null): boolean {
  if (style) {
    if (style.display === 'none') return true;
    if (style.position === 'absolute' && isClippedAway(style)) return true;
  } else if (isHiddenByAttribute(el)) return true;
  return el.getAttribute('aria-hidden') === 'true' && isDecoration(el);
}

function isHiddenByAttribute(el: Element): boolean {
  if (el.hasAttribute('hidden') && el.getAttribute('hidden') !== 'until-found') return true;
  const inline = el.getAttribute('style');
  return (
    inline !== null &&
    inline.length < 5_000 &&
    /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(inline)
  );
}

/** Text for screen readers alone: clipped to nothing, or put far off the screen. */
function isClippedAway(style: CSSStyleDeclaration): boolean {
  if (/^-\d{4,}(?:\.\d+)?px$/.test(style.left) || /^-\d{4,}(?:\.\d+)?px$/.test(style.top)) return true;
  const clip = style.getPropertyValue('clip');
  if (clip.startsWith('rect(') && /^rect\((?:[01](?:px)?[,\s]*){4}\)$/.test(clip)) return true;
  return /^inset\((?:50|100)%/.test(style.clipPath);
}

/** An open dialog hides the whole page behind it from assistive technology; that is the page, not decoration. */
function isDecoration(el: Element): boolean {
  return el.querySelector('main,[role="main"],article,h1') === null && !el.matches('main,[role="main"],article,h1');
}

const MAX_NODES = 300;

/** The text of `el` that a reader sees, of its first nodes; '' when it is hidden itself or by what is around it. */
export function shownText(el: Element): string {
  for (let up = el.parentElement; up; up = up.parentElement) if (isHidden(up, styleOf(up))) return '';
  const parts: string[] = [];
  const stack: { node: Node; seen: boolean }[] = [{ node: el, seen: true }];
  for (let n = 0; n < MAX_NODES; n += 1) {
    const next = stack.pop();
    if (!next) break;
    if (next.node.nodeType === 3 && next.seen) parts.push(next.node.nodeValue ?? '');
    if (next.node.nodeType !== 1) continue;
    const inner = next.node as Element;
    const style = styleOf(inner);
    if (isHidden(inner, style) || /^(?:script|style|noscript|template)$/.test(inner.localName)) continue;
    const seen = style?.visibility !== 'hidden';
    for (let child = inner.lastChild; child; child = child.previousSibling) stack.push({ node: child, seen });
  }
  return parts.join('');
}
