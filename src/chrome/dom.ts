/** The one DOM power of extensions: shadow roots a page has closed. Rule: looks, never opens or changes. */

/** The element's shadow root, open or closed, or null. */
export function openShadow(el: Element): ShadowRoot | null {
  if (!(el instanceof HTMLElement)) return el.shadowRoot;
  return chrome.dom.openOrClosedShadowRoot(el);
}
