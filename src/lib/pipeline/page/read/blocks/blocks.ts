/** The text of a flattened page in blocks: the unit in which content is told from what surrounds it. */
import { isPauseDue, type Slices } from '../../../text/time-slices.ts';
import { INLINE_ELEMENTS, joinSpaces } from '../element-rules.ts';

/** An element with text of its own, that of the inline elements within it included. */
export interface Block {
  readonly element: Element;
  /** The level of the heading that the element is or stands in; null for none. */
  readonly heading: number | null;
  readonly nodes: Node[];
  /** With single spaces. */
  text: string;
  /** Characters of `text` in links. */
  linked: number;
}

/** Marks a block's element with its index, so that it is recognised in copies of the document. */
const BLOCK_ATTRIBUTE = 'data-kl-block';
/** Marks pictures, and the inline elements that hold a block's text, which may be left out of a block that is kept. */
const PART_ATTRIBUTE = 'data-kl-part';

const RUNS_ON = new Set(
  'sup sub code kbd s tt ins del big img br wbr ruby rt data dfn var samp rp rb rtc acronym strike nobr output'.split(
    ' ',
  ),
);

/** Marks the elements, in the order of the document. */
export function* markBlocks(body: Element): Slices<readonly Block[]> {
  const blocks = new Map<Element, Block>();
  let parts = 0;
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (isPauseDue()) yield;
    const text = joinSpaces(node.nodeValue ?? '');
    if (text.trim() === '' || !node.parentElement) continue;
    const element = findBlockElement(node.parentElement);
    const block = blocks.get(element) ?? {
      element,
      heading: findHeadingLevel(element),
      nodes: [],
      text: '',
      linked: 0,
    };
    block.nodes.push(node);
    block.text += text;
    if (node.parentElement.closest('a')) block.linked += text.length;
    if (!blocks.has(element)) element.setAttribute(BLOCK_ATTRIBUTE, String(blocks.size));
    blocks.set(element, block);
    if (node.parentElement !== element) node.parentElement.setAttribute(PART_ATTRIBUTE, String((parts += 1)));
  }
  for (const image of body.querySelectorAll('img')) {
    if (isPauseDue()) yield;
    image.setAttribute(PART_ATTRIBUTE, String((parts += 1)));
  }
  return [...blocks.values()];
}

function findHeadingLevel(element: Element): number | null {
  const heading = element.closest('h1,h2,h3,h4,h5,h6');
  return heading && Number(heading.localName.charAt(1));
}

/** The nearest element that starts a line of its own. */
function findBlockElement(from: Element): Element {
  let el = from;
  while (el.parentElement && (INLINE_ELEMENTS.has(el.localName) || RUNS_ON.has(el.localName))) el = el.parentElement;
  return el;
}

/**
 * Marks the first text of each marked block too, in a span: Readability puts the text of a box into a paragraph without the
 * box's attributes.
 */
export function* markTexts(root: Element): Slices<void> {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts = new Map<string, Node>();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (isPauseDue()) yield;
    const index = node.parentElement?.closest(`[${BLOCK_ATTRIBUTE}]`)?.getAttribute(BLOCK_ATTRIBUTE);
    if (index && !texts.has(index) && (node.nodeValue ?? '').trim() !== '') texts.set(index, node);
  }
  for (const [index, node] of texts) {
    if (isPauseDue()) yield;
    const span = root.ownerDocument.createElement('span');
    span.setAttribute(BLOCK_ATTRIBUTE, index);
    node.parentNode?.replaceChild(span, node);
    span.append(node);
  }
}

/** The indexes of the blocks that a copy whose texts are marked still holds. */
export function listMarkedBlocks(root: Element | null): ReadonlySet<number> {
  const marked = root?.querySelectorAll(`span[${BLOCK_ATTRIBUTE}]`) ?? [];
  return new Set([...marked].map((el) => Number(el.getAttribute(BLOCK_ATTRIBUTE))));
}

/** The texts and pictures of `body` that a copy left out: of the blocks that it kept, and pictures that are in no block. */
export function listLeftOut(
  body: Element,
  blocks: readonly Block[],
  kept: ReadonlySet<number>,
  copy: Element,
): ReadonlySet<Node> {
  const parts = new Set([...copy.querySelectorAll(`[${PART_ATTRIBUTE}]`)].map((el) => el.getAttribute(PART_ATTRIBUTE)));
  const texts = blocks.flatMap(({ nodes }, at) =>
    kept.has(at) ? nodes.filter(({ parentElement }) => !hasPart(parentElement, parts)) : [],
  );
  const images = [...body.querySelectorAll('img')].filter((image) => {
    const index = findHolder(image)?.getAttribute(BLOCK_ATTRIBUTE);
    return !hasPart(image, parts) && (!index || kept.has(Number(index)));
  });
  return new Set<Node>([...texts, ...images]);
}

/** The block that a picture stays or goes with: the caption of its figure, or the one around it. */
const findHolder = (image: Element): Element | null =>
  image.closest('figure')?.querySelector(`[${BLOCK_ATTRIBUTE}]`) ?? image.closest(`[${BLOCK_ATTRIBUTE}]`);

function hasPart(element: Element | null, parts: ReadonlySet<string | null>): boolean {
  const part = element?.getAttribute(PART_ATTRIBUTE) ?? null;
  return part === null || parts.has(part);
}
