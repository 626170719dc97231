/** Removes what surrounds the content, but never an element that holds a large part of the text. */
import { renameElement } from './nodes.ts';

export const LANDMARKS =
  'nav,footer,button,dialog,[role="navigation"],[role="contentinfo"],[role="dialog"],[role="alertdialog"],' +
  '[role="search"],[role="complementary"],[role="menu"],[role="menubar"],[role="tablist"],[aria-modal="true"]';
const MAIN = 'main,[role="main"]';
const HEADINGS = 'h1,h2,h3,h4,h5,h6';

export const getTextLength = (el: Element): number => el.textContent.length;

/** Changes `body` in place; returns the element that holds the content. */
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

const getClassAndId = (el: Element): string =>
  `${el.getAttribute('class') ?? ''} ${el.id}`.replace(/([a-z])([A-Z])/g, '$1-$2');

function removeRelated(root: Element): void {
  const limit = getTextLength(root) * 0.35;
  for (const heading of root.querySelectorAll(HEADINGS)) {
    if (!heading.isConnected || !RELATED_HEADING.test(heading.textContent.trim().slice(0, 80))) continue;
    // The widest wrapper in which the heading is first and the only one of its level or above.
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

function removeAdvertisements(root: Element): void {
  for (const el of root.querySelectorAll('div,p,section')) {
    const text = el.textContent;
    if (text.length < 200 && AD_LABEL.test(text.trimStart())) el.remove();
  }
}

const NOISE_NAME = new RegExp(
  '(?:^|[\\s_-])(?:' +
    'nav|navbar|navigation|menu|submenu|megamenu|breadcrumbs?|footer|sidebar|masthead|toc|skip|pagination|pager|toolbar|' +
    'cookies?|consent|gdpr|newsletter|subscribe|signup|login|popup|modal|banner|promo|' +
    'social|share|sharing|related|recommend(?:ed|ations?)|advert(?:isement)?|ads?|sponsored|editsection|' +
    'anzeige|werbung|teilen|publicit[ée]|publicidad|compartir|partager' +
    ')(?:$|[\\s_-])',
  'i',
);

const RELATED_HEADING = new RegExp(
  '^(?:' +
    'related|you (?:may|might) (?:also )?(?:like|enjoy|be interested)|(?:customers|people|shoppers) (?:who|also)|' +
    'recommended|recommendations|more (?:from|like|stories|articles|posts)|read (?:more|next|also)|recently viewed|' +
    'similar (?:items|products|articles|posts)|also (?:in|on)|trending|most (?:read|popular)|popular (?:posts|articles)|' +
    'up next|leave a (?:comment|reply)|post a comment|join the (?:discussion|conversation)|your answer$|网友评论|發表評論|发表评论|コメントを残す|schreiben sie einen kommentar|laisser un commentaire|deja un comentario|latest (?:news|posts|articles|stories)|see also:?$|hot network questions|frequently bought|' +
    'das könnte (?:sie|dich)|lesen sie auch|mehr zum thema|ähnliche|auch interessant|' +
    'à lire aussi|lire aussi|sur le même sujet|articles? (?:liés|similaires)|vous aimerez|' +
    'te puede interesar|también te|artículos relacionados|noticias relacionadas|leia também|veja também|leggi anche|' +
    'lees ook|læs også|les også|läs också|czytaj (?:też|także)|читайте также|похожие|' +
    '相关|相關|延伸阅读|延伸閱讀|推荐阅读|热门|猜你喜欢|関連|あわせて読みたい|おすすめ|人気|관련|추천|인기|' +
    'اقرأ أيض|مواضيع ذات صلة|مقالات ذات صلة|الأكثر قراءة|संबंधित|ที่เกี่ยวข้อง|เรื่องที่เกี่ยวข้อง|อ่านเพิ่มเติม' +
    ')',
  'i',
);

const AD_LABEL =
  /^(?:【(?:PR|広告)】|PR\s*[:：]|ad\s*[:·|]|(?:advertisement|sponsored(?: content)?|anzeige|werbung|publicit[ée]|publicidad|реклама|広告|广告|廣告|광고|إعلان)(?![\p{L}\p{N}]))/iu;
