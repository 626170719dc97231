/** Removes what surrounds the content, but never an element that holds a large part of the text. */
import { isPauseDue, type Slices } from '../../text/time-slices.ts';
import {
  AD_LABEL,
  SURE_HEADING,
  DIALOG_NAME,
  MENU_NAME,
  NOISE_NAME,
  RELATED_HEADING,
  REVIEW_NAME,
} from './noise-words.ts';

export const LANDMARKS =
  'nav,footer,button,dialog,[role="navigation"],[role="contentinfo"],[role="dialog"],[role="alertdialog"],' +
  '[role="search"],[role="complementary"],[role="menu"],[role="menubar"],[role="tablist"],[aria-modal="true"]';
/** Buttons go last: they tell what a box is for. */
const SURROUNDINGS = LANDMARKS.replace(',button', '');
const NAVIGATION = 'nav,[role="navigation"]';
const MAIN = 'main,[role="main"]';
const CONTROLS = 'button,form';
const ACTIONS = 'a,button';
const HEADINGS = 'h1,h2,h3,h4,h5,h6';
const ANCHORED = `${HEADINGS},li,dt,dd,tr`;

export const getTextLength = (el: Element): number => el.textContent.length;

/** Changes `body` in place; returns the element that holds the content. */
export function* removeSurroundings(body: HTMLElement): Slices<Element> {
  const whole = getTextLength(body);
  const stated = [...body.querySelectorAll(MAIN)].filter((main) => main.querySelector('h1') && hasStatement(main));
  const isBeside = (el: Element): boolean => stated.some((main) => !main.contains(el) && !el.contains(main));
  if (stated.length > 0)
    yield* removeAll(body.querySelectorAll(NAVIGATION), whole, (el) => isBeside(el) && !isPartOfContent(el));
  yield* removeAll(body.querySelectorAll(SURROUNDINGS), whole * 0.6, (el) => !isPartOfContent(el));
  yield* removeAll(body.querySelectorAll('header,[role="banner"]'), whole * 0.3, isSiteHeader);
  yield* removeAll(body.querySelectorAll('aside'), whole * 0.6, (el) => !isPartOfContent(el));
  for (const box of [...body.querySelectorAll(`${SURROUNDINGS},header,aside`)]) {
    if (isPauseDue()) yield;
    if (box.isConnected) renameElement(box, 'div'); // Readability would drop it by its name
  }
  const root = yield* findMain(body);
  yield* removeAll(root.querySelectorAll('label,legend'), 200);
  const named = [...root.querySelectorAll('[class],[id]')];
  for (const el of named) {
    if (isPauseDue()) yield;
    if (isAnchor(el)) el.removeAttribute('id'); // nor may Readability take it for a name
    if (isLead(el)) removeNames(el);
  }
  yield* removeAll(named, getTextLength(root) * 0.5, (el) => isReview(el, root));
  yield* removeAll(named, getTextLength(root) * 0.3, isNoise);
  yield* removeAll(root.querySelectorAll('form'), whole * 0.05, (el) => !isFormOfText(el));
  yield* removeRelated(root);
  yield* removeAdvertisements(root);
  yield* removeAll(root.querySelectorAll('button'), whole);
  return root;
}

function* findMain(body: HTMLElement): Slices<Element> {
  let best: Element = body;
  let most = getTextLength(body) * 0.3;
  for (const el of body.querySelectorAll(MAIN)) {
    if (isPauseDue()) yield;
    const length = getTextLength(el);
    if (length > most) [best, most] = [el, length];
  }
  return best;
}

function* removeAll(
  els: Iterable<Element>,
  maxLength: number,
  isMeant: (el: Element) => boolean = () => true,
): Slices<void> {
  yield;
  for (const el of els) {
    if (isPauseDue()) yield;
    if (el.isConnected && isMeant(el) && getTextLength(el) < maxLength) el.remove();
  }
}

/** Whether an element that should surround the content is a part of it: a warning, a correction, notes, a timetable. */
function isPartOfContent(el: Element): boolean {
  if (el.localName === 'footer' && el.closest('blockquote')) return true;
  if (el.localName === 'aside' && el.closest('article') && !el.querySelector(ACTIONS)) return true;
  if (el.matches(SEARCH) || (el.querySelector(CONTROLS) && !isNoteToClose(el))) return false;
  if (getLinkedShare([el]) >= MIN_LINKED) return false;
  if (el.localName !== 'aside' && COPYRIGHT.test(el.textContent)) return false;
  const isUnlinked = isWithinMain(el) && !el.querySelector('a');
  if (isUnlinked && (isListing(el) || selectAll([el], 'p').some((p) => hasStatement(p)))) return true;
  if (isUnlinked || el.closest('article')) return hasStatement(el) || isTabular([el]);
  return NOTE_NAME.test(`${getClassAndId(el)} ${el.role ?? ''} ${el.ariaLabel ?? ''}`) && hasStatement(el);
}

