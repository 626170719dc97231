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

/** The element and all below it are unseen, or decoration. `visibility` is not asked here: a descendant may show again. */
export function isHidden(el: Element, style: CSSStyleDeclaration | null): boolean {
  return isUnseen(el, style) || (el.getAttribute('aria-hidden') === 'true' && isDecoration(el));
}

/** The element and all below it are not to be seen on the screen. */
export function isUnseen(el: Element, style: CSSStyleDeclaration | null): boolean {
  if (!style) return isHiddenByAttribute(el);
  return style.display === 'none' || (style.position === 'absolute' && isClippedAway(style));
}

/** It stands on lines of its own. */
export function isBlock(el: Element): boolean {
  const display = styleOf(el)?.display ?? '';
  return display !== '' && !/^(?:inline|contents|none|ruby)/.test(display);
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
export function shownText(el: Element, childrenOf = (of: Element): ArrayLike<Node> => of.childNodes): string {
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
    const children = childrenOf(inner);
    for (let i = Math.min(children.length, MAX_NODES) - 1; i >= 0; i -= 1) {
      const node = children[i];
      if (node) stack.push({ node, seen });
    }
  }
  return parts.join('');
}
