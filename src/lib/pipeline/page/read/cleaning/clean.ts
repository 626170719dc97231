/** Removes what surrounds the content, but never an element that holds a large part of the text. */
import { isPauseDue, type Slices } from '../../../text/time-slices.ts';
import { removeAll, renameElement } from '../edit-copy.ts';
import { isElement } from '../flat-tree.ts';
import { getClassAndId, hasNoiseName, MIN_CARDS, removeNamedBoxes } from './named-boxes.ts';
import { AD_LABEL, AD_START, RELATED_HEADING, SURE_HEADING } from './noise-words.ts';
import {
  ACTIONS,
  CONTROLS,
  getLinkedShare,
  getTextLength,
  hasSentence,
  hasStatement,
  HEADINGS,
  isParagraph,
  isProse,
  isTabular,
  isWithinMain,
  MAIN,
  measureProse,
  MIN_LINKED,
  PROSE_LENGTH,
  selectAll,
  SENTENCE,
  sumLengths,
} from '../text-shares.ts';

export const LANDMARKS =
  'nav,footer,button,dialog,[role="navigation"],[role="contentinfo"],[role="dialog"],[role="alertdialog"],' +
  '[role="search"],[role="complementary"],[role="menu"],[role="menubar"],[role="tablist"],[aria-modal="true"]';
/** Buttons go last: they tell what a box is for. */
const SURROUNDINGS = LANDMARKS.replace(',button', '');
const NAVIGATION = 'nav,[role="navigation"]';

/** Changes `body` in place; returns the element that holds the content. `isProduct`: what customers say and what else there is to buy goes. */
export function* removeSurroundings(body: HTMLElement, isProduct: boolean): Slices<Element> {
  const whole = getTextLength(body);
  const stated = [...body.querySelectorAll(MAIN)].filter((main) => main.querySelector('h1') && hasStatement(main));
  const isOutside = (el: Element): boolean => stated.some((main) => !main.contains(el) && !el.contains(main));
  if (stated.length > 0)
    yield* removeAll(body.querySelectorAll(NAVIGATION), whole, (el) => isOutside(el) && !isPartOfContent(el));
  const bylines = listCardBylines(body);
  yield* removeAll(body.querySelectorAll(SURROUNDINGS), whole * 0.6, (el) => !bylines.has(el) && !isPartOfContent(el));
  yield* removeAll(body.querySelectorAll('header,[role="banner"]'), whole * 0.3, isSiteHeader);
  yield* removeAll(body.querySelectorAll('aside'), whole * 0.6, (el) => !isPartOfContent(el));
  for (const box of [...body.querySelectorAll(`${SURROUNDINGS},header,aside`)]) {
    if (isPauseDue()) yield;
    if (box.isConnected) renameElement(box, 'div'); // Readability would drop it by its name
  }
  const root = yield* findMain(body);
  yield* removeAll(root.querySelectorAll('label,legend'), 200);
  yield* removeNamedBoxes(root, isProduct);
  yield* removeAll(root.querySelectorAll('form'), whole * 0.05, (el) => !isFormOfText(el));
  yield* removeRelatedSections(root);
  yield* removeAdvertisements(root);
  for (const button of root.querySelectorAll('button')) {
    if (isPauseDue()) yield;
    if (hasSentence(button)) renameElement(button, 'div'); // a card with what someone says
    else button.remove();
  }
  return root;
}

/** What has less prose than what is beside it is a list, whose description and questions are the page's too. */
function* findMain(body: HTMLElement): Slices<Element> {
  let best: Element = body;
  let most = getTextLength(body) * 0.3;
  for (const el of body.querySelectorAll(MAIN)) {
    if (isPauseDue()) yield;
    const length = getTextLength(el);
    if (length > most) [best, most] = [el, length];
  }
  if (best === body || isProse([best])) return best;
  const beside = [...body.querySelectorAll('p')].filter((el) => isParagraph(el) && isBeside(el, best));
  return sumLengths(beside) > measureProse([best]) ? body : best;
}

/** Whether an element is outside of another, and in no box of a name that content seldom has. */
function isBeside(el: Element, other: Element): boolean {
  for (let up: Element | null = el; up; up = up.parentElement) {
    if (up === other) return false;
    if (up.contains(other)) return true;
    if (hasNoiseName(up)) return false;
  }
  return true;
}