const SEARCH = '[role="search"]';
const ITEMS = 'li,dd,[role="menuitem"]';
/** In characters: of an item that says more than where it leads. */
const MIN_ITEM = 20;

/** Whether a box in the main part has nothing to press but what closes it. */
const isNoteToClose = (el: Element): boolean =>
  isWithinMain(el) && !el.querySelector('form,a') && el.querySelectorAll('button').length === 1;

/** Dishes, hours: what a menu of commands has in one or two words each. */
function isListing(el: Element): boolean {
  const items = selectAll([el], ITEMS);
  return items.length > 1 && sumLengths(items) >= MIN_ITEM * items.length;
}
const NOTE_NAME =
  /(?:^|[\s_-])(?:note|warning|caution|danger|tip|important|admonition|callout|footnotes?)(?:$|[\s_-])/i;
const COPYRIGHT = /©|copyright|all rights reserved/i;

const isWithinMain = (el: Element): boolean => el.closest(`${MAIN},article`) !== null;

/** Whether a header is the site's, and not that of a section or an article. */
function isSiteHeader(el: Element): boolean {
  if (el.closest(`${MAIN},article,section`)) return false;
  return el.querySelector(HEADINGS) === null || !selectAll([el], 'p').some((p) => hasStatement(p));
}

/** Whether there are so many characters, and among them a sentence, outside links. */
const hasStatement = (el: Element, minLength = MIN_STATEMENT): boolean =>
  getTextLength(el) - sumLengths(selectAll([el], ACTIONS)) >= minLength && SENTENCE.test(el.textContent);

/** Marks a form of the copy in which there is nothing to fill in. */
export const UNFILLED = 'data-kl-unfilled';

const isFormOfText = (el: Element): boolean =>
  isWithinMain(el) &&
  (el.querySelector('li,td') !== null || el.hasAttribute(UNFILLED)) &&
  hasStatement(el) &&
  getLinkedShare([el]) < MIN_LINKED;

