/**
 * The page without what surrounds its content: navigation, footers, cookie and newsletter boxes, related articles.
 * Rule: nothing is removed that holds the larger part of the text, so a wrongly named wrapper cannot empty a page.
 */
const LANDMARKS =
  'nav,footer,aside,button,dialog,[role="navigation"],[role="contentinfo"],[role="dialog"],[role="alertdialog"],' +
  '[role="search"],[role="complementary"],[role="menu"],[role="menubar"],[role="tablist"],[aria-modal="true"]';
const MAIN = 'main,[role="main"]';

/** Words by which pages name what is not content, as whole words of a class or id. */
const NOISE = new RegExp(
  '(?:^|[\\s_-])(?:' +
    'nav|navbar|navigation|menu|submenu|megamenu|breadcrumbs?|footer|sidebar|masthead|toc|skip|pagination|pager|toolbar|' +
    'cookies?|consent|gdpr|newsletter|subscribe|signup|login|popup|modal|banner|promo|' +
    'social|share|sharing|related|recommend(?:ed|ations?)|advert(?:isement)?|ads?|sponsored|editsection' +
    ')(?:$|[\\s_-])',
  'i',
);

/** Characters of text, white space as it stands in the flattened copy. */
export const lengthOf = (el: Element): number => el.textContent.length;

/** Removes the surroundings from the flattened `body` in place, and returns the element that holds the content. */
export function clean(body: HTMLElement): Element {
  const whole = lengthOf(body);
  removeAll(body.querySelectorAll(LANDMARKS), whole * 0.6);
  for (const el of body.querySelectorAll('header,[role="banner"]'))
    if (!el.closest(`${MAIN},article`) && lengthOf(el) < whole * 0.3) el.remove();
  const root = mainOf(body);
  const named = [...root.querySelectorAll('[class],[id]')].filter((el) => NOISE.test(nameOf(el)));
  removeAll(named, lengthOf(root) * 0.3);
  return root;
}

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
