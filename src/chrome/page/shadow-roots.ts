const HTML = 'http://www.w3.org/1999/xhtml';

/** The shadow root, open or closed, or null. Only HTML elements can have one. */
export function getShadowRoot(el: Element): ShadowRoot | null {
  return isHtmlElement(el) ? chrome.dom.openOrClosedShadowRoot(el) : null;
}

/** Also checks the namespace: another frame's elements are instances of that frame's class. */
const isHtmlElement = (el: Element): el is HTMLElement => el instanceof HTMLElement || el.namespaceURI === HTML;