/** In characters. */
const MIN_STATEMENT = 25;
const SENTENCE = /(?:[\p{L}\p{N})%][.!?…۔।]["'”’»)\]]*(?:\s|$))|[。！？]/u;

/** Whether a box leads to other places, asks for something, or says too little to be content. `isDialog`: for its name. */
function isForAction(el: Element, isDialog: boolean): boolean {
  if (getLinkedShare([el]) >= MIN_LINKED) return true;
  if (isDialog ? el.querySelector('a,button,form') : getTextLength(el) < MIN_SECTION && el.querySelector(CONTROLS))
    return true;
  return !hasStatement(el) && !isTabular([el]);
}

/** Customers' reviews come in numbers; a single one may be what the page is about. */
function isReview(el: Element, root: Element): boolean {
  const name = getClassAndId(el);
  if (!REVIEW_NAME.test(name)) return false;
  return /reviews/i.test(name) || !el.closest('article') || root.getElementsByClassName(el.className).length > 1;
}

/**
 * Names are weak evidence: one within the main text goes only if it also leads elsewhere or says little, and one that holds prose stays, save
 * where the name leaves no doubt. What stays loses its name, by which Readability would drop it.
 */
function isNoise(el: Element): boolean {
  const name = getClassAndId(el).replace(TOPIC_NAME, '');
  if (!NOISE_NAME.test(name)) return false;
  const isStrong = DIALOG_NAME.test(name) || !(isProse([el]) || (MENU_NAME.test(name) && isBillOfFare(el)));
  if (isStrong && (isForAction(el, DIALOG_NAME.test(name)) || !isWithinMain(el))) return true;
  removeNames(el);
  return false;
}

/** Whether a box of the main part that is named as a header has a paragraph for which Readability must not drop it. */
const isLead = (el: Element): boolean =>
  /header/i.test(getClassAndId(el)) && isWithinMain(el) && selectAll([el], 'p').some((p) => hasStatement(p));

function removeNames(el: Element): void {
  for (const attribute of ['class', 'id']) el.removeAttribute(attribute);
}

/** The class that blogs make of a post's topic. */
const TOPIC_NAME = /(?:^|\s)(?:category|tag)-\S+/gi;

/** Whether there are headings, and most of the text is in no link. */
const isBillOfFare = (el: Element): boolean => el.querySelector(HEADINGS) !== null && getLinkedShare([el]) < 0.5;

/** In characters, of a paragraph. */
const PROSE_LENGTH = 120;

/** Whether most of the text is in long paragraphs. */
export function isProse(els: readonly Element[]): boolean {
  let length = 0;
  for (const paragraph of selectAll(els, 'p')) {
    const own = getTextLength(paragraph);
    if (own >= PROSE_LENGTH && sumLengths(selectAll([paragraph], 'a')) < own / 2) length += own;
  }
  return length > sumLengths(els) / 2;
}

/** Whether there is a table of data, and most of the text is in no link. */
const isTabular = (els: readonly Element[]): boolean => selectAll(els, 'th').length > 0 && getLinkedShare(els) < 0.5;

/** The share of the text that is in links; `except`: characters that do not count. */
const getLinkedShare = (els: readonly Element[], except = 0): number =>
  sumLengths(selectAll(els, ACTIONS)) / Math.max(1, sumLengths(els) - except);

/** What leads to another page may say a little of it in no link. */
const MIN_LINKED = 0.25;

export const selectAll = (els: readonly Element[], selector: string): Element[] =>
  els.flatMap((el) => (el.matches(selector) ? [el] : [...el.querySelectorAll(selector)]));

export const sumLengths = (els: readonly Element[]): number => els.reduce((sum, el) => sum + getTextLength(el), 0);

const getClassAndId = (el: Element): string =>
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

function* removeRelated(root: Element): Slices<void> {
  const limit = getTextLength(root) * 0.35;
  for (const heading of root.querySelectorAll(HEADINGS)) {
    if (isPauseDue()) yield;
    const title = heading.textContent.trim().slice(0, 80);
    const isSure = SURE_HEADING.test(title);
    if (!heading.isConnected || !(isSure || RELATED_HEADING.test(title))) continue;
    // The widest wrapper in which the heading is first and the only one of its level or above.
    let top: Element = heading;
    for (let up = top.parentElement; up && up !== root && up.firstElementChild === top; up = up.parentElement) top = up;
    const removed: Element[] = [top];
    let length = getTextLength(top);
    if (top === heading)
      for (
        let next = top.nextElementSibling;
        next && length < limit && !startsSection(next, heading);
        next = next.nextElementSibling
      ) {
        if (isPauseDue()) yield;
        removed.push(next);
        length += getTextLength(next);
      }
    if (
      length < limit &&
      !isProse(removed) &&
      (isSure ? !isTabular(removed) : getLinkedShare(removed, getTextLength(heading)) >= MIN_LINKED)
    )
      for (const el of removed) el.remove();
  }
}

function startsSection(el: Element, after: Element): boolean {
  const heading = el.matches(HEADINGS) ? el : el.querySelector(HEADINGS);
  return heading !== null && heading.localName <= after.localName;
}

function* removeAdvertisements(root: Element): Slices<void> {
  for (const el of root.querySelectorAll('div,p,section')) {
    if (isPauseDue()) yield;
    const text = el.textContent;
    if (text.length < 200 && isAdvertisement(el)) el.remove();
  }
}

/** A sentence may begin with the word too. */
function isAdvertisement(el: Element): boolean {
  const text = el.textContent.trim();
  const first = [...el.childNodes].find((node) => node.textContent?.trim())?.textContent?.trim() ?? '';
  const label = AD_LABEL.exec(text)?.[0] ?? AD_LABEL.exec(first)?.[0];
  if (label === undefined) return false;
  return first === label || !(/^[\s,]*\p{Ll}/u.test(text.slice(label.length)) && SENTENCE.test(text));
}

/** Keeps the children but no attributes. */
export function renameElement(el: Element, name: string): HTMLElement {
  const renamed = el.ownerDocument.createElement(name);
  moveChildren(el, renamed);
  el.replaceWith(renamed);
  return renamed;
}

/** One by one: spreading a very long node list would overflow the stack. */
export function moveChildren(from: Element, to: Element): void {
  while (from.firstChild) to.append(from.firstChild);
}
