/** Moves nodes within the copy, in linear time. */

/** Keeps the children but no attributes. */
export function renameElement(el: Element, name: string): HTMLElement {
  const renamed = el.ownerDocument.createElement(name);
  moveChildren(el, renamed);
  el.replaceWith(renamed);
  return renamed;
}

/** One by one: spreading a very long node list would overflow the stack. */
export function moveChildren(from: Element, to: Element): void {
  while (from.firstChild) to.append(from.firstChild);
}
