/** Reads the live page as text whose parts map to DOM ranges, matching `flatten`. Never changes the page. */
import { findLastAtMost } from '../../text/ranges.ts';
import { hasWords } from '../../text/terms.ts';
import { CONTROL_ELEMENTS, isGutter, isLineNumber } from '../read/code.ts';
import type { Bounds } from '../read/copy-view.ts';
import { BOUNDS } from '../read/flatten.ts';
import { DROPPED_ELEMENTS, findFieldText, getFrameDocument, isTextButton } from '../read/element-rules.ts';
import { getShownChildren, isElement, isText, type OpenShadow, pushChildren } from '../read/flat-tree.ts';
import { findFormula, isMathPreview } from '../read/notation/formulas.ts';
import { findNoteMarks } from '../read/notation/notes.ts';
import { findNotation, type ConvertText } from '../read/notation/raised-text.ts';
import { isSamePageLink } from '../read/urls.ts';
import { getStyle, isHidden, isUnseen } from '../read/visibility.ts';

/** A formula is one piece, since its rendering differs from its TeX. */
interface Piece {
  readonly start: number;
  readonly end: number;
  readonly node: Text | Element;
}

export interface LiveText {
  /** White space included; a line feed between blocks. */
  readonly text: string;
  /** One range per node, since a range cannot leave its tree. Blank ones are omitted. */
  readonly getRanges: (start: number, end: number) => readonly Range[];
}

interface Task {
  readonly node: Node;
  readonly base: string;
  readonly unseen: boolean;
  readonly code: boolean;
  readonly convert: ConvertText | null;
}

/** Never throws for malformed pages. */
export function readLiveText(source: Document, openShadow: OpenShadow, bounds: Bounds = BOUNDS): LiveText {
  const parts: string[] = [];
  const pieces: Piece[] = [];
  let length = 0;
  const append = (text: string, node?: Text | Element): void => {
    if (text === '') return;
    if (node) pieces.push({ start: length, end: length + text.length, node });
    parts.push(text);
    length += text.length;
  };

  // A string is due after the element that pushed it.
  const stack: (Task | string)[] = [];
  const visit = (el: Element, task: Task): void => {
    const name = el.localName.toLowerCase();
    const style = getStyle(el);
    if (isHidden(el, style)) return;
    const unseen = isUnseen(style);
    if (!unseen) append(findFieldText(el, name));
    if (task.code ? CONTROL_ELEMENTS.has(name) || isLineNumber(el) : isExcluded(el, name, task.base)) return;
    if (name === 'br') append('\n');
    const math = findFormula(el, name);
    if (math) {
      if (!unseen) append(`$${math.tex}$`, el);
      return;
    }
    const inner = name === 'iframe' || name === 'frame' ? getFrameDocument(el) : null;
    const apart = inner !== null || !isInline(style?.display ?? '');
    if (apart) {
      append('\n');
      stack.push('\n');
    }
    const code = task.code || name === 'pre';
    if (inner) {
      const body = inner.querySelector('body,frameset');
      if (!unseen && body) stack.push({ node: body, base: inner.baseURI, unseen, code, convert: null });
      return;
    }
    const notation = findNotation(el, code ? 'pre' : name);
    const convert = task.convert ?? notation.convert;
    if (!unseen) {
      append(notation.before);
      stack.push(notation.after);
    }
    pushChildren(stack, getShownChildren(el, openShadow), (node) => ({ node, base: task.base, unseen, code, convert }));
  };

  const root = source.querySelector('body') ?? (source.documentElement as Element | null);
  if (root) stack.push({ node: root, base: source.baseURI, unseen: false, code: false, convert: null });
  for (let visited = 0; visited < bounds.nodes && length < bounds.characters; visited += 1) {
    const task = stack.pop();
    if (task === undefined) break;
    if (typeof task === 'string') append(task);
    else if (isElement(task.node)) visit(task.node, task);
    else if (isText(task.node) && !task.unseen) {
      const text = task.node.data.slice(0, bounds.characters - length);
      append(task.convert?.(text) ?? text, task.node);
    }
  }
  const text = parts.join('');
  return { text, getRanges: (start, end) => createRanges(pieces, text, start, end) };
}

function isExcluded(el: Element, name: string, base: string): boolean {
  if (DROPPED_ELEMENTS.has(name) || name === 'input' || isGutter(el, name) || isMathPreview(el, name)) return true;
  if (findNoteMarks(el, name, base) !== null) return true;
  if (name === 'button') return !isTextButton(el);
  return name === 'a' && isSamePageLink(el.getAttribute('href'), base) && !hasWords(el.textContent);
}

const isInline = (display: string): boolean => display === 'contents' || display.startsWith('inline');

function createRanges(pieces: readonly Piece[], text: string, start: number, end: number): readonly Range[] {
  const ranges: Range[] = [];
  for (let i = findLastAtMost(pieces, (piece) => piece.start, start); i < pieces.length; i += 1) {
    const piece = pieces[i];
    if (!piece || piece.start >= end) break;
    const [from, to] = [Math.max(start, piece.start), Math.min(end, piece.end)];
    if (text.slice(from, to).trim() === '') continue;
    const range = piece.node.ownerDocument.createRange();
    if (isElement(piece.node)) range.selectNodeContents(piece.node);
    else {
      range.setStart(piece.node, from - piece.start);
      range.setEnd(piece.node, to - piece.start);
    }
    ranges.push(range);
  }
  return ranges;
}
