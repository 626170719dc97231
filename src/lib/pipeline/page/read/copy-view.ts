/** Copies what a view shows of a page into a detached document. Iterative and bounded; never changes the page. */
import type { Slices } from '../../text/time-slices.ts';
import { readCode, findFormula, isGutter } from './code-and-math.ts';
import { isElement, isText, pushChildren } from './flat-tree.ts';
import { getStyle } from './visibility.ts';
import { findNoteMarks, findTextConversion, type ConvertText } from './notation/raised-text.ts';
import {
  DROPPED_ELEMENTS,
  INLINE_ELEMENTS,
  getFrameDocument,
  copyAttributes,
  findCellSign,
  shouldKeepLines,
  isHtml,
  isPhrasing,
  isQuestion,
  isTextLabel,
  isTextButton,
} from './element-rules.ts';

export interface Bounds {
  /** Those read and those written. */
  readonly nodes: number;
  /** Deeper nodes are attached to their ancestor at this depth. */
  readonly depth: number;
  readonly characters: number;
  /** Whether time is up; asked between steps. What was copied by then counts as cut. */
  readonly isTimeUp?: () => boolean;
}

export interface FlatCopy {
  /** Inert: nothing in it loads or runs. */
  readonly doc: Document;
  readonly characters: number;
  /** A bound was reached: the page continues beyond the copy. */
  readonly cut: boolean;
}

export interface View {
  readonly root: Element | null;
  readonly boxed: boolean;
  readonly getChildren: (el: Element) => ArrayLike<Node>;
  getText(node: Node): string;
  isHidden(el: Element, style: CSSStyleDeclaration | null): boolean;
  onCopy(el: Element, copy: Element): void;
}
/** Forms cost a browser time that grows with the page; further ones become plain boxes. */
const MAX_FORMS = 100;

export const createView = (
  root: Element | null,
  getChildren: View['getChildren'],
  isHidden: View['isHidden'],
): View => ({
  root,
  boxed: false,
  getChildren,
  getText: (node) => node.nodeValue ?? '',
  isHidden,
  onCopy: () => undefined,
});

interface Task {
  readonly node: Node;
  readonly into: Element;
  readonly depth: number;
  readonly base: string;
  readonly unseen: boolean;
  /** Line ends count, as in `white-space: pre-wrap`. */
  readonly lines: boolean;
  readonly convert: ConvertText | null;
}

/** Long texts are copied in pieces, since work on one cannot be interrupted; between words where there are any. */
const PIECE = /[^]{1,50000}(?!\S)|[^]{1,50000}/g;
const LINE_PIECE = /\n|[^\n]{1,50000}(?!\S)|[^\n]{1,50000}/g;

