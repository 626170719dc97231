/**
 * The pictures of a page that say in words what they show, in their order. Rule: one walk over the page as it is shown, with
 * bounds on all that it takes along.
 */
import type { Box } from '../ocr/types.ts';
import type { Figure } from './figure.ts';
import { flatTree, type OpenShadow } from './flat-tree.ts';
import { isElement } from './leaves.ts';
import { isHidden, shownText, styleOf } from './visibility.ts';

export const FIGURE_BOUNDS = { figures: 300, text: 500 } as const;
const MAX_NODES = 200_000;
/** Pieces of text that a name is made of at most. */
const MAX_TEXTS = 300;
/** Pixels of a side. What is smaller is a sign on a button, which says nothing of the page. */
const SMALLEST = 24;
const DRAWN = 'img, svg, canvas, video, input[type="image"], [role="img"]';

export function figuresOf(doc: Document, openShadow: OpenShadow): readonly Figure[] {
  const tree = flatTree(openShadow);
  const found: Figure[] = [];
  const headings: Element[] = [];
  const saidIn = once((el: Element) => clipped(shownText(el)));
  const stack: { readonly node: Node; readonly figure: Element | null }[] = [
    { node: doc.documentElement, figure: null },
  ];
  for (let seen = 0; seen < MAX_NODES && found.length < FIGURE_BOUNDS.figures; seen += 1) {
    const next = stack.pop();
    if (!next) break;
    const { node } = next;
    if (!isElement(node)) continue;
    const style = styleOf(node);
    if (isHidden(node, style)) continue;
    note(node, headings);
    const figure = node.localName === 'figure' ? node : next.figure;
    if (node.matches(DRAWN)) {
      const drawn = style?.visibility === 'hidden' ? null : figureOf(node, figure, headings, saidIn);
      if (drawn) found.push(drawn);
      continue;
    }
    const children = tree.children(node);
    for (let i = children.length - 1; i >= 0; i -= 1) {
      const child = children[i];
      if (child) stack.push({ node: child, figure });
    }
  }
  return found;
}

/** A heading ends those of its level and below. */
function note(el: Element, headings: Element[]): void {
  if (!/^h[1-6]$/.test(el.localName)) return;
  const level = Number(el.localName.charAt(1));
  headings.length = level - 1;
  headings[level - 1] = el;
}

type Saying = (el: Element) => string;

/** Asks for each element once, and only when somebody wants to know. */
function once(ask: Saying): Saying {
  const known = new Map<Element, string>();
  return (el) => {
    const said = known.get(el) ?? ask(el);
    known.set(el, said);
    return said;
  };
}

function figureOf(el: Element, within: Element | null, headings: readonly Element[], saidIn: Saying): Figure | null {
  const { width, height } = el.getBoundingClientRect();
  if ((width > 0 || height > 0) && (width < SMALLEST || height < SMALLEST)) return null;
  const alt = clipped(nameOf(el));
  const captioned = within?.querySelector(':scope > figcaption');
  const caption = captioned ? saidIn(captioned) : '';
  if (alt === '' && caption === '') return null;
  const titles = headings.map(saidIn).filter((title) => title !== '');
  return { alt, caption, heading: clipped(titles.join(' › ')), box: boxOf(el) };
}

/** As assistive technology would say it, in the main. */
function nameOf(el: Element): string {
  const label = el.getAttribute('aria-label') ?? '';
  const words = label.trim() === '' ? labelledBy(el) : label;
  if (words.trim() !== '') return words;
  const own = el.getAttribute('alt') ?? el.getAttribute('title') ?? '';
  if (own.trim() !== '' || el.localName === 'img') return own;
  if (el.localName === 'canvas') return beginningOf(el);
  const title = el.querySelector(':scope > title');
  return title ? beginningOf(title) : '';
}

function labelledBy(el: Element): string {
  const ids = (el.getAttribute('aria-labelledby') ?? '').slice(0, 1000).split(/\s+/).slice(0, 8);
  const root = el.getRootNode() as Partial<Document | ShadowRoot>;
  return ids.map((id) => beginningOf((id === '' ? null : root.getElementById?.(id)) ?? null)).join(' ');
}

/** The first of an element's text, hidden or not: as much as may be kept of it, of a name that may be the whole page. */
function beginningOf(el: Element | null): string {
  if (!el) return '';
  const texts = el.ownerDocument.createTreeWalker(el, NodeFilter.SHOW_TEXT);
  let text = '';
  for (let n = 0; n < MAX_TEXTS && text.length < FIGURE_BOUNDS.text * 4 && texts.nextNode(); n += 1)
    text += (texts.currentNode.nodeValue ?? '').slice(0, FIGURE_BOUNDS.text * 4);
  return text;
}

/** What is in view of it; null where nothing is. */
function boxOf(el: Element): Box | null {
  const view = el.ownerDocument.defaultView;
  if (!view) return null;
  const rect = el.getBoundingClientRect();
  const [x, y] = [Math.max(0, rect.left), Math.max(0, rect.top)];
  const width = Math.min(view.innerWidth, rect.right) - x;
  const height = Math.min(view.innerHeight, rect.bottom) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

/** One line. */
function clipped(text: string): string {
  const line = text
    .slice(0, FIGURE_BOUNDS.text * 4)
    .replace(/\s+/g, ' ')
    .trim();
  return line
    .slice(0, FIGURE_BOUNDS.text)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}
