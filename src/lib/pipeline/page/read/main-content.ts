/** Finds the part of a flattened page that is its content: by rules, and by trees that correct them block by block. */
import { Readability } from '@mozilla/readability';
import { parseUrl } from '../../../base/urls.ts';
import type { Slices } from '../../text/time-slices.ts';
import type { Reviews } from './article.ts';
import { copyComments, leaveOutAsides, listComments, MIN_ARTICLE, tellReviews } from './blocks/asides.ts';
import { DISCUSSION_ADDRESS, measureBlocks } from './blocks/block-features.ts';
import { listLeftOut, listMarkedBlocks, markBlocks, markTexts } from './blocks/blocks.ts';
import { chooseBlocks } from './blocks/choose-blocks.ts';
import { leaveOutQuotes } from './blocks/quotes.ts';
import { keepBlocks, type MeasuredContent } from './blocks/select-blocks.ts';
import { removeSurroundings } from './cleaning/clean.ts';
import type { Metadata } from './metadata.ts';
import { isTooDeep } from './nesting.ts';
import { dropOpening } from './opening.ts';
import { getTextLength, isProse, measureOwn, sumLengths } from './text-shares.ts';

/** Above these, Readability takes too long: it cannot be interrupted. */
const MAX_ELEMENTS = 20_000;
const MAX_CHARACTERS = 1_000_000;
/** Shorter pages say too little of themselves for their blocks to be measured. */
const MIN_MEASURED = 1_500;
const MIN_KEPT_SHARE = 0.55;
/** Share of the text in no link. */
const MIN_OWN_SHARE = 0.6;

export interface MainContent {
  readonly main: Element;
  /** The comments, or reviews of a product, that are no part of it; null for none. */
  readonly comments: Element | null;
  readonly reviews: Reviews | null;
}

/** Without title and byline. Consumes `doc`. */
export function* extractMainContent(
  doc: Document,
  url: string,
  metadata: Metadata,
  language: string,
): Slices<MainContent> {
  const length = getTextLength(doc.body);
  const isLarge = doc.getElementsByTagName('*').length > MAX_ELEMENTS || length > MAX_CHARACTERS;
  if (isLarge || length < MIN_MEASURED || (yield* isTooDeep(doc.body)))
    return { main: (yield* applyRules(doc, url, metadata, language)).content, comments: null, reviews: null };
  const measured = yield* measureContent(doc, url, metadata, language);
  const chosen = yield* chooseBlocks(measured);
  const isProduct = metadata.kind === 'product';
  const kinds = { isArticle: isDeclaredArticle(metadata, url), isProduct };
  const content = yield* leaveOutAsides(doc.body, measured.blocks, chosen, kinds);
  const comments = yield* copyComments(doc.body, content.comments, isProduct);
  yield* keepBlocks(doc.body, measured, yield* leaveOutQuotes(measured.blocks, content.selected));
  yield* dropOpening(doc.body, metadata, language);
  return { main: doc.body, comments, reviews: comments && tellReviews(comments, isProduct) };
}

/** What the rules keep of the page is part of the evidence. */
export function* measureContent(
  doc: Document,
  url: string,
  metadata: Metadata,
  language: string,
): Slices<MeasuredContent> {
  const blocks = yield* markBlocks(doc.body);
  const copy = doc.cloneNode(true) as Document;
  yield* markTexts(copy.body);
  const { cleaned, article, content } = yield* applyRules(copy, url, metadata, language);
  const candidates = { cleaned: listMarkedBlocks(cleaned), readability: listMarkedBlocks(article) };
  const rows = yield* measureBlocks(doc.body, blocks, candidates, url);
  const kept = listMarkedBlocks(content);
  return { blocks, rows, kept, leftOut: listLeftOut(doc.body, blocks, kept, cleaned) };
}

interface RuledContent {
  readonly cleaned: Element;
  readonly article: Element | null;
  /** One of the two. */
  readonly content: Element;
}

/** Consumes `doc`. */
function* applyRules(doc: Document, url: string, metadata: Metadata, language: string): Slices<RuledContent> {
  const cleaned = yield* removeSurroundings(doc.body, metadata.kind === 'product');
  yield* dropOpening(cleaned, metadata, language);
  if (cleaned !== doc.body) doc.body.replaceChildren(cleaned);
  const isTooLong = doc.getElementsByTagName('*').length > MAX_ELEMENTS || getTextLength(cleaned) > MAX_CHARACTERS;
  if (isTooLong || (yield* isTooDeep(cleaned))) return { cleaned, article: null, content: cleaned };
  if (metadata.byline !== '') addAuthorMeta(doc, metadata.byline);
  const article = runReadability(doc.cloneNode(true) as Document);
  if (!article) return { cleaned, article, content: cleaned };
  const isEnough =
    getTextLength(article) >= MIN_KEPT_SHARE * getTextLength(cleaned) || isMostSaid(cleaned, article, metadata, url);
  return { cleaned, article, content: isEnough && !hasLostBlocks(article, cleaned) ? article : cleaned };
}

/**
 * Whether prose that was found is most of what a page says itself: not in links, as menus do, nor, below an article, in comments. These
 * may be many times as long.
 */
function isMostSaid(page: Element, found: Element, metadata: Metadata, url: string): boolean {
  if (metadata.kind === 'product' || isFrontPage(url)) return false; // its links are what it shows
  if (getTextLength(found) < MIN_ARTICLE || !isProse([found])) return false;
  const comments = isDeclaredArticle(metadata, url) ? listComments(page, false) : [];
  const isAmongThem = getTextLength(found) > getTextLength(page) - sumLengths(comments);
  const own = measureOwn([page]) - (isAmongThem ? 0 : measureOwn(comments));
  return measureOwn([found]) >= MIN_OWN_SHARE * own;
}

const isDeclaredArticle = ({ kind }: Metadata, url: string): boolean =>
  kind === 'article' && !DISCUSSION_ADDRESS.test(url);

const isFrontPage = (url: string): boolean => parseUrl(url)?.pathname === '/';

/** Without the author, Readability cuts the first mention of one out of a sentence. */
function addAuthorMeta(doc: Document, author: string): void {
  const meta = doc.head.appendChild(doc.createElement('meta'));
  meta.name = 'author';
  meta.content = author;
}

function runReadability(doc: Document): Element | null {
  try {
    const reader = new Readability<Element>(doc, {
      disableJSONLD: true,
      serializer: (node) => node as Element,
    });
    return reader.parse()?.content ?? null;
  } catch {
    return null; // malformed: fall back to the cleaned page
  }
}

/** Readability drops tables and code blocks that look like layout. */
function hasLostBlocks(article: Element, cleaned: Element): boolean {
  const count = (el: Element, what: string): number => el.querySelectorAll(what).length;
  return count(article, 'pre') < count(cleaned, 'pre') || count(article, 'th') < count(cleaned, 'th');
}
