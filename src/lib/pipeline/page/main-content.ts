/**
 * Step two: which part of the flattened page is its content. Readability finds an article best; on shop, list, forum and
 * service pages it keeps a fragment, and the cleaned page serves better. Rule: the choice is made by how much of the
 * cleaned page Readability kept (docs/decisions/extraction.md has the figures).
 */
import { Readability } from '@mozilla/readability';
import { clean, lengthOf } from './clean.ts';
import type { Metadata } from './metadata.ts';
import { dropOpening } from './opening.ts';
import { isTooDeep } from './shallow.ts';

/** Elements above which Readability's scoring is not worth its time. */
const MAX_ELEMENTS = 40_000;
/** The share of the cleaned page that Readability must have kept to be believed: below it, it kept a fragment. */
const SHARE = 0.55;

/** The main content of the flattened `doc`, which is used up, without the title and byline that are `known`. */
export function mainContent(doc: Document, known: Metadata, language: string): Element {
  const cleaned = clean(doc.body);
  dropOpening(cleaned, known, language);
  if (cleaned !== doc.body) doc.body.replaceChildren(cleaned);
  if (isTooDeep(cleaned)) return cleaned;
  if (known.byline !== '') signed(doc, known.byline);
  const article = readability(doc.cloneNode(true) as Document);
  if (!article) return cleaned;
  const enough = lengthOf(article) >= SHARE * lengthOf(cleaned);
  return enough && !losesBlocks(article, cleaned) ? article : cleaned;
}

/** Told the author, Readability does not cut the first mention of one out of a sentence. */
function signed(doc: Document, author: string): void {
  const meta = doc.head.appendChild(doc.createElement('meta'));
  meta.name = 'author';
  meta.content = author;
}

function readability(doc: Document): Element | null {
  try {
    const reader = new Readability<Element>(doc, {
      maxElemsToParse: MAX_ELEMENTS,
      disableJSONLD: true,
      serializer: (node) => node as Element,
    });
    return reader.parse()?.content ?? null;
  } catch {
    return null; // too large, or an odd tree: the cleaned page remains
  }
}

/** Readability drops tables and code blocks that look to it like layout. */
function losesBlocks(article: Element, cleaned: Element): boolean {
  const count = (el: Element, what: string): number => el.querySelectorAll(what).length;
  return count(article, 'pre') < count(cleaned, 'pre') || count(article, 'th') < count(cleaned, 'th');
}