/** Does not expect the page to stay as it is between its steps: what is gone by then is not shown. */
export function* copyView(source: Document, view: View, bounds: Bounds, base = source.baseURI): Slices<FlatCopy> {
  const doc = source.implementation.createHTMLDocument('');
  const { root } = view;
  const stack: Task[] = [];
  let nodes = 0;
  let forms = 0;
  let characters = 0;
  let cut = false;

  /** Whether the copying ends here. */
  const countNode = (): boolean => {
    nodes += 1;
    cut ||= nodes > bounds.nodes || bounds.isTimeUp?.() === true;
    return cut;
  };

  function* copyText({ node, into, unseen, lines, convert }: Task): Slices<void> {
    if (unseen) return;
    for (const [piece] of view.getText(node).matchAll(lines ? LINE_PIECE : PIECE)) {
      if (cut) return;
      yield;
      if (lines && piece === '\n') {
        countNode();
        into.append(doc.createElement('br'));
        continue;
      }
      const text = piece.slice(0, bounds.characters - characters);
      cut ||= text.length < piece.length;
      characters += text.trim().length;
      into.append((convert?.(text) ?? text).replace(/\s+/g, ' '));
    }
  }

  function* copyElement(el: Element, task: Task): Slices<void> {
    const name = el.localName.toLowerCase();
    if (isGutter(el, name)) return;
    const sign = findCellSign(el, name, task.into);
    if (sign === '' && DROPPED_ELEMENTS.has(name)) return;
    const style = getStyle(el);
    if (view.isHidden(el, style)) return;
    const unseen = style ? style.visibility !== 'visible' : task.unseen;
    if (sign !== '') {
      if (!unseen) task.into.append(sign);
      return;
    }

    if (name === 'iframe' || name === 'frame') {
      const inner = getFrameDocument(el);
      if (!inner?.body || unseen) return;
      const into = task.into.appendChild(doc.createElement('div'));
      stack.push({ ...task, node: inner.body, into, depth: task.depth + 1, base: inner.baseURI });
      return;
    }
    const math = findFormula(el, name);
    if (math) {
      if (unseen) return;
      characters += math.tex.length;
      const copy = task.into.appendChild(doc.createElement('span'));
      copy.setAttribute('data-kl-math', math.display ? 'block' : 'inline');
      copy.textContent = math.tex;
      return;
    }
    if (name === 'pre') {
      if (unseen) return;
      const code = yield* readCode(el, bounds.characters - characters, view, countNode);
      cut ||= characters + code.text.length >= bounds.characters;
      characters += code.text.length;
      const pre = task.into.appendChild(doc.createElement('pre'));
      if (code.language) pre.setAttribute('data-kl-lang', code.language);
      pre.appendChild(doc.createElement('code')).textContent = code.text;
      return;
    }
    const notes = findNoteMarks(el, name, task.base);
    if (notes !== null) {
      if (!unseen) task.into.append(notes);
      return;
    }
    if (name === 'input') {
      const item = el.getAttribute('type') === 'checkbox' ? task.into.closest('li') : null;
      if (item?.textContent.trim() === '') item.setAttribute('data-kl-check', String((el as HTMLInputElement).checked));
      return;
    }

    const display = style?.display ?? '';
    const inline = display === '' || display === 'contents' || display.startsWith('inline') || display === 'none';
    let as = name;
    if (view.boxed && el === root) as = 'div';
    else if (name === 'slot' || name === 'body') as = inline && name === 'slot' ? 'span' : 'div';
    else if (!isHtml(el) || name.includes('-')) as = inline ? 'span' : 'div';
    else if ((name === 'button' && isTextButton(el)) || (name === 'label' && isTextLabel(el))) as = 'span';
    else if (name === 'legend' && isQuestion(el)) as = 'div';
    else if (name === 'form' && (forms += 1) > MAX_FORMS) as = 'div';
    const apart = !inline && INLINE_ELEMENTS.has(as);
    if (apart && as === 'span' && !isPhrasing(task.into)) as = 'div';

    let into = task.into;
    if (task.depth < bounds.depth) {
      if (apart) into.append(' ');
      into = into.appendChild(doc.createElement(as));
      copyAttributes(el, into, as, task.base);
      view.onCopy(el, into);
    } else into.append(' ');
    if (name === 'img') return;
    const lines = shouldKeepLines(style, task.lines);
    const convert = task.convert ?? findTextConversion(el, name);
    const next = { into, depth: task.depth + 1, base: task.base, unseen, lines, convert };
    if (apart) stack.push({ ...next, into: task.into, node: doc.createTextNode(' '), unseen: false });
    pushChildren(stack, view.getChildren(el), (node) => ({ ...next, node }), bounds.nodes - nodes + 1);
  }

  if (root) stack.push({ node: root, into: doc.body, depth: 0, base, unseen: false, lines: false, convert: null });
  for (let task = stack.pop(); task !== undefined; task = stack.pop()) {
    yield;
    if (countNode()) break;
    if (isText(task.node)) yield* copyText(task);
    else if (isElement(task.node)) yield* copyElement(task.node, task);
  }
  return { doc, characters, cut };
}
