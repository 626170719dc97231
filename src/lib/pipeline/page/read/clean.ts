/** Removes what surrounds the content, but never an element that holds a large part of the text. */
import type { Slices } from '../../text/time-slices.ts';

export const LANDMARKS =
  'nav,footer,button,dialog,[role="navigation"],[role="contentinfo"],[role="dialog"],[role="alertdialog"],' +
  '[role="search"],[role="complementary"],[role="menu"],[role="menubar"],[role="tablist"],[aria-modal="true"]';
const MAIN = 'main,[role="main"]';
const HEADINGS = 'h1,h2,h3,h4,h5,h6';
const ANCHORED = `${HEADINGS},li,dt,dd,tr`;

export const getTextLength = (el: Element): number => el.textContent.length;

/** Changes `body` in place; returns the element that holds the content. */
export function* removeSurroundings(body: HTMLElement): Slices<Element> {
  const whole = getTextLength(body);
  yield* removeAll(body.querySelectorAll(LANDMARKS), whole * 0.6);
  yield* removeAll(
    body.querySelectorAll('header,[role="banner"]'),
    whole * 0.3,
    (el) => !el.closest(`${MAIN},article`),
  );
  const asides = [...body.querySelectorAll('aside')];
  yield* removeAll(asides, whole * 0.6, (el) => !el.closest('article') || el.querySelector('a') !== null);
  for (const box of asides) {
    yield;
    if (box.isConnected) renameElement(box, 'div'); // a fact box: Readability would drop it by its name
  }
  yield* removeAll(body.querySelectorAll('form'), whole * 0.05);
  const root = yield* findMain(body);
  yield* removeAll(root.querySelectorAll('label,legend'), 200);
  const named = [...root.querySelectorAll('[class],[id]')];
  for (const el of named) {
    yield;
    if (isAnchor(el)) el.removeAttribute('id'); // nor may Readability take it for a name
  }
  yield* removeAll(named, getTextLength(root) * 0.5, (el) => REVIEW_NAME.test(getClassAndId(el)));
  yield* removeAll(named, getTextLength(root) * 0.3, isNoise);
  yield* removeRelated(root);
  yield* removeAdvertisements(root);
  return root;
}

function* findMain(body: HTMLElement): Slices<Element> {
  let best: Element = body;
  let most = getTextLength(body) * 0.3;
  for (const el of body.querySelectorAll(MAIN)) {
    yield;
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
    yield;
    if (el.isConnected && isMeant(el) && getTextLength(el) < maxLength) el.remove();
  }
}

/**
 * Names are weak evidence: a box of them that holds prose stays, save where the name leaves no doubt. It loses its name,
 * by which Readability would drop it.
 */
function isNoise(el: Element): boolean {
  const name = getClassAndId(el);
  if (!NOISE_NAME.test(name)) return false;
  if (DIALOG_NAME.test(name) || !(isProse([el]) || (MENU_NAME.test(name) && isBillOfFare(el)))) return true;
  for (const attribute of ['class', 'id']) el.removeAttribute(attribute);
  return false;
}

/** In characters, of a paragraph. */
const PROSE_LENGTH = 120;

/** Whether most of the text is in long paragraphs. */
function isProse(els: readonly Element[]): boolean {
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
  sumLengths(selectAll(els, 'a')) / Math.max(1, sumLengths(els) - except);

/** What leads to another page may say a little of it in no link. */
const MIN_LINKED = 0.25;

const selectAll = (els: readonly Element[], name: string): Element[] =>
  els.flatMap((el) => (el.localName === name ? [el] : [...el.querySelectorAll(name)]));

const sumLengths = (els: readonly Element[]): number => els.reduce((sum, el) => sum + getTextLength(el), 0);

const getClassAndId = (el: Element): string =>
  `${el.getAttribute('class') ?? ''} ${el.id}`.replace(/([a-z])([A-Z])/g, '$1-$2');

/** Whether an id only leads to its place: that of a heading, an item or a row, or made of the words of the heading. */
function isAnchor(el: Element): boolean {
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
    yield;
    const title = heading.textContent.trim().slice(0, 80);
    const isSure = SURE_HEADING.test(title);
    if (!heading.isConnected || !(isSure || UNSURE_HEADING.test(title))) continue;
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
        yield;
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
    yield;
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

const DIALOG_NAME =
  /(?:^|[\s_-])(?:cookies?|consent|gdpr|newsletter|subscribe|signup|login|popup|modal|promo|share|sharing)(?:$|[\s_-])/i;

/** Whether there are headings, and most of the text is in no link. */
const isBillOfFare = (el: Element): boolean => el.querySelector(HEADINGS) !== null && getLinkedShare([el]) < 0.5;

const MENU_NAME = /(?:^|[\s_-])menu(?:$|[\s_-])/i;

const REVIEW_NAME = /(?<!p)reviews?(?:$|[\s_-])/i;

/** Headings of comments and of lists of other pages. */
const SURE_HEADING = new RegExp(
  '^(?:' +
    'you (?:may|might) (?:also )?(?:like|enjoy|be interested)|(?:customers|people|shoppers) (?:who|also)|' +
    'more (?:from|like|stories|articles|posts)|read (?:more|next|also)|recently viewed|also (?:in|on)|' +
    'up next|leave a (?:comment|reply)|post a comment|join the (?:discussion|conversation)|your answer$|网友评论|發表評論|发表评论|コメントを残す|schreiben sie einen kommentar|laisser un commentaire|deja un comentario|see also:?$|hot network questions|frequently bought|' +
    'das könnte (?:sie|dich)|lesen sie auch|mehr zum thema|auch interessant|' +
    'à lire aussi|lire aussi|sur le même sujet|vous aimerez|te puede interesar|también te|' +
    'leia também|veja também|leggi anche|lees ook|læs også|les også|läs också|czytaj (?:też|także)|читайте также|' +
    '延伸阅读|延伸閱讀|推荐阅读|猜你喜欢|热门(?:排行|文章|推荐|新闻|阅读)|(?:相关|相關)(?:阅读|閱讀|文章|新闻|新聞|推荐)|' +
    '(?:関連|人気|おすすめ)(?:記事|ランキング)|(?:관련|인기|추천) ?(?:기사|글|뉴스)|あわせて読みたい|اقرأ أيض|อ่านเพิ่มเติม' +
    ')',
  'i',
);

/** Also of a part of the content. */
const UNSURE_HEADING = new RegExp(
  '^(?:' +
    'related|recommended|recommendations|similar (?:items|products|articles|posts)|trending|most (?:read|popular)|' +
    'popular (?:posts|articles)|latest (?:news|posts|articles|stories)|ähnliche|articles? (?:liés|similaires)|' +
    'artículos relacionados|noticias relacionadas|похожие|相关|相關|热门|関連|おすすめ|人気|관련|추천|인기|' +
    'مواضيع ذات صلة|مقالات ذات صلة|الأكثر قراءة|संबंधित|ที่เกี่ยวข้อง|เรื่องที่เกี่ยวข้อง' +
    ')',
  'i',
);

const AD_LABEL =
  /^(?:【(?:PR|広告)】|PR\s*[:：]|ad\s*[:·|]|(?:advertisement|sponsored(?: content)?|anzeige|werbung|publicit[ée]|publicidad|реклама|広告|广告|廣告|광고|إعلان)(?![\p{L}\p{N}]))/iu;

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
