/**
 * Step one of reading: the live document becomes a detached copy without scripts, styles and what nobody sees,
 * with shadow trees, slots and same-origin frames in their places. Rule: the live page is only ever read.
 * The walk keeps its own stack, so no depth of nesting can overflow; every dimension has a bound.
 */
import { codeOf } from './code.ts';
import { shownChildren, type OpenShadow } from './flat-tree.ts';
import { mathOf } from './math.ts';
import { address, imageSource, isHere } from './urls.ts';
import { isHidden, styleOf } from './visibility.ts';

export interface Bounds {
  /** Nodes visited. */
  readonly nodes: number;
  /** Nesting of the copy; what lies deeper hangs on its ancestor at this depth. */
  readonly depth: number;
  /** Characters of text copied. */
  readonly characters: number;
}

export const BOUNDS: Bounds = { nodes: 200_000, depth: 100, characters: 4_000_000 };

export type { OpenShadow } from './flat-tree.ts';

export interface Flat {
  /** Inert: nothing in it loads or runs. */
  readonly doc: Document;
  /** Characters of text copied, white space around it left out. */
  readonly characters: number;
  /** A bound was met: the page goes on beyond the copy. */
  readonly cut: boolean;
}

/** How the walk sees a document: all of it, or a part (part.ts). */
export interface View {
  /** Copied with what is below it, as a box where `as` says so. */
  readonly root: Element | null;
  readonly boxed: boolean;
  readonly childrenOf: (el: Element) => ArrayLike<Node>;
  /** The text of a text node, as far as it belongs. */
  textOf(node: Node): string;
  /** The element is not copied, nor what is below it. */
  isHidden(el: Element, style: CSSStyleDeclaration | null): boolean;
  /** Told of each element that was copied, before what is below it. */
  onCopy(el: Element, copy: Element): void;
}

/** Elements that no text is read from. */
export const DROPPED: ReadonlySet<string> = new Set(
  (
    'script style noscript template link meta head title base svg canvas video audio object embed map area param ' +
    'annotation annotation-xml source track select option optgroup datalist textarea progress meter'
  ).split(' '),
);
const KEPT_ATTRIBUTES = new Set(
  (
    'id class role title alt lang dir rel colspan rowspan scope start reversed type datetime cite name ' +
    'itemprop itemscope itemtype aria-label aria-modal aria-live'
  ).split(' '),
);
const INLINE = new Set('a abbr b bdi bdo cite em font i label mark q small span strong time u'.split(' '));
const MAX_ATTRIBUTE = 500;
/** Inserting and removing a form costs a browser time that grows with the page; those above this many become plain boxes. */
const MAX_FORMS = 100;
/** A page with fewer characters than this shows nothing to read. */
const SHELL = 200;

/** A node still to be copied, where its copy goes, and what it inherits. */
interface Task {
  readonly node: Node;
  readonly into: Element;
  readonly depth: number;
  readonly base: string;
  /** Own text is invisible (`visibility`), though descendants may show again. */
  readonly unseen: boolean;
  /** Line ends count, as in `white-space: pre-wrap`. */
  readonly lines: boolean;
}

/** Copies what a reader sees of `source`. Never throws for odd pages, never changes them. `base`: what its links are relative to. */
export function flatten(
  source: Document,
  openShadow: OpenShadow,
  bounds: Bounds = BOUNDS,
  base = source.baseURI,
): Flat {
  const shown = flattenView(source, wholeOf(source, openShadow), bounds, base);
  if (shown.cut || shown.characters >= SHELL) return shown;
  // A shell that scripts have not filled: what it keeps for readers without scripts is then its text.
  const kept = [...source.querySelectorAll('body noscript')].map(markupOf).join('\n');
  if (kept.length < SHELL) return shown;
  const parsed = new DOMParser().parseFromString(kept.slice(0, bounds.characters), 'text/html');
  const unscripted = flattenView(
    parsed,
    wholeOf(parsed, () => null),
    bounds,
    base,
  );
  return unscripted.characters > shown.characters + SHELL ? unscripted : shown;
}

const wholeOf = (source: Document, openShadow: OpenShadow): View => ({
  root: source.querySelector('body') ?? source.documentElement,
  boxed: false,
  childrenOf: (el) => shownChildren(el, openShadow),
  textOf: (node) => node.nodeValue ?? '',
  isHidden,
  onCopy: () => undefined,
});

