/** The text of `sup` and `sub`, for both readers of a page. */
import { canLower, canRaise, lowerDigits, MAX_RAISED, raiseDigits } from '../../../text/raised-digits.ts';

/** Returns a text of the same length. */
export type ConvertText = (text: string) => string;

/** Null if the text of the element stays as it is. */
export function findTextConversion(el: Element, name: string): ConvertText | null {
  if (name !== 'sup' && name !== 'sub') return null;
  const text = readShortText(el).trim();
  if (name === 'sup') return canRaise(text) ? raiseDigits : null;
  return canLower(text, readShortText(el.previousSibling), readShortText(el.nextSibling)) ? lowerDigits : null;
}

const MAX_NODES = 12;

/** All of a text node; '' if an element is too long or has too many nodes. */
function readShortText(node: Node | null): string {
  if (node?.nodeType !== 1) return node?.nodeValue ?? '';
  const nodes = node.ownerDocument?.createTreeWalker(node, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  let text = '';
  for (let n = 0; nodes?.nextNode(); n += 1) {
    text += nodes.currentNode.nodeValue ?? '';
    if (n >= MAX_NODES || text.length > 2 * MAX_RAISED) return '';
  }
  return text;
}
