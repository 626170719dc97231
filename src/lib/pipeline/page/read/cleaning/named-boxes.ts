/** Removes boxes by their names: weak evidence, with a bound on what it may take away. */
import { isPauseDue, type Slices } from '../../../text/time-slices.ts';
import { removeAll } from '../edit-copy.ts';
import { DIALOG_NAME, MENU_NAME, NOISE_NAME, REVIEW_NAME } from './noise-words.ts';
import {
  CONTROLS,
  getLinkedShare,
  getTextLength,
  hasStatement,
  HEADINGS,
  isProse,
  isTabular,
  isWithinMain,
  MAIN,
  measureOwn,
  MIN_LINKED,
  selectAll,
  sumLengths,
} from '../text-shares.ts';

const ANCHORED = `${HEADINGS},li,dt,dd,tr`;

/** `isProduct`: of a page about one, on which what customers say and what else there is to buy is long and goes. */
export function* removeNamedBoxes(root: Element, isProduct: boolean): Slices<void> {
  const kinds = [
    { name: REVIEW_NAME, isMeant: (el: Element) => isReview(el, root), shares: { box: 0.5, own: 0.15 } },
    { name: DIALOG_NAME, isMeant: isDialog, shares: { box: 0.3, own: 0.2 } },
    { name: NOISE_NAME, isMeant: isNoise, shares: { box: 0.3, own: 0.05 } },
  ].map((kind) => ({ ...kind, named: [] as Element[] }));
  for (const el of root.querySelectorAll('[class],[id]')) {
    if (isPauseDue()) yield;
    if (isAnchor(el)) el.removeAttribute('id'); // nor may Readability take it for a name
    if (isLead(el)) removeNames(el);
    const elName = getName(el);
    for (const { name, named } of kinds) if (name.test(elName)) named.push(el); // it may lose its name before its turn
  }
  for (const { named, isMeant, shares } of kinds)
    yield* isProduct
      ? removeAll(named, getTextLength(root) * shares.box, isMeant)
      : removeByName(named, root, shares, isMeant);
}

/** Shares of the text: of one box, of all boxes of one name in no link, and, twice that, of all together. */
interface NamedShares {
  readonly box: number;
  readonly own: number;
}

/** Share of the text with links, of many boxes of one name: lists of other pages are seldom so long. */
const MAX_CARDS = 0.2;
export const MIN_CARDS = 3;
/** Share of what they say, and characters of a link that says it too: those of a menu are short. */
const [MIN_SAID, MIN_SAYING] = [0.1, 60];

/** Removes boxes by their names. A name that many have is that of cards or posts: what is too much of the text together stays. */
function* removeByName(
  els: readonly Element[],
  root: Element,
  shares: NamedShares,
  isMeant: (el: Element) => boolean,
): Slices<void> {
  yield;
  const whole = getTextLength(root);
  const groups = new Map<string, Element[]>();
  let last: Element | null = null;
  for (const el of els) {
    if (isPauseDue()) yield;
    if (!el.isConnected || last?.contains(el)) continue; // in the order of the page, what is within one comes right after it
    if (!isMeant(el) || getTextLength(el) >= whole * shares.box) continue;
    last = el;
    const name = `${el.localName} ${findNoiseClass(el)}`;
    const group = groups.get(name);
    if (group) group.push(el);
    else groups.set(name, [el]);
  }
  const most = shares.own * measureOwn([root]);
  let left = 2 * most;
  const sizes = [...groups.values()].map((boxes) => ({ boxes, own: measureOwn(boxes) }));
  for (const { boxes, own } of sizes.sort((one, other) => one.own - other.own)) {
    const stay = own > Math.min(left, most) || areCards(boxes, whole * MAX_CARDS);
    if (!stay) left -= own;
    for (const box of boxes) {
      if (isPauseDue()) yield;
      if (stay) removeNames(box);
      else box.remove();
    }
  }
}

/** What cards of one list have in common, whatever else distinguishes them. */
function findNoiseClass({ className }: Element): string {
  const names = className.replace(/\d+/g, '0');
  return names.split(/\s+/).find((name) => NOISE_NAME.test(name)) ?? names;
}

