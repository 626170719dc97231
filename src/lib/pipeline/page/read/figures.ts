/** Lists a page's pictures that have a description, in page order. One bounded walk. */
import type { Box } from '../../ocr/types.ts';
import { truncateLine } from './truncate-markdown.ts';
import { createFlatTree, isElement, type OpenShadow, pushChildren } from './flat-tree.ts';
import { isHidden, getVisibleText, getStyle } from './visibility.ts';
import type { Figure } from './article.ts';

export const FIGURE_BOUNDS = { figures: 300, text: 500 } as const;
const MAX_NODES = 200_000;
const MAX_TEXTS = 300;
/** In pixels; smaller pictures are icons. */
const MIN_SIDE = 24;
const PICTURE_SELECTOR = 'img, svg, canvas, video, input[type="image"], [role="img"]';

export function listPageFigures(doc: Document, openShadow: OpenShadow): readonly Figure[] {
  const tree = createFlatTree(openShadow);
  const found: Figure[] = [];
  const headings: Element[] = [];
  const readText = memoise((el: Element) => toBoundedLine(getVisibleText(el)));
  const stack: { readonly node: Node; readonly figure: Element | null }[] = [
    { node: doc.documentElement, figure: null },
  ];
  for (let visited = 0; visited < MAX_NODES && found.length < FIGURE_BOUNDS.figures; visited += 1) {
    const next = stack.pop();
    if (!next) break;
    const { node } = next;
    if (!isElement(node)) continue;
    const style = getStyle(node);
    if (isHidden(node, style)) continue;
    trackHeading(node, headings);
    const figure = node.localName === 'figure' ? node : next.figure;
    if (node.matches(PICTURE_SELECTOR)) {
      const described = style?.visibility === 'hidden' ? null : createFigure(node, figure, headings, readText);
      if (described) found.push(described);
      continue;
    }
    pushChildren(stack, tree.getChildren(node), (child) => ({ node: child, figure }));
  }
  return found;
}

function trackHeading(el: Element, headings: Element[]): void {
  if (!/^h[1-6]$/.test(el.localName)) return;
  const level = Number(el.localName.charAt(1));
  headings.length = level - 1;
  headings[level - 1] = el;
}

type TextReader = (el: Element) => string;

function memoise(read: TextReader): TextReader {
  const cache = new Map<Element, string>();
  return (el) => {
    const text = cache.get(el) ?? read(el);
    cache.set(el, text);
    return text;
  };
}

function createFigure(
  el: Element,
  within: Element | null,
  headings: readonly Element[],
  readText: TextReader,
): Figure | null {
  const { width, height } = el.getBoundingClientRect();
  if ((width > 0 || height > 0) && (width < MIN_SIDE || height < MIN_SIDE)) return null;
  const alt = toBoundedLine(getPictureName(el));
  const figcaption = within?.querySelector(':scope > figcaption');
  const caption = figcaption ? readText(figcaption) : '';
  if (alt === '' && caption === '') return null;
  const titles = headings.map(readText).filter((title) => title !== '');
  return { alt, caption, heading: toBoundedLine(titles.join(' › ')), box: getVisibleBox(el) };
}

function getPictureName(el: Element): string {
  const label = el.getAttribute('aria-label') ?? '';
  const labelText = label.trim() === '' ? readLabelledBy(el) : label;
  if (labelText.trim() !== '') return labelText;
  const attributeText = el.getAttribute('alt') ?? el.getAttribute('title') ?? '';
  if (attributeText.trim() !== '' || el.localName === 'img') return attributeText;
  if (el.localName === 'canvas') return readTextStart(el);
  const title = el.querySelector(':scope > title');
  return title ? readTextStart(title) : '';
}

function readLabelledBy(el: Element): string {
  const ids = (el.getAttribute('aria-labelledby') ?? '').slice(0, 1000).split(/\s+/).slice(0, 8);
  const root = el.getRootNode() as Partial<Document | ShadowRoot>;
  return ids.map((id) => readTextStart((id === '' ? null : root.getElementById?.(id)) ?? null)).join(' ');
}

/** Hidden or not; bounded, since a name may refer to the whole page. */
function readTextStart(el: Element | null): string {
  if (!el) return '';
  const texts = el.ownerDocument.createTreeWalker(el, NodeFilter.SHOW_TEXT);
  let text = '';
  for (let n = 0; n < MAX_TEXTS && text.length < FIGURE_BOUNDS.text * 4 && texts.nextNode(); n += 1)
    text += (texts.currentNode.nodeValue ?? '').slice(0, FIGURE_BOUNDS.text * 4);
  return text;
}

/** Null if none. */
function getVisibleBox(el: Element): Box | null {
  const view = el.ownerDocument.defaultView;
  if (!view) return null;
  const rect = el.getBoundingClientRect();
  const [x, y] = [Math.max(0, rect.left), Math.max(0, rect.top)];
  const width = Math.min(view.innerWidth, rect.right) - x;
  const height = Math.min(view.innerHeight, rect.bottom) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

const toBoundedLine = (text: string): string => truncateLine(text, FIGURE_BOUNDS.text);
