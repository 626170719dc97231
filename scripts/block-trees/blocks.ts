/** The text of a flattened page in blocks: the unit in which content is told from what surrounds it. */
import type { Slices } from '../../src/lib/pipeline/text/time-slices.ts';
import { INLINE_ELEMENTS } from '../../src/lib/pipeline/page/read/element-rules.ts';

/** An element with text of its own, that of the inline elements within it included. */
export interface Block {
  readonly element: Element;
  readonly nodes: Node[];
  /** With single spaces. */
  text: string;
  /** Characters of `text` in links. */
  linked: number;
}

/** Marks a block's element with its index, so that it is recognised in copies of the document. */
const BLOCK_ATTRIBUTE = 'data-kl-block';

const RUNS_ON = new Set(
  'sup sub code kbd s tt ins del big img br wbr ruby rt data dfn var samp rp rb rtc acronym strike nobr output'.split(
    ' ',
  ),
);

/** Marks the elements, in the order of the document. */
export function* markBlocks(body: Element): Slices<readonly Block[]> {
  const blocks = new Map<Element, Block>();
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    yield;
    const text = (node.nodeValue ?? '').replace(/\s+/g, ' ');
    if (text.trim() === '' || !node.parentElement) continue;
    const element = findBlockElement(node.parentElement);
    const block = blocks.get(element) ?? { element, nodes: [], text: '', linked: 0 };
    block.nodes.push(node);
    block.text += text;
    if (node.parentElement.closest('a')) block.linked += text.length;
    if (!blocks.has(element)) element.setAttribute(BLOCK_ATTRIBUTE, String(blocks.size));
    blocks.set(element, block);
  }
  return [...blocks.values()];
}

/** The nearest element that starts a line of its own. */
function findBlockElement(from: Element): Element {
  let el = from;
  while (el.parentElement && (INLINE_ELEMENTS.has(el.localName) || RUNS_ON.has(el.localName))) el = el.parentElement;
  return el;
}

/** The indexes of the blocks that a copy still holds. */
export function listMarkedBlocks(root: Element | null): ReadonlySet<number> {
  const marked = root ? [root, ...root.querySelectorAll(`[${BLOCK_ATTRIBUTE}]`)] : [];
  return new Set(
    marked.flatMap((el) => {
      const index = el.getAttribute(BLOCK_ATTRIBUTE);
      return index === null ? [] : [Number(index)];
    }),
  );
}
