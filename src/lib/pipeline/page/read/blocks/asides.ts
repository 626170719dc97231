/** What is beside the content by the name of its box: comments, customers' reviews, signatures below posts, what is said of an author. */
import { isPauseDue, type Slices } from '../../../text/time-slices.ts';
import { getClassAndId, isAnchor } from '../cleaning/named-boxes.ts';
import { REVIEW_NAME } from '../cleaning/noise-words.ts';
import { MAIN } from '../text-shares.ts';
import type { Reviews } from '../article.ts';
import { markBlocks, type Block } from './blocks.ts';
import { keepBlocks } from './select-blocks.ts';

const COMMENTS_NAME =
  /(?:^|[\s-])comments?(?:[_-](?:area|list|section|thread|wrapper|container))?(?:$|\s)|commentlist|disqus_thread/i;
const PERSON_NAME =
  /(?:^|[\s_-])signature(?:$|[\s_-])|(?:^|[\s_-])author[_-]?(?:bio|box|card|info|profile|desc|about)|(?:about|bio)[_-]?(?:the[_-]?)?author(?:$|[\s_-])|saboxplugin/i;
/** Largest share of the text that may be said of persons: else it is what the page is about. */
const MAX_PERSONS = 0.5;
/** In characters: what is shorter may be one part of several. */
export const MIN_ARTICLE = 900;
/** In characters, of what is said of a product but for its reviews. */
const MIN_PRODUCT = 300;
/** Share of the reviews that is found to be content: of most pages nothing is, of a few nearly all. */
const MAX_REVIEWS = 0.25;
/** In characters: boxes with less of their own text hold the place to write a comment. */
const MIN_COMMENTS = 300;
/** In characters, of a block that is prose. */
const PROSE_LENGTH = 120;

/** The outermost boxes that are named as comments, or, of a product, as reviews. */
export const listComments = (page: Element, isProduct: boolean): Element[] =>
  listNamed(page, (el) => hasName(el, COMMENTS_NAME) || (isProduct && hasReviewName(el)));

function listNamed(page: Element, isMeant: (el: Element) => boolean): Element[] {
  const boxes: Element[] = [];
  for (const el of page.querySelectorAll('[class],[id]'))
    if (boxes.at(-1)?.contains(el) !== true && isMeant(el)) boxes.push(el);
  return boxes;
}

const hasName = (el: Element, pattern: RegExp): boolean =>
  pattern.test(el.getAttribute('class') ?? '') || (pattern.test(el.id) && !isAnchor(el));

/** Boxes around the headline are named after all that they hold. */
const hasReviewName = (el: Element): boolean =>
  REVIEW_NAME.test(getClassAndId(el)) && el.querySelector(`${MAIN},h1`) === null;

interface ContentAlone {
  readonly selected: ReadonlySet<number>;
  /** Those of the comments and reviews that are not selected: neither links nor the place to write one. */
  readonly comments: ReadonlySet<number>;
}

interface AsidesOptions {
  /** Comments are none of what the page is about. */
  readonly isArticle: boolean;
  readonly isProduct: boolean;
}

/** Leaves it out of the selected blocks. */
export function* leaveOutAsides(
  page: Element,
  blocks: readonly Block[],
  selected: ReadonlySet<number>,
  { isArticle, isProduct }: AsidesOptions,
): Slices<ContentAlone> {
  const persons = yield* listBlocksWithin(
    listNamed(page, (el) => hasName(el, PERSON_NAME)),
    blocks,
  );
  const named = yield* listBlocksWithin(listComments(page, isProduct), blocks);
  const comments = new Set([...named].filter((at) => isComment(blocks[at])));
  const measure = (indexes: Iterable<number>): number =>
    [...indexes].reduce((sum, at) => sum + (blocks[at]?.text.length ?? 0), 0);
  let kept = subtract(selected, persons);
  if (measure(kept) < (1 - MAX_PERSONS) * measure(selected)) kept = selected;
  const alone = subtract(kept, named);
  const prose = [...alone].filter((at) => isProse(blocks[at]));
  if (isArticle && measure(alone) >= MIN_ARTICLE && measure(prose) > measure(alone) / 2) kept = alone;
  else if (isProduct) {
    const isOnReviews = measure(kept) - measure(alone) > MAX_REVIEWS * measure(comments);
    kept = isOnReviews || measure(alone) < MIN_PRODUCT ? new Set([...kept, ...comments]) : alone; // whole in one place
  }
  const leftOut = subtract(comments, kept);
  return { selected: kept, comments: measure(leftOut) >= MIN_COMMENTS ? leftOut : new Set() };
}

/** A copy of these blocks, without pictures: most are of the people who wrote. Null for none. `body` is not changed. */
export function* copyComments(
  body: Element,
  comments: ReadonlySet<number>,
  isProduct: boolean,
): Slices<Element | null> {
  if (comments.size === 0) return null;
  const copy = body.cloneNode(true) as Element;
  const blocks = yield* markBlocks(copy); // the same as of `body`, in the same order
  yield* keepBlocks(copy, { blocks, leftOut: new Set(copy.querySelectorAll('img')) }, comments);
  copy.replaceChildren(...listComments(copy, isProduct));
  return copy;
}

/** By the names of the outermost boxes: those of a product that are named as comments may be reviews. */
export const tellReviews = (comments: Element, isProduct: boolean): Reviews | null =>
  isProduct ? (Array.from(comments.children).every(hasReviewName) ? 'all' : 'some') : null;

const subtract = (from: ReadonlySet<number>, others: ReadonlySet<number>): ReadonlySet<number> =>
  new Set([...from].filter((at) => !others.has(at)));

const isProse = (block: Block | undefined): boolean =>
  block !== undefined && block.text.length >= PROSE_LENGTH && block.linked < block.text.length / 2;

const isComment = (block: Block | undefined): boolean =>
  block !== undefined && block.linked < block.text.length / 2 && !block.element.closest('form');

function* listBlocksWithin(boxes: readonly Element[], blocks: readonly Block[]): Slices<ReadonlySet<number>> {
  const around = new Set(boxes);
  const within = new Set<number>();
  for (const [at, { element }] of boxes.length === 0 ? [] : blocks.entries()) {
    if (isPauseDue()) yield;
    for (let up: Element | null = element; up; up = up.parentElement) if (around.has(up)) within.add(at);
  }
  return within;
}
