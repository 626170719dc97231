/**
 * Which citation each mark of an answer stands for. The one rule: a mark is `[words](#id)` and never a link; it cites only
 * what code found with exactly these words, and every citation is given out once.
 */
import type { Link, Nodes, Paragraph, RootContent } from 'mdast';
import type { Citation } from '../../../lib/agent/frames.ts';
import { isQuoted, isSpoken, MARK_URL, oneSpaced, sourcesOf, takerOf, type Quoted } from '../../../lib/agent/cited.ts';
import { parseMarkdown } from './parse.ts';

/** A citation whose words were found, as it is shown. */
export interface Quote {
  /** Tells two marks of one place apart. */
  readonly id: string;
  readonly number: number;
  readonly citation: Quoted;
}

/** What the marks of one block cite. Null, or missing: words that were not found. */
export interface Marks {
  readonly links: ReadonlyMap<Link, Quote | null>;
  /** At the end of a paragraph, for sentences in it that are quotes themselves. */
  readonly ends: ReadonlyMap<Nodes, readonly (Quote | null)[]>;
}

export const isMark = (node: Nodes): node is Link => node.type === 'link' && MARK_URL.test(node.url);

/** Whether a mark's words are read in the text: they are the claim, or its sentence introduces them. */
export function isRead(before: Nodes | undefined, first: boolean): boolean {
  return first || (before?.type === 'text' && isSpoken(before.value));
}

/** All text below a node, without recursion: nesting is not ours to trust. */
export function textOf(node: Nodes): string {
  const rest: Nodes[] = [node];
  let text = '';
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if ('children' in next) rest.push(...next.children.toReversed());
    else if ('value' in next) text += next.value;
    else if ('alt' in next) text += next.alt ?? '';
  }
  return text;
}

/** By top-level block; one without marks is missing, and need not be rendered for them. */
export function marksOf(
  blocks: readonly RootContent[],
  citations: readonly Citation[],
): ReadonlyMap<RootContent, Marks> {
  const { numbers } = sourcesOf(citations);
  const quoteAt = (index: number): Quote | null => {
    const citation = citations[index];
    if (citation === undefined || !isQuoted(citation)) return null;
    return { id: String(index), number: numbers[index] ?? 0, citation };
  };
  const take = takerOf(citations, (quote) => textOf(parseMarkdown(quote)));
  const found = blocks.map(placesIn);
  const ends = endsOf(
    found.flatMap(({ paragraphs }) => paragraphs),
    citations,
  );
  const marks = new Map<RootContent, Marks>();
  for (const [at, { links, paragraphs }] of found.entries()) {
    const block = blocks[at];
    const ended = paragraphs.flatMap((node) => {
      const indices = ends.get(node);
      return indices === undefined ? [] : [[node, indices.map(quoteAt)] as const];
    });
    if (block === undefined || links.length + ended.length === 0) continue;
    const cited = links.map((link) => [link, quoteAt(take(textOf(link), link.url.slice(1)))] as const);
    marks.set(block, { links: new Map(cited), ends: new Map(ended) });
  }
  return marks;
}

interface Places {
  readonly links: readonly Link[];
  readonly paragraphs: readonly Paragraph[];
}

/** In the order of the text. */
function placesIn(block: RootContent): Places {
  const links: Link[] = [];
  const paragraphs: Paragraph[] = [];
  const rest: Nodes[] = [block];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (isMark(next)) links.push(next);
    else if ('children' in next) rest.push(...next.children.toReversed());
    if (next.type === 'paragraph') paragraphs.push(next);
  }
  return { links, paragraphs };
}

/** Indices of the citations by the first paragraph, from the last one on, that has their words. */
function endsOf(
  paragraphs: readonly Paragraph[],
  citations: readonly Citation[],
): ReadonlyMap<Paragraph, readonly number[]> {
  const ends = new Map<Paragraph, number[]>();
  if (!citations.some(({ form }) => form === 'words')) return ends;
  const texts = paragraphs.map((node) => oneSpaced(textOf(node)));
  let last = 0;
  for (const [index, { form, quote }] of citations.entries()) {
    if (form !== 'words') continue;
    const at = blockWith(quote, texts, last);
    const paragraph = paragraphs[at];
    if (paragraph === undefined) continue;
    ends.set(paragraph, [...(ends.get(paragraph) ?? []), index]);
    last = at;
  }
  return ends;
}

/** Words as a reader sees them, or with the markup of the answer. -1 where no block has them. */
function blockWith(quote: string, texts: readonly string[], from: number): number {
  for (const words of new Set([oneSpaced(quote), oneSpaced(textOf(parseMarkdown(quote)))])) {
    const has = (text: string, index: number): boolean => index >= from && text.includes(words);
    const at = words === '' ? -1 : texts.findIndex(has);
    if (at >= 0) return at;
  }
  return from === 0 ? -1 : blockWith(quote, texts, 0);
}
