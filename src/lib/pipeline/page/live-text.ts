/**
 * The live page as one text that knows where it stands: what `flatten` copies to be read, here left in its place to be
 * pointed at. The one rule: the walk sees what the reader sees, and nothing on the page changes.
 */
import { CONTROL, isLineNumber } from './code.ts';
import { BOUNDS, DROPPED, innerDocument, isHeadingButton, type Bounds, type OpenShadow } from './flatten.ts';
import { shownChildren } from './flat-tree.ts';
import { mathOf } from './math.ts';
import { isHere } from './urls.ts';
import { isHidden, styleOf } from './visibility.ts';

/** A stretch of the text and the node that holds it. A formula is one piece: what is drawn is not what its TeX says. */
interface Piece {
  readonly start: number;
  readonly end: number;
  readonly node: Text | Element;
}

export interface LiveText {
  /** As the nodes hold it, white space included; a line feed where blocks meet. */
  readonly text: string;
  /** The places of `text` from `start` to `end`: a range for each node, since none can leave its tree. Blank ones are left out. */
  readonly rangesOf: (start: number, end: number) => readonly Range[];
}

/** A node still to be visited, and what it inherits. */
interface Task {
  readonly node: Node;
  readonly base: string;
  /** Own text is invisible (`visibility`), though descendants may show again. */
  readonly unseen: boolean;
  readonly code: boolean;
}

/** Reads the live page in the order in which a reader sees it. Never throws for odd pages. */
export function textOf(source: Document, openShadow: OpenShadow, bounds: Bounds = BOUNDS): LiveText {
  const parts: string[] = [];
  const pieces: Piece[] = [];
  let length = 0;
  const say = (text: string, node?: Text | Element): void => {
    if (text === '') return;
    if (node) pieces.push({ start: length, end: length + text.length, node });
    parts.push(text);
    length += text.length;
  };

  // A string on the stack is due after the element that pushed it.
  const stack: (Task | '\n')[] = [];
  const visit = (el: Element, task: Task): void => {
    const name = el.localName.toLowerCase();
    if (task.code ? CONTROL.has(name) || isLineNumber(el) : isLeftOut(el, name, task.base)) return;
    if (name === 'br') say('\n');
    const style = styleOf(el);
    if (isHidden(el, style)) return;
    const unseen = style ? style.visibility !== 'visible' : task.unseen;
    const math = mathOf(el, name);
    if (math) {
      if (!unseen) say(`$${math.tex}$`, el);
      return;
    }
    const inner = name === 'iframe' || name === 'frame' ? innerDocument(el) : null;
    const apart = inner !== null || !isInline(style?.display ?? '');
    if (apart) {
      say('\n');
      stack.push('\n');
    }
    const code = task.code || name === 'pre';
    if (inner) {
      const body = inner.querySelector('body');
      if (!unseen && body) stack.push({ node: body, base: inner.baseURI, unseen, code });
      return;
    }
    const children = shownChildren(el, openShadow);
    for (let i = children.length - 1; i >= 0; i -= 1) {
      const node = children[i];
      if (node) stack.push({ node, base: task.base, unseen, code });
    }
  };

  const root = source.querySelector('body') ?? (source.documentElement as Element | null);
  if (root) stack.push({ node: root, base: source.baseURI, unseen: false, code: false });
  for (let seen = 0; seen < bounds.nodes && length < bounds.characters; seen += 1) {
    const task = stack.pop();
    if (task === undefined) break;
    if (task === '\n') say('\n');
    else if (task.node.nodeType === 1) visit(task.node as Element, task);
    else if ((task.node.nodeType === 3 || task.node.nodeType === 4) && !task.unseen)
      say((task.node.nodeValue ?? '').slice(0, bounds.characters - length), task.node as Text);
  }
  const text = parts.join('');
  return { text, rangesOf: (start, end) => rangesIn(pieces, text, start, end) };
}

/** What no Markdown of ours has: controls, fields, and the signs beside headings that lead to themselves. */
function isLeftOut(el: Element, name: string, base: string): boolean {
  if (DROPPED.has(name) || name === 'input') return true;
  if (name === 'button') return !isHeadingButton(el);
  return name === 'a' && isHere(el.getAttribute('href'), base) && !/[\p{L}\p{N}]/u.test(el.textContent);
}

const isInline = (display: string): boolean => display === 'contents' || display.startsWith('inline');

function rangesIn(pieces: readonly Piece[], text: string, start: number, end: number): readonly Range[] {
  const found: Range[] = [];
  for (let i = firstAfter(pieces, start); i < pieces.length; i += 1) {
    const piece = pieces[i];
    if (!piece || piece.start >= end) break;
    const [from, to] = [Math.max(start, piece.start), Math.min(end, piece.end)];
    if (text.slice(from, to).trim() === '') continue;
    const range = piece.node.ownerDocument.createRange();
    if (piece.node.nodeType === 1) range.selectNodeContents(piece.node);
    else {
      range.setStart(piece.node, from - piece.start);
      range.setEnd(piece.node, to - piece.start);
    }
    found.push(range);
  }
  return found;
}

/** The first piece that ends after `place`. */
function firstAfter(pieces: readonly Piece[], place: number): number {
  let [low, high] = [0, pieces.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pieces[middle]?.end ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}
