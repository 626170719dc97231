/** A title, name or query meant to break out of its line, and what is wrong with a document that shows it. */

/** Right-to-left letters: where they are not isolated, they reorder what is beside them. */
export const MARKER = 'שלום';

/** Overrides, isolates opened and closed, line breaks, 50 marks on a letter, 400 letters without a space. */
export const HOSTILE_LINE = `${MARKER} \u202Egnp\u2066x\u2069\u2069\u2067\r\n\u2028\u0007 a${'\u0301'.repeat(50)}${'W'.repeat(400)}`;

const CONTROLS =
  // oxlint-disable-next-line no-control-regex -- control characters are what this is about
  /[\0-\x08\v\f\x0E-\x1F\x7F-\x9F\u061C\u200E\u200F\u2028-\u202E\u2066\u2067]/u;
const ISOLATED = /\u2068[^\u2068\u2069]*\u2069/gu;
const PILED = /\p{M}{7}/u;
/** Characters of a hint, with the words around the text. */
const MAX_LENGTH = 1100;

function findFault(text: string, most = MAX_LENGTH): string | null {
  if (CONTROLS.test(text)) return 'holds controls';
  if (/[\u2068\u2069]/u.test(text.replace(ISOLATED, ''))) return 'opens or closes an isolate of another';
  if (PILED.test(text)) return 'piles up marks';
  return text.length > most ? 'is not clipped' : null;
}

/** Texts and hints with the hostile line that are not clipped or not isolated, each with its fault. */
export function listLineFaults(root: Element): readonly string[] {
  const faults: string[] = [];
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent ?? '';
    if (!text.includes(MARKER)) continue;
    const isIsolated =
      node.parentElement?.closest('bdi, code, [dir]') !== null || !text.replace(ISOLATED, '').includes(MARKER);
    const isWhole = node.parentElement?.closest('pre') !== null; // data as it is, which may be long
    const fault = findFault(text, isWhole ? Infinity : MAX_LENGTH) ?? (isIsolated ? null : 'is not isolated');
    if (fault !== null) faults.push(`${node.parentElement?.outerHTML.slice(0, 120) ?? ''}: ${fault}`);
  }
  for (const element of root.querySelectorAll('*'))
    for (const { name, value } of element.attributes) {
      const isSaid = ['title', 'alt', 'placeholder'].includes(name) || name.startsWith('aria-');
      const fault = isSaid && value.includes(MARKER) ? findFault(value) : null;
      if (fault !== null) faults.push(`${name} of ${element.tagName}: ${fault}`);
    }
  return faults;
}
