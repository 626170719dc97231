/** Copies what a view shows of a page into a detached document. Iterative and bounded; never changes the page. */
import { readCode, findFormula } from './code-and-math.ts';
import { isElement, isText, pushChildren } from './flat-tree.ts';
import { getStyle } from './visibility.ts';
import {
  DROPPED_ELEMENTS,
  INLINE_ELEMENTS,
  getFrameDocument,
  copyAttributes,
  shouldKeepLines,
  isHtml,
  isPhrasing,
  isHeadingButton,
} from './element-rules.ts';

export interface Bounds {
  readonly nodes: number;
  /** Deeper nodes are attached to their ancestor at this depth. */
  readonly depth: number;
  readonly characters: number;
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
}

export function copyView(source: Document, view: View, bounds: Bounds, base = source.baseURI): FlatCopy {
  const doc = source.implementation.createHTMLDocument('');
  const { root } = view;
  const stack: Task[] = [];
  let nodes = 0;
  let forms = 0;
  let characters = 0;
  let cut = false;

  const copyText = (task: Task): void => {
    const whole = view.getText(task.node);
    if (task.unseen || whole === '') return;
    const text = whole.slice(0, bounds.characters - characters);
    cut ||= text.length < whole.length;
    characters += text.trim().length;
    const lines = task.lines ? text.split('\n') : [text];
    lines.forEach((line, i) => {
      if (i > 0) task.into.append(doc.createElement('br'));
      task.into.append(line.replace(/\s+/g, ' '));
    });
  };

  const copyElement = (el: Element, task: Task): void => {
    const name = el.localName.toLowerCase();
    if (DROPPED_ELEMENTS.has(name)) return;
    const style = getStyle(el);
    if (view.isHidden(el, style)) return;
    const unseen = style ? style.visibility !== 'visible' : task.unseen;

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
      const code = readCode(el, bounds.characters - characters, view);
      cut ||= characters + code.text.length >= bounds.characters;
      characters += code.text.length;
      const pre = task.into.appendChild(doc.createElement('pre'));
      if (code.language) pre.setAttribute('data-kl-lang', code.language);
      pre.appendChild(doc.createElement('code')).textContent = code.text;
      return;
    }
    if (name === 'input') {
      if (el.getAttribute('type') === 'checkbox' && task.into.localName === 'li')
        task.into.setAttribute('data-kl-check', String((el as HTMLInputElement).checked));
      return;
    }

    const display = style?.display ?? '';
    const inline = display === '' || display === 'contents' || display.startsWith('inline') || display === 'none';
    let as = name;
    if (view.boxed && el === root) as = 'div';
    else if (name === 'slot' || name === 'body') as = inline && name === 'slot' ? 'span' : 'div';
    else if (!isHtml(el) || name.includes('-')) as = inline ? 'span' : 'div';
    else if (name === 'button' && isHeadingButton(el)) as = 'span';
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
    const next = { into, depth: task.depth + 1, base: task.base, unseen, lines: shouldKeepLines(style, task.lines) };
    if (apart) stack.push({ ...next, into: task.into, node: doc.createTextNode(' '), unseen: false });
    pushChildren(stack, view.getChildren(el), (node) => ({ ...next, node }));
  };

  if (root) stack.push({ node: root, into: doc.body, depth: 0, base, unseen: false, lines: false });
  for (let task = stack.pop(); task !== undefined && !cut; task = stack.pop()) {
    nodes += 1;
    if (nodes > bounds.nodes) cut = true;
    else if (isText(task.node)) copyText(task);
    else if (isElement(task.node)) copyElement(task.node, task);
  }
  return { doc, characters, cut };
}
