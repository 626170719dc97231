/** Read-only access to closed shadow roots, which extensions have. */

const HTML = 'http://www.w3.org/1999/xhtml';

/** The element's shadow root, open or closed, or null. Only HTML elements can have one. */
export function getShadowRoot(el: Element): ShadowRoot | null {
  return isHtmlElement(el) ? chrome.dom.openOrClosedShadowRoot(el) : null;
}

/**
 * Also checks the namespace: elements of another frame's document are instances of that frame's class, and a form may
 * shadow its own property.
 */
const isHtmlElement = (el: Element): el is HTMLElement => el instanceof HTMLElement || el.namespaceURI === HTML;
