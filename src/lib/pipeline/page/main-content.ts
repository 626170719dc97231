/**
 * Step two: which part of the flattened page is its content. Readability finds an article best; on shop, list, forum and
 * service pages it keeps a fragment, and the cleaned page serves better. Rule: the choice is made by how much of the
 * cleaned page Readability kept (docs/decisions/extraction.md has the figures).
 */
import { Readability } from '@mozilla/readability';
import { clean, lengthOf } from './clean.ts';

/** Elements above which Readability's scoring is not worth its time. */
const MAX_ELEMENTS = 40_000;
/** The share of the cleaned page that Readability must have kept to be believed: below it, it kept a fragment. */
const SHARE = 0.55;

/** The main content of the flattened `doc`, which is used up. */
export function mainContent(doc: Document): Element {
  const cleaned = clean(doc.body);
  if (cleaned !== doc.body) doc.body.replaceChildren(cleaned);
  const article = readability(doc.cloneNode(true) as Document);
  if (!article) return cleaned;
  const enough = lengthOf(article) >= SHARE * lengthOf(cleaned);
  return enough && !losesBlocks(article, cleaned) ? article : cleaned;
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
