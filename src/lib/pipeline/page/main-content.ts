/**
 * Step two: selects the main content of the flattened page. Readability is best for articles; on shop, list, forum and
 * service pages it keeps only a fragment, so the cleaned page is used. The choice depends on the share of the cleaned
 * page that Readability kept (figures in docs/decisions/extraction.md).
 */
import { Readability } from '@mozilla/readability';
import { removeSurroundings, getTextLength } from './clean.ts';
import type { Metadata } from './metadata.ts';
import { dropOpening } from './opening.ts';
import { isTooDeep } from './shallow.ts';

/** Above this, Readability's scoring takes too long. */
const MAX_ELEMENTS = 40_000;
/** Minimum share of the cleaned page that Readability must keep for its result to be used. */
const MIN_KEPT_SHARE = 0.55;

/** Returns the main content without title and byline. Consumes `doc`. */
export function extractMainContent(doc: Document, metadata: Metadata, language: string): Element {
  const cleaned = removeSurroundings(doc.body);
  dropOpening(cleaned, metadata, language);
  if (cleaned !== doc.body) doc.body.replaceChildren(cleaned);
  if (isTooDeep(cleaned)) return cleaned;
  if (metadata.byline !== '') addAuthorMeta(doc, metadata.byline);
  const article = runReadability(doc.cloneNode(true) as Document);
  if (!article) return cleaned;
  const enough = getTextLength(article) >= MIN_KEPT_SHARE * getTextLength(cleaned);
  return enough && !hasLostBlocks(article, cleaned) ? article : cleaned;
}

/** If given the author, Readability does not cut the first mention of one out of a sentence. */
function addAuthorMeta(doc: Document, author: string): void {
  const meta = doc.head.appendChild(doc.createElement('meta'));
  meta.name = 'author';
  meta.content = author;
}

function runReadability(doc: Document): Element | null {
  try {
    const reader = new Readability<Element>(doc, {
      maxElemsToParse: MAX_ELEMENTS,
      disableJSONLD: true,
      serializer: (node) => node as Element,
    });
    return reader.parse()?.content ?? null;
  } catch {
    return null; // too large or malformed: fall back to the cleaned page
  }
}

/** Readability drops tables and code blocks that look like layout. */
function hasLostBlocks(article: Element, cleaned: Element): boolean {
  const count = (el: Element, what: string): number => el.querySelectorAll(what).length;
  return count(article, 'pre') < count(cleaned, 'pre') || count(article, 'th') < count(cleaned, 'th');
}
