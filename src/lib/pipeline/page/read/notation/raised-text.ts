/** The text of `sup`, `sub` and `q`, for both readers of a page. */
import { INLINE_ELEMENTS } from '../element-rules.ts';
import { canLower, canRaise, lowerDigits, MAX_RAISED, raiseDigits } from '../../../text/raised-digits.ts';

/** Returns a text of the same length. */
export type ConvertText = (text: string) => string;

/** What is written around the text of an element, and how the text itself is. */
interface Notation {
  readonly before: string;
  readonly after: string;
  readonly convert: ConvertText | null;
}

const AS_IT_IS: Notation = { before: '', after: '', convert: null };
const PRICE = /[$€£¥₹]\s?\d[\d.,\s]*$/;
const CURRENCY = /^\s?(?:[$€£¥₹]|zł|kr|Kč|USD|EUR|CHF)/;

export function findNotation(el: Element, name: string): Notation {
  if (name === 'q') return findQuotationMarks(el);
  if (name !== 'sup' && name !== 'sub') return AS_IT_IS;
  const text = readShortText(el).trim();
  const before = readTextBefore(el);
  const isSup = name === 'sup';
  if (isSup && /^\d\d$/.test(text) && (PRICE.test(before) || CURRENCY.test(readShortText(el.nextSibling))))
    return /\d$/.test(before) ? { ...AS_IT_IS, before: '.' } : AS_IT_IS;
  const isNested = el.querySelector('sup,sub') !== null;
  const isSecond = el.previousSibling?.nodeName === el.nodeName;
  if (!isNested && !isSecond) {
    if (isSup && canRaise(text, before)) return { ...AS_IT_IS, convert: raiseDigits };
    if (!isSup && canLower(text, before, readShortText(el.nextSibling))) return { ...AS_IT_IS, convert: lowerDigits };
  }
  if (!/[\p{L}\p{N})\]}′']$/u.test(before) || !(isNested || isSecond || isTerm(text, isSup))) return AS_IT_IS;
  return { before: isSup ? '^(' : '_(', after: ')', convert: null };
}

function findQuotationMarks(el: Element): Notation {
  if (/^\s*["'“„«‘「]/.test(el.textContent)) return AS_IT_IS;
  const [before, after] = el.parentElement?.closest('q') ? ['‘', '’'] : ['“', '”'];
  return { ...AS_IT_IS, before, after };
}

/** Whether a text has a meaning of its own beside its base: 1/2, n+1, 2m, a; an ordinal's ending (XXe, 1st) has none. */
function isTerm(text: string, isSup: boolean): boolean {
  if (text.length > MAX_RAISED || !/^[\p{L}\p{N}\s+\-−–*·×/^=<>(),.]+$/u.test(text)) return false;
  if (/^\d+$/.test(text)) return isSup;
  if (/\d|[\p{L}\p{N}]\s*[+\-−–*·×/^=<>,]|^[+\-−–]/u.test(text)) return !/\p{L}\s+\p{L}{2}/u.test(text);
  return isSup ? /^\p{L}$/u.test(text) && text !== 'e' : /^\p{L}+$/u.test(text);
}

const MAX_NODES = 12;

/** All of a text node; '' if an element is too long or has too many nodes. */
export function readShortText(node: Node | null): string {
  if (node?.nodeType !== 1) return node?.nodeType === 3 ? (node.nodeValue ?? '') : '';
  const nodes = node.ownerDocument?.createTreeWalker(node, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  let text = '';
  for (let n = 0; nodes?.nextNode(); n += 1) {
    text += nodes.currentNode.nodeValue ?? '';
    if (n >= MAX_NODES || text.length > 2 * MAX_RAISED) return '';
  }
  return text;
}

/** The end of it, in the same line. */
function readTextBefore(el: Element): string {
  let node: Node = el;
  let text = '';
  for (let n = 0; n < MAX_NODES && text.length < MAX_RAISED; n += 1) {
    const { previousSibling, parentElement } = node;
    if (previousSibling) text = readShortText(previousSibling).slice(-2 * MAX_RAISED) + text;
    else if (!parentElement || !INLINE_ELEMENTS.has(parentElement.localName)) break;
    node = previousSibling ?? parentElement ?? node;
  }
  return text;
}
