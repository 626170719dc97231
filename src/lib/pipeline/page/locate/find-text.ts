/** Finds a text's place on a page by letters and digits; a text that occurs twice is not found. */
import type { Slices } from '../../text/time-slices.ts';
import { getNextOffset } from '../../text/segment.ts';
import { type FlatTree, isText } from '../read/flat-tree.ts';
import { isVisible, iterateLeaves } from '../selection/leaves.ts';
import type { DomSpan } from '../selection/selected-places.ts';

const MAX_NODES = 200_000;
const MAX_LETTERS = 2_000_000;
const MAX_QUERY = 20_000;

export const normaliseLetters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

export function* findText(doc: Document, tree: FlatTree, plain: string): Slices<DomSpan | null> {
  const query = normaliseLetters(plain.slice(0, MAX_QUERY));
  const body = doc.querySelector('body');
  if (query === '' || !body) return null;
  const starts: { readonly node: Text; readonly at: number }[] = [];
  const parts: string[] = [];
  let length = 0;
  for (const { node } of iterateLeaves(tree, body, { forward: true, maxNodes: MAX_NODES, inclusive: true })) {
    yield;
    if (length > MAX_LETTERS) break;
    if (!isText(node) || !isVisible(node, tree)) continue;
    const letters = normaliseLetters(node.data.slice(0, MAX_LETTERS));
    if (letters === '') continue;
    starts.push({ node, at: length });
    parts.push(letters);
    length += letters.length;
  }
  const text = parts.join('');
  const at = text.indexOf(query);
  if (at === -1 || text.includes(query, at + 1)) return null;
  const getPlaceAt = (index: number): { node: Text; offset: number } | null => {
    const start = starts.findLast((entry) => entry.at <= index);
    return start ? { node: start.node, offset: findLetterOffset(start.node.data, index - start.at) } : null;
  };
  const [from, last] = [getPlaceAt(at), getPlaceAt(at + query.length - 1)];
  return from && last && { from, to: { node: last.node, offset: getNextOffset(last.node.data, last.offset) } };
}

function findLetterOffset(text: string, letters: number): number {
  let [passed, offset] = [0, 0];
  for (const character of text) {
    passed += normaliseLetters(character).length;
    if (passed > letters) break;
    offset += character.length;
  }
  return offset;
}

/** A browser's text and ours differ in signs, formulas and pictures. */
const SAMPLE_LENGTH = 24;

/** Whether `plain` is empty or the start of one of `read` matches it, either way round. */
export function matchesPlainText(plain: string, read: readonly string[]): boolean {
  const expected = normaliseLetters(plain.slice(0, MAX_QUERY));
  if (expected === '') return true;
  return read.some((text) => {
    const letters = normaliseLetters(text.slice(0, MAX_QUERY));
    return (
      letters !== '' &&
      (expected.includes(letters.slice(0, SAMPLE_LENGTH)) || letters.includes(expected.slice(0, SAMPLE_LENGTH)))
    );
  });
}
