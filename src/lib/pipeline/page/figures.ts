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
/** Pixels of a side. What is smaller is a sign on a button, which says nothing of the page. */
const SMALLEST = 24;
const DRAWN = 'img, svg, canvas, video, input[type="image"], [role="img"]';

export function figuresOf(doc: Document, openShadow: OpenShadow): readonly Figure[] {
  const tree = flatTree(openShadow);
  const found: Figure[] = [];
  const headings: string[] = [];
  const stack: { readonly node: Node; readonly caption: string }[] = [{ node: doc.documentElement, caption: '' }];
  for (let seen = 0; seen < MAX_NODES && found.length < FIGURE_BOUNDS.figures; seen += 1) {
    const next = stack.pop();
    if (!next) break;
    const { node } = next;
    if (!isElement(node)) continue;
    const style = styleOf(node);
    if (isHidden(node, style)) continue;
    note(node, headings);
    const caption = node.localName === 'figure' ? captionOf(node) : next.caption;
    if (node.matches(DRAWN)) {
      const figure = style?.visibility === 'hidden' ? null : figureOf(node, caption, headings);
      if (figure) found.push(figure);
      continue;
    }
    const children = tree.children(node);
    for (let i = children.length - 1; i >= 0; i -= 1) {
      const child = children[i];
      if (child) stack.push({ node: child, caption });
    }
  }
  return found;
}

/** A heading ends those of its level and below. */
function note(el: Element, headings: string[]): void {
  if (!/^h[1-6]$/.test(el.localName)) return;
  const level = Number(el.localName.charAt(1));
  headings.length = level - 1;
  headings[level - 1] = clipped(shownText(el));
}

function figureOf(el: Element, caption: string, headings: readonly string[]): Figure | null {
  const alt = clipped(nameOf(el));
  const { width, height } = el.getBoundingClientRect();
  const tiny = (width > 0 || height > 0) && (width < SMALLEST || height < SMALLEST);
  if ((alt === '' && caption === '') || tiny) return null;
  const heading = headings.filter((title) => title !== '').join(' › ');
  return { alt, caption, heading: clipped(heading), box: boxOf(el) };
}

/** As assistive technology would say it, in the main. */
function nameOf(el: Element): string {
  const label = el.getAttribute('aria-label') ?? '';
  const words = label.trim() === '' ? labelledBy(el) : label;
  if (words.trim() !== '') return words;
  const own = el.getAttribute('alt') ?? el.getAttribute('title') ?? '';
  if (own.trim() !== '' || el.localName === 'img') return own;
  if (el.localName === 'canvas') return el.textContent.slice(0, FIGURE_BOUNDS.text * 4);
  return el.querySelector(':scope > title')?.textContent ?? '';
}

function labelledBy(el: Element): string {
  const ids = (el.getAttribute('aria-labelledby') ?? '').slice(0, 1000).split(/\s+/).slice(0, 8);
  const root = el.getRootNode() as Partial<Document | ShadowRoot>;
  return ids.map((id) => (id === '' ? '' : (root.getElementById?.(id)?.textContent ?? ''))).join(' ');
}

function captionOf(figure: Element): string {
  const caption = figure.querySelector(':scope > figcaption');
  return caption ? clipped(shownText(caption)) : '';
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