/** Whether an element that should surround the content is a part of it: a warning, a correction, notes, a timetable. */
function isPartOfContent(el: Element): boolean {
  if (el.localName === 'footer' && el.closest('blockquote')) return true;
  if (el.localName === 'aside' && el.closest('article') && !el.querySelector(ACTIONS)) return true;
  if (el.matches(NAVIGATION) && isTabular([el])) return true;
  if (el.matches(PANELS) && hasStatement(el, PROSE_LENGTH) && getLinkedShare([el]) < MIN_LINKED) return true;
  if (el.matches(SEARCH) || (el.querySelector(CONTROLS) && !isNoteToClose(el))) return false;
  if (getLinkedShare([el]) >= MIN_LINKED) return false;
  if (el.localName !== 'aside' && COPYRIGHT.test(el.textContent)) return false;
  const isUnlinked = isWithinMain(el) && !el.querySelector('a');
  if (isUnlinked && (isListing(el) || selectAll([el], 'p').some((p) => hasStatement(p)))) return true;
  if (isUnlinked || el.closest('article')) return hasStatement(el) || isTabular([el]);
  return NOTE_NAME.test(`${getClassAndId(el)} ${el.role ?? ''} ${el.ariaLabel ?? ''}`) && hasStatement(el);
}

/** The footers that say who wrote the articles of a list, and when. */
function listCardBylines(body: HTMLElement): ReadonlySet<Element> {
  const footers = [...body.querySelectorAll('article footer')].filter((el) => el.querySelector('time'));
  return new Set(footers.length < MIN_CARDS ? [] : footers);
}

const SEARCH = '[role="search"]';
/** What many accordions are called that hold their texts too. */
const PANELS = '[role="tablist"]';
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

/** Whether a header is the site's, and not that of a section or an article. */
function isSiteHeader(el: Element): boolean {
  if (el.closest(`${MAIN},article,section`)) return false;
  return el.querySelector(HEADINGS) === null || !selectAll([el], 'p').some((p) => hasStatement(p));
}

/** Marks a form of the copy in which there is nothing to fill in. */
export const UNFILLED = 'data-kl-unfilled';

const isFormOfText = (el: Element): boolean =>
  isWithinMain(el) &&
  getLinkedShare([el]) < MIN_LINKED &&
  (el.hasAttribute(UNFILLED)
    ? hasStatement(el) || getTextLength(el) >= MIN_POST
    : el.querySelector('li,td') !== null && hasStatement(el));

/** In characters: posts without a full stop, which forums put into forms. */
const MIN_POST = 60;

function* removeRelatedSections(root: Element): Slices<void> {
  const limit = getTextLength(root) * 0.35;
  for (const heading of root.querySelectorAll(HEADINGS)) {
    if (isPauseDue()) yield;
    const title = heading.textContent.trim().slice(0, 80);
    const isSure = SURE_HEADING.test(title);
    if (!heading.isConnected || !(isSure || RELATED_HEADING.test(title))) continue;
    // The widest wrapper in which the heading is first and the only one of its level or above.
    let top: Element = heading;
    for (let up = top.parentElement; up && up !== root && up.firstElementChild === top; up = up.parentElement) top = up;
    if (top.previousElementSibling?.localName === 'h1') continue; // it is what the page lists
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
    if (text.length < 200 && AD_START.test(text) && isAdvertisement(el)) el.remove();
  }
}

/** A sentence may begin with the word too, and a post be below an advertisement of its own box. */
function isAdvertisement(el: Element): boolean {
  const text = el.textContent.trim();
  const child = findFirstChild(el);
  const first = child?.textContent?.trim() ?? '';
  const label = AD_LABEL.exec(text)?.[0] ?? AD_LABEL.exec(first)?.[0];
  if (label === undefined || first === label) return label !== undefined;
  if (child && isElement(child)) return first.length === text.length && isAdvertisement(child);
  return !(/^[\s,]*\p{Ll}/u.test(text.slice(label.length)) && SENTENCE.test(text));
}

const findFirstChild = (el: Element): Node | undefined => [...el.childNodes].find((node) => node.textContent?.trim());
