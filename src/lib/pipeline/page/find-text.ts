/**
 * Where the page says a text that was told without its place. Rule: only the letters and digits are compared, for a browser
 * tells text without its form; and a text that stands in two places stands nowhere in particular.
 */
import { DROPPED } from './flatten.ts';
import type { FlatTree } from './flat-tree.ts';
import { isSeen, isText, leaves } from './leaves.ts';
import type { Places } from './selected-places.ts';
import { isUnseen, styleOf } from './visibility.ts';

const MAX_NODES = 200_000;
const MAX_LETTERS = 2_000_000;
const MAX_SOUGHT = 20_000;

/** Letters and digits alone, even in case and width. */
export const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

export function findText(doc: Document, tree: FlatTree, plain: string): Places | null {
  const sought = lettersOf(plain.slice(0, MAX_SOUGHT));
  const body = doc.querySelector('body');
  if (sought === '' || !body) return null;
  const starts: { readonly node: Text; readonly at: number }[] = [];
  const parts: string[] = [];
  let length = 0;
  const skips = (el: Element): boolean => DROPPED.has(el.localName) || isUnseen(el, styleOf(el));
  for (const { node } of leaves(tree, body, { forward: true, nodes: MAX_NODES, skips, inclusive: true })) {
    if (length > MAX_LETTERS) break;
    if (!isText(node) || !isSeen(node, tree)) continue;
    const letters = lettersOf(node.data);
    if (letters === '') continue;
    starts.push({ node, at: length });
    parts.push(letters);
    length += letters.length;
  }
  const text = parts.join('');
  const at = text.indexOf(sought);
  if (at === -1 || text.includes(sought, at + 1)) return null;
  const placeAt = (index: number): { node: Text; offset: number } | null => {
    const start = starts.findLast((one) => one.at <= index);
    return start ? { node: start.node, offset: offsetOf(start.node.data, index - start.at) } : null;
  };
  const [from, last] = [placeAt(at), placeAt(at + sought.length - 1)];
  return from && last && { from, to: { node: last.node, offset: afterCharacter(last.node.data, last.offset) } };
}

/** Where in `text` the letter stands that has so many before it. */
function offsetOf(text: string, letters: number): number {
  let [seen, offset] = [0, 0];
  for (const character of text) {
    seen += lettersOf(character).length;
    if (seen > letters) break;
    offset += character.length;
  }
  return offset;
}

const afterCharacter = (text: string, offset: number): number =>
  offset + ((text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1);

/** Letters by which two tellings of one text are known; a browser and a reader differ in signs, formulas and pictures. */
const SAMPLE = 24;

/** Nothing was told, or one of `read` says the same, at least where either begins. */
export function agrees(plain: string, read: readonly string[]): boolean {
  const told = lettersOf(plain.slice(0, MAX_SOUGHT));
  if (told === '') return true;
  return read.some((text) => {
    const letters = lettersOf(text.slice(0, MAX_SOUGHT));
    return letters !== '' && (told.includes(letters.slice(0, SAMPLE)) || letters.includes(told.slice(0, SAMPLE)));
  });
}