function areCards(boxes: readonly Element[], minLength: number): boolean {
  const length = sumLengths(boxes);
  if (boxes.length < MIN_CARDS || length <= minLength) return false;
  const saying = selectAll(boxes, 'a').filter((link) => getTextLength(link) >= MIN_SAYING);
  return measureOwn(boxes) + sumLengths(saying) > length * MIN_SAID;
}

/** Whether a box leads to other places, asks for something, or says too little to be content. `isNamedDialog`: it has the name of a dialog. */
function isForAction(el: Element, isNamedDialog = false): boolean {
  if (getLinkedShare([el]) >= MIN_LINKED) return true;
  if (isNamedDialog ? el.querySelector('a,button,form') : getTextLength(el) < MIN_SECTION && el.querySelector(CONTROLS))
    return true;
  return !hasStatement(el) && !isTabular([el]) && !isListOfData(el);
}

/** Whether there are items that name a value: measures, ingredients. */
const isListOfData = (el: Element): boolean =>
  [...el.querySelectorAll('li')].filter((item) => NAMED_VALUE.test(item.textContent)).length > 1;

const NAMED_VALUE = /^\s*\p{L}[^:：]{0,40}[:：]\s*\S/u;

/** Customers' reviews come in numbers; a single one may be what the page is about. */
function isReview(el: Element, root: Element): boolean {
  const name = getName(el);
  if (!REVIEW_NAME.test(name)) return false;
  return /reviews/i.test(name) || !el.closest('article') || root.getElementsByClassName(el.className).length > 1;
}

/**
 * Names are weak evidence: one within the main text goes only if it also leads elsewhere or says little, and one that holds prose stays.
 * What stays loses its name, by which Readability would drop it.
 */
function isNoise(el: Element): boolean {
  const name = getName(el);
  if (!hasNoiseName(el) || el.matches(HEADINGS) || el.querySelector(MAIN)) return false;
  const isStrong = !(isProse([el]) || (MENU_NAME.test(name) && isBillOfFare(el)));
  if (isStrong && (isForAction(el) || !isWithinMain(el))) return true;
  removeNames(el);
  return false;
}

/** By a name that leaves no doubt: its prose is no content either. */
const isDialog = (el: Element): boolean =>
  DIALOG_NAME.test(getName(el)) && (isForAction(el, true) || !isWithinMain(el));

export const hasNoiseName = (el: Element): boolean => NOISE_NAME.test(getName(el));

const getName = (el: Element): string => getClassAndId(el).replace(TOPIC_NAME, '').replace(BLOCK_NAME, '');

/** Whether a box of the main part that is named as a header has a paragraph for which Readability must not drop it. */
const isLead = (el: Element): boolean =>
  /header/i.test(getClassAndId(el)) && isWithinMain(el) && selectAll([el], 'p').some((p) => hasStatement(p));

function removeNames(el: Element): void {
  for (const attribute of ['class', 'id']) el.removeAttribute(attribute);
}

/** The class that blogs make of a post's topic. */
const TOPIC_NAME = /(?:^|\s)(?:category|tag)-\S+/gi;
/** The name of the box around, which is judged for itself: `modal__title` is a title. https://getbem.com/naming */
const BLOCK_NAME = /[^\s_]+__(?=[a-z]+(?:-[a-z]+)*(?:\s|$))/g;

/** Whether there are headings, and most of the text is in no link. */
const isBillOfFare = (el: Element): boolean => el.querySelector(HEADINGS) !== null && getLinkedShare([el]) < 0.5;

export const getClassAndId = (el: Element): string =>
  `${el.getAttribute('class') ?? ''} ${el.id}`.replace(/([a-z])([A-Z])/g, '$1-$2');

/** Whether an id only leads to its place: that of a heading, an item or a row, or made of the words of the heading. */
export function isAnchor(el: Element): boolean {
  if (el.id === '' || el.matches(ANCHORED)) return true;
  if (DIALOG_NAME.test(el.id) && el.querySelector('a,button,input,form') && getTextLength(el) < MIN_SECTION)
    return false;
  const heading = el.querySelector(HEADINGS)?.textContent.slice(0, MAX_SLUG) ?? '';
  return listWords(heading) === listWords(el.id);
}

const MAX_SLUG = 200;
/** In characters: a section of the text, not a dialog. */
const MIN_SECTION = 600;
const listWords = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
