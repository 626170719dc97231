/** Moving nodes about in the copy. Rule: linear, and no spread of a node list, which would overflow on very many. */

/** `el` under another name, with its children and without its attributes. */
export function rename(el: Element, name: string): HTMLElement {
  const next = el.ownerDocument.createElement(name);
  moveChildren(el, next);
  el.replaceWith(next);
  return next;
}

/** One by one: a spread would overflow the stack on a parent of very many. */
export function moveChildren(from: Element, to: Element): void {
  while (from.firstChild) to.append(from.firstChild);
}
