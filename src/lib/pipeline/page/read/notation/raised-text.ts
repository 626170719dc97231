/** The text of `sup` and `sub`, for both readers of a page. */
import { INLINE_ELEMENTS } from '../element-rules.ts';
import { isSamePageLink } from '../urls.ts';
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

const NOTES = /^(?:\d{1,3}|[a-z])(?:\s*,\s*(?:\d{1,3}|[a-z]))*$/;

/** The numbers of a raised link to notes of the page, each in brackets; null if the element is none, or no text is before it. */
export function findNoteMarks(el: Element, name: string, base: string): string | null {
  if (name !== 'sup') return null;
  const text = readShortText(el).trim();
  const around = el.closest('a');
  const links = around ? [around] : [...el.querySelectorAll('a')];
  const isLinked = links.length > 0 && links.every((link) => isSamePageLink(link.getAttribute('href'), base));
  if (!isLinked || !NOTES.test(text) || !isBehindText(around ?? el)) return null;
  return text
    .split(',')
    .map((mark) => `[${mark.trim()}]`)
    .join('');
}

function isBehindText(el: Element): boolean {
  let node: Element | null = el;
  while (node && !node.previousSibling && INLINE_ELEMENTS.has(node.parentElement?.localName ?? ''))
    node = node.parentElement;
  return /\S$/.test(node?.previousSibling?.textContent ?? '');
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
