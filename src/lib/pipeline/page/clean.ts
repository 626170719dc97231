/**
 * The page without what surrounds its content: navigation, footers, cookie and newsletter boxes, advertisements, related
 * articles. Rule: nothing is removed that holds the larger part of the text, so a wrongly named wrapper cannot empty a page.
 */
import { rename } from './nodes.ts';
import { AD_LABEL, NOISE_NAME, RELATED_HEADING } from './noise.ts';

/** What surrounds content, by what the page says of it. */
export const LANDMARKS =
  'nav,footer,button,dialog,[role="navigation"],[role="contentinfo"],[role="dialog"],[role="alertdialog"],' +
  '[role="search"],[role="complementary"],[role="menu"],[role="menubar"],[role="tablist"],[aria-modal="true"]';
const MAIN = 'main,[role="main"]';
const HEADINGS = 'h1,h2,h3,h4,h5,h6';

/** Characters of text, white space as it stands in the flattened copy. */
export const lengthOf = (el: Element): number => el.textContent.length;

/** Removes the surroundings from the flattened `body` in place, and returns the element that holds the content. */
export function clean(body: HTMLElement): Element {
  const whole = lengthOf(body);
  removeAll(body.querySelectorAll(LANDMARKS), whole * 0.6);
  removeAll(outside(body, 'header,[role="banner"]', `${MAIN},article`), whole * 0.3);
  const asides = [...body.querySelectorAll('aside')];
  removeAll(
    asides.filter((el) => !el.closest('article') || el.querySelector('a')),
    whole * 0.6,
  );
  for (const box of asides) if (box.isConnected) rename(box, 'div'); // a fact box: Readability would drop it by its name
  removeAll(body.querySelectorAll('form'), whole * 0.05);
  const root = mainOf(body);
  removeAll(root.querySelectorAll('label,legend'), 200);
  removeAll(root.querySelectorAll('[class*="review" i],[id*="review" i]'), lengthOf(root) * 0.5);
  const named = [...root.querySelectorAll('[class],[id]')].filter((el) => NOISE_NAME.test(nameOf(el)));
  removeAll(named, lengthOf(root) * 0.3);
  removeRelated(root);
  removeLabelled(root);
  return root;
}

const outside = (body: Element, what: string, of: string): Element[] =>
  [...body.querySelectorAll(what)].filter((el) => !el.closest(of));

/** The element the page itself marks as main, when it holds a fair part of the text. */
function mainOf(body: HTMLElement): Element {
  let best: Element = body;
  let most = lengthOf(body) * 0.3;
  for (const el of body.querySelectorAll(MAIN)) {
    const length = lengthOf(el);
    if (length > most) [best, most] = [el, length];
  }
  return best;
}

function removeAll(els: Iterable<Element>, below: number): void {
  for (const el of els) if (el.isConnected && lengthOf(el) < below) el.remove();
}

/** Class and id as words, camelCase taken apart. */
const nameOf = (el: Element): string =>
  `${el.getAttribute('class') ?? ''} ${el.id}`.replace(/([a-z])([A-Z])/g, '$1-$2');

/** "Related articles", "Customers also bought" and their like: the heading, and what follows up to the next one. */
function removeRelated(root: Element): void {
  const limit = lengthOf(root) * 0.35;
  for (const heading of root.querySelectorAll(HEADINGS)) {
    if (!heading.isConnected || !RELATED_HEADING.test(heading.textContent.trim().slice(0, 80))) continue;
    // The widest wrapper in which the heading comes first and is the only one of its level or above.
    let top: Element = heading;
    for (let up = top.parentElement; up && up !== root && up.firstElementChild === top; up = up.parentElement) top = up;
    const gone: Element[] = [top];
    if (top === heading)
      for (let next = top.nextElementSibling; next && !startsSection(next, heading); next = next.nextElementSibling)
        gone.push(next);
    if (gone.reduce((sum, el) => sum + lengthOf(el), 0) < limit) for (const el of gone) el.remove();
  }
}

function startsSection(el: Element, after: Element): boolean {
  const heading = el.matches(HEADINGS) ? el : el.querySelector(HEADINGS);
  return heading !== null && heading.localName <= after.localName;
}

/** Short blocks that say themselves that they are advertisements. */
function removeLabelled(root: Element): void {
  for (const el of root.querySelectorAll('div,p,section')) {
    const text = el.textContent;
    if (text.length < 200 && AD_LABEL.test(text.trimStart())) el.remove();
  }
}
