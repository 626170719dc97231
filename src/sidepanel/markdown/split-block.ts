/** Splits a long list, table or paragraph, so that it can be written a part at a time. */
import type { List, Paragraph, PhrasingContent, RootContent, Table } from 'mdast';
import { getNodeText } from './marks.ts';

/** A part of a block, itself a block of that kind. */
export interface BlockPart {
  readonly block: RootContent;
  /** What stood between it and the next part: `\n` for a line break. */
  readonly gap: '' | ' ' | '\n';
}

/** In characters, a node counting as 16. An item, row or text that cannot be cut may exceed it. */
export const MAX_PART = 4000;
const NODE_SIZE = 16;

export const measureNode = (node: RootContent): number =>
  'children' in node
    ? node.children.reduce((sum, child) => sum + measureNode(child), NODE_SIZE)
    : NODE_SIZE + getNodeText(node).length;

/** Just the block if it is short, or of another kind. */
export function splitBlock(block: RootContent): readonly BlockPart[] {
  const parts = measureNode(block) > MAX_PART ? splitLongBlock(block) : [];
  return parts.length > 0 ? parts : [{ block, gap: '' }];
}

function splitLongBlock(block: RootContent): readonly BlockPart[] {
  switch (block.type) {
    case 'list':
      return splitList(block);
    case 'table':
      return splitTable(block);
    case 'paragraph':
      return splitParagraph(block);
    default:
      return [];
  }
}

function splitList(list: List): readonly BlockPart[] {
  // its marker depends on all items then
  if (list.children.some(({ children: [first] }) => first?.type === 'thematicBreak')) return [];
  const start = list.ordered === true ? (list.start ?? 1) : null;
  let index = 0;
  return groupBySize(list.children).map((children) => {
    const part: List = { ...list, children, ...(start !== null && { start: start + index }) };
    index += children.length;
    return { block: part, gap: '' };
  });
}

/** Each part has the header. */
function splitTable(table: Table): readonly BlockPart[] {
  const [header, ...rows] = table.children;
  if (!header) return [];
  return groupBySize(rows).map((children) => ({ block: { ...table, children: [header, ...children] }, gap: '' }));
}

function groupBySize<N extends RootContent>(nodes: readonly N[]): N[][] {
  const groups: N[][] = [];
  let size = Infinity;
  for (const node of nodes) {
    size += measureNode(node);
    if (size <= MAX_PART) groups.at(-1)?.push(node);
    else {
      groups.push([node]);
      size = measureNode(node);
    }
  }
  return groups;
}

/** At line breaks, and between letters or words of a text, where no markup can begin or end. */
function splitParagraph(paragraph: Paragraph): readonly BlockPart[] {
  const parts: BlockPart[] = [];
  let [children, size]: [PhrasingContent[], number] = [[], 0];
  const endPart = (gap: BlockPart['gap']): void => {
    parts.push({ block: { ...paragraph, children }, gap });
    [children, size] = [[], 0];
  };
  for (const node of paragraph.children) {
    if (node.type === 'break' && size > MAX_PART / 2 && node !== paragraph.children.at(-1)) {
      endPart('\n');
      continue;
    }
    let rest: PhrasingContent = node;
    while (rest.type === 'text' && size + rest.value.length > MAX_PART) {
      const cut = findGap(rest.value, Math.max(0, MAX_PART - size - LONGEST_WORD));
      if (cut === null) break;
      children.push({ type: 'text', value: rest.value.slice(0, cut.end) });
      endPart(cut.gap);
      rest = { type: 'text', value: rest.value.slice(cut.end + cut.gap.length) };
    }
    children.push(rest);
    size += measureNode(rest);
  }
  if (children.length > 0) endPart('');
  return parts;
}

const LONGEST_WORD = 200;
const [BETWEEN_WORDS, BETWEEN_LETTERS] = [/\p{L} (?=\p{L})/gu, /\p{L}(?=\p{L})/gu];

function findGap(text: string, from: number): { readonly end: number; readonly gap: '' | ' ' } | null {
  const words = text.slice(from, from + 2 * LONGEST_WORD).search(BETWEEN_WORDS);
  if (words !== -1) return { end: from + words + charLength(text, from + words), gap: ' ' };
  const letters = text.slice(from, from + 2 * LONGEST_WORD).search(BETWEEN_LETTERS);
  return letters === -1 ? null : { end: from + letters + charLength(text, from + letters), gap: '' };
}

const charLength = (text: string, at: number): number => String.fromCodePoint(text.codePointAt(at) ?? 0).length;