/** Copies what `view` shows of `source`. */
export function flattenView(source: Document, view: View, bounds: Bounds, base = source.baseURI): Flat {
  const doc = source.implementation.createHTMLDocument('');
  const { root } = view;
  const stack: Task[] = [];
  let nodes = 0;
  let forms = 0;
  let characters = 0;
  let cut = false;

  const copyText = (task: Task): void => {
    const whole = view.textOf(task.node);
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

  const pushAll = (children: ArrayLike<Node>, task: Omit<Task, 'node'>): void => {
    for (let i = children.length - 1; i >= 0; i -= 1) {
      const node = children[i];
      if (node) stack.push({ ...task, node });
    }
  };

  const copyElement = (el: Element, task: Task): void => {
    const name = el.localName.toLowerCase();
    if (DROPPED.has(name)) return;
    const style = styleOf(el);
    if (view.isHidden(el, style)) return;
    const unseen = style ? style.visibility !== 'visible' : task.unseen;

    if (name === 'iframe' || name === 'frame') {
      const inner = innerDocument(el);
      if (!inner?.body || unseen) return;
      const into = task.into.appendChild(doc.createElement('div'));
      stack.push({ ...task, node: inner.body, into, depth: task.depth + 1, base: inner.baseURI });
      return;
    }
    const math = mathOf(el, name);
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
      const code = codeOf(el, bounds.characters - characters, view);
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
    const apart = !inline && INLINE.has(as);
    if (apart && as === 'span' && !isPhrasing(task.into)) as = 'div';

    let into = task.into;
    if (task.depth < bounds.depth) {
      if (apart) into.append(' ');
      into = into.appendChild(doc.createElement(as));
      copyAttributes(el, into, as, task.base);
      view.onCopy(el, into);
    } else into.append(' ');
    if (name === 'img') return;
    const next = { into, depth: task.depth + 1, base: task.base, unseen, lines: keepsLines(style, task.lines) };
    if (apart) stack.push({ ...next, into: task.into, node: doc.createTextNode(' '), unseen: false });
    pushAll(view.childrenOf(el), next);
  };

  if (root) stack.push({ node: root, into: doc.body, depth: 0, base, unseen: false, lines: false });
  for (let task = stack.pop(); task !== undefined && !cut; task = stack.pop()) {
    nodes += 1;
    if (nodes > bounds.nodes) cut = true;
    else if (task.node.nodeType === 3 || task.node.nodeType === 4) copyText(task);
    else if (task.node.nodeType === 1) copyElement(task.node as Element, task);
  }
  return { doc, characters, cut };
}

/** Where scripts run, the content of `<noscript>` is text; where they do not, it is elements. */
const markupOf = (el: Element): string => (el.firstElementChild ? el.innerHTML : el.textContent);

/** A frame's document, or null when it is another origin's. */
export function innerDocument(el: Element): Document | null {
  try {
    return (el as HTMLIFrameElement).contentDocument;
  } catch {
    return null;
  }
}

function copyAttributes(el: Element, copy: Element, as: string, base: string): void {
  for (const { name, value } of el.attributes)
    if (KEPT_ATTRIBUTES.has(name) && value.length <= MAX_ATTRIBUTE) copy.setAttribute(name, value);
  if (as === 'a') {
    const href = address(el.getAttribute('href'), base);
    if (href !== '') copy.setAttribute('href', href);
    if (isHere(el.getAttribute('href'), base)) copy.setAttribute('data-kl-here', '');
  } else if (as === 'img') {
    const src = imageSource(el, base);
    if (src !== '') copy.setAttribute('src', src);
  }
}

function keepsLines(style: CSSStyleDeclaration | null, inherited: boolean): boolean {
  const space = style?.whiteSpace ?? '';
  return space === '' ? inherited : space.startsWith('pre') || space === 'break-spaces';
}

const isHtml = (el: Element): boolean => el.namespaceURI === 'http://www.w3.org/1999/xhtml';
const isPhrasing = (el: Element): boolean => /^(h[1-6]|p|a|b|em|strong|i|label|summary|figcaption)$/.test(el.localName);

/** The control of an accordion is its heading, not an action. */
export function isHeadingButton(el: Element): boolean {
  return (
    (el.hasAttribute('aria-expanded') && !el.hasAttribute('aria-haspopup')) ||
    /^(h[1-6]|summary|dt)$/.test(el.parentElement?.localName ?? '')
  );
}
