/** Assigns citations to marks `[words](#id)`: only with exactly these words, and each citation once. */
import { collapseWhitespace } from '../../lib/base/one-line.ts';
import type { Link, Nodes, Paragraph, RootContent } from 'mdast';
import type { Citation } from '../../lib/agent/frames/frames.ts';
import {
  isLocated,
  CITATION_URL,
  collectSources,
  type LocatedCitation,
} from '../../lib/agent/frames/citation-markup.ts';
import { isPartOfSentence, createCitationTaker } from '../../lib/agent/frames/citation-edits.ts';
import { parseMarkdown } from './parse.ts';
import { isTooHeavy } from './work.ts';

export interface Quote {
  /** Distinguishes two marks of the same place. */
  readonly id: string;
  readonly number: number;
  readonly citation: LocatedCitation;
}

/** Null if the words were not found. */
export interface Marks {
  readonly links: ReadonlyMap<Link, Quote | null>;
  /** Marks at the end of a paragraph, for sentences in it that are quotes themselves. */
  readonly ends: ReadonlyMap<Nodes, readonly (Quote | null)[]>;
}

export const isMark = (node: Nodes): node is Link => node.type === 'link' && CITATION_URL.test(node.url);

/** They are the claim, or the text before introduces them. */
export function isMarkRead(before: Nodes | undefined, first: boolean): boolean {
  return first || (before?.type === 'text' && isPartOfSentence(before.value));
}

/** Iterative, because the nesting depth is untrusted. */
export function getNodeText(node: Nodes): string {
  const stack: Nodes[] = [node];
  let text = '';
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if ('children' in next) stack.push(...next.children.toReversed());
    else if ('value' in next) text += next.value;
    else if ('alt' in next) text += next.alt ?? '';
  }
  return text;
}

/** The quote as it is shown; as it is written if it would take long to parse. */
const getShownText = (quote: string): string => (isTooHeavy(quote) ? quote : getNodeText(parseMarkdown(quote)));

/** Blocks without marks are left out, and need not be rendered again. */
export function assignMarks(
  blocks: readonly RootContent[],
  citations: readonly Citation[],
): ReadonlyMap<RootContent, Marks> {
  const { numbers } = collectSources(citations);
  const createQuote = (index: number): Quote | null => {
    const citation = citations[index];
    if (citation === undefined || !isLocated(citation)) return null;
    return { id: String(index), number: numbers[index] ?? 0, citation };
  };
  const takeCitation = createCitationTaker(citations, getShownText);
  const markPlaces = blocks.map(collectMarkPlaces);
  const ends = groupByParagraph(
    markPlaces.flatMap(({ paragraphs }) => paragraphs),
    citations,
  );
  const marks = new Map<RootContent, Marks>();
  /** The header of a long table stands in several blocks. */
  const quotes = new Map<Link, ReturnType<typeof createQuote>>();
  for (const [blockIndex, { links, paragraphs }] of markPlaces.entries()) {
    const block = blocks[blockIndex];
    const ended = paragraphs.flatMap((node) => {
      const indices = ends.get(node);
      return indices === undefined ? [] : [[node, indices.map(createQuote)] as const];
    });
    if (block === undefined || links.length + ended.length === 0) continue;
    for (const link of links)
      if (!quotes.has(link)) quotes.set(link, createQuote(takeCitation(getNodeText(link), link.url.slice(1))));
    marks.set(block, { links: quotes, ends: new Map(ended) });
  }
  return marks;
}

function collectMarkPlaces(block: RootContent) {
  const links: Link[] = [];
  const paragraphs: Paragraph[] = [];
  const stack: Nodes[] = [block];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (isMark(next)) links.push(next);
    else if ('children' in next) stack.push(...next.children.toReversed());
    if (next.type === 'paragraph') paragraphs.push(next);
  }
  return { links, paragraphs };
}

/** Takes the first paragraph with the words after the previous hit, or else from the start. */
function groupByParagraph(
  paragraphs: readonly Paragraph[],
  citations: readonly Citation[],
): ReadonlyMap<Paragraph, readonly number[]> {
  const ends = new Map<Paragraph, number[]>();
  if (!citations.some(({ form }) => form === 'words')) return ends;
  const texts = paragraphs.map((node) => collapseWhitespace(getNodeText(node)));
  let last = 0;
  for (const [index, { form, quote }] of citations.entries()) {
    if (form !== 'words') continue;
    const textIndex = findBlockIndex(quote, texts, last);
    const paragraph = paragraphs[textIndex];
    if (paragraph === undefined) continue;
    ends.set(paragraph, [...(ends.get(paragraph) ?? []), index]);
    last = textIndex;
  }
  return ends;
}

/** -1 if not found. */
function findBlockIndex(quote: string, texts: readonly string[], from: number): number {
  for (const words of new Set([collapseWhitespace(quote), collapseWhitespace(getShownText(quote))])) {
    const containsWords = (text: string, index: number): boolean => index >= from && text.includes(words);
    const textIndex = words === '' ? -1 : texts.findIndex(containsWords);
    if (textIndex >= 0) return textIndex;
  }
  return from === 0 ? -1 : findBlockIndex(quote, texts, 0);
}
