/** The one DOM power of extensions: shadow roots a page has closed. Rule: looks, never opens or changes. */

const HTML = 'http://www.w3.org/1999/xhtml';

/** The element's shadow root, open or closed, or null. No other than an HTML element can have one. */
export function openShadow(el: Element): ShadowRoot | null {
  return isHtml(el) ? chrome.dom.openOrClosedShadowRoot(el) : null;
}

/** By its namespace too: in another frame's document it is an instance of that frame's class. A form may hide its own. */
const isHtml = (el: Element): el is HTMLElement => el instanceof HTMLElement || el.namespaceURI === HTML;
