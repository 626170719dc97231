/**
 * Removes what surrounds a page's content: navigation, footers, cookie and newsletter boxes, advertisements, related
 * articles. Never removes an element that holds a large part of the text, so a misnamed wrapper cannot empty a page.
 */
import { renameElement } from './nodes.ts';
import { AD_LABEL, NOISE_NAME, RELATED_HEADING } from './noise.ts';

/** Elements around the content, by element name or role. */
export const LANDMARKS =
  'nav,footer,button,dialog,[role="navigation"],[role="contentinfo"],[role="dialog"],[role="alertdialog"],' +
  '[role="search"],[role="complementary"],[role="menu"],[role="menubar"],[role="tablist"],[aria-modal="true"]';
const MAIN = 'main,[role="main"]';
const HEADINGS = 'h1,h2,h3,h4,h5,h6';

/** Characters of text, including white space. */
export const getTextLength = (el: Element): number => el.textContent.length;

/** Removes the surroundings from the flattened `body` in place and returns the element that holds the content. */
export function removeSurroundings(body: HTMLElement): Element {
  const whole = getTextLength(body);
  removeAll(body.querySelectorAll(LANDMARKS), whole * 0.6);
  removeAll(selectOutside(body, 'header,[role="banner"]', `${MAIN},article`), whole * 0.3);
  const asides = [...body.querySelectorAll('aside')];
  removeAll(
    asides.filter((el) => !el.closest('article') || el.querySelector('a')),
    whole * 0.6,
  );
  for (const box of asides) if (box.isConnected) renameElement(box, 'div'); // a fact box: Readability would drop it by its name
  removeAll(body.querySelectorAll('form'), whole * 0.05);
  const root = findMain(body);
  removeAll(root.querySelectorAll('label,legend'), 200);
  removeAll(root.querySelectorAll('[class*="review" i],[id*="review" i]'), getTextLength(root) * 0.5);
  const named = [...root.querySelectorAll('[class],[id]')].filter((el) => NOISE_NAME.test(getClassAndId(el)));
  removeAll(named, getTextLength(root) * 0.3);
  removeRelated(root);
  removeAdvertisements(root);
  return root;
}

const selectOutside = (body: Element, what: string, of: string): Element[] =>
  [...body.querySelectorAll(what)].filter((el) => !el.closest(of));

/** Returns the element marked as main if it holds a fair share of the text, else the body. */
function findMain(body: HTMLElement): Element {
  let best: Element = body;
  let most = getTextLength(body) * 0.3;
  for (const el of body.querySelectorAll(MAIN)) {
    const length = getTextLength(el);
    if (length > most) [best, most] = [el, length];
  }
  return best;
}

function removeAll(els: Iterable<Element>, maxLength: number): void {
  for (const el of els) if (el.isConnected && getTextLength(el) < maxLength) el.remove();
}

/** Class and id as text, camelCase split. */
const getClassAndId = (el: Element): string =>
  `${el.getAttribute('class') ?? ''} ${el.id}`.replace(/([a-z])([A-Z])/g, '$1-$2');

/** Removes headings like "Related articles" or "Customers also bought" and what follows up to the next heading. */
function removeRelated(root: Element): void {
  const limit = getTextLength(root) * 0.35;
  for (const heading of root.querySelectorAll(HEADINGS)) {
    if (!heading.isConnected || !RELATED_HEADING.test(heading.textContent.trim().slice(0, 80))) continue;
    // The widest wrapper in which the heading comes first and is the only one of its level or above.
    let top: Element = heading;
    for (let up = top.parentElement; up && up !== root && up.firstElementChild === top; up = up.parentElement) top = up;
    const removed: Element[] = [top];
    if (top === heading)
      for (let next = top.nextElementSibling; next && !startsSection(next, heading); next = next.nextElementSibling)
        removed.push(next);
    if (removed.reduce((sum, el) => sum + getTextLength(el), 0) < limit) for (const el of removed) el.remove();
  }
}

function startsSection(el: Element, after: Element): boolean {
  const heading = el.matches(HEADINGS) ? el : el.querySelector(HEADINGS);
  return heading !== null && heading.localName <= after.localName;
}

/** Removes short blocks labelled as advertisements. */
function removeAdvertisements(root: Element): void {
  for (const el of root.querySelectorAll('div,p,section')) {
    const text = el.textContent;
    if (text.length < 200 && AD_LABEL.test(text.trimStart())) el.remove();
  }
}
