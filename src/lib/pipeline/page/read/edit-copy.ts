/** Changes to a copy of a page. */
import { isPauseDue, type Slices } from '../../text/time-slices.ts';
import { getTextLength } from './text-shares.ts';

/** Removes those that are meant and shorter than `maxLength` characters. */
export function* removeAll(
  els: Iterable<Element>,
  maxLength: number,
  isMeant: (el: Element) => boolean = () => true,
): Slices<void> {
  yield;
  for (const el of els) {
    if (isPauseDue()) yield;
    if (el.isConnected && isMeant(el) && getTextLength(el) < maxLength) el.remove();
  }
}

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
