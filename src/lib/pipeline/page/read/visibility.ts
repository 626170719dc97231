/** Decides what is invisible: by computed style, or by attributes without a window. No layout. */
import { hasSentence } from './text-shares.ts';

/** Null in a document without a window. */
export function getStyle(el: Element): CSSStyleDeclaration | null {
  try {
    return el.ownerDocument.defaultView?.getComputedStyle(el) ?? null;
  } catch {
    return null;
  }
}

/** Descendants included. Ignores `visibility`, since a descendant may be visible. */
export function isHidden(el: Element, style: CSSStyleDeclaration | null): boolean {
  if (isInvisible(el, style)) return !(style && style.display !== 'none' && isClearerCopy(el));
  return el.getAttribute('aria-hidden') === 'true' && isDecoration(el);
}

export function isInvisible(el: Element, style: CSSStyleDeclaration | null): boolean {
  if (!style) return isHiddenByAttribute(el);
  const { display, position } = style;
  if (display === 'none' || isClipped(style, position)) return true;
  const isPlaced = position === 'absolute' || position === 'fixed';
  if (isPlaced && (isMovedAway(style) || isDot(style))) return true;
  if (isClosed(el, style)) return !isBehindControl(el);
  return isFaded(style, isPlaced) && !el.matches(PAGE) && !el.querySelector(PAGE);
}

/** Whether text of the element itself is not seen; what is in it may be. */
export function isUnseen(style: CSSStyleDeclaration | null): boolean {
  if (!style) return false;
  if (style.visibility !== '' && style.visibility !== 'visible') return true;
  if (isZero(style.fontSize)) return true;
  return Number.parseFloat(style.textIndent) <= -FAR_AWAY && !hasBackground(style); // else it names a picture
}

export function isBlock(el: Element): boolean {
  const display = getStyle(el)?.display ?? '';
  return display !== '' && !/^(?:inline|contents|none|ruby)/.test(display);
}

function isHiddenByAttribute(el: Element): boolean {
  if (el.hasAttribute('hidden') && el.getAttribute('hidden') !== 'until-found') return true;
  return isHidingStyle(el.getAttribute('style') ?? '');
}

/** Whether the text of a `style` attribute hides the element. */
export const isHidingStyle = (style: string): boolean =>
  style.length < 5_000 &&
  /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden|(?:left|top|text-indent)\s*:\s*-(?:(?:999|\d{4,})px|\d{3,}em))/i.test(
    style,
  );

/** In pixels: beyond any screen. */
const FAR_AWAY = 999;

const isMovedAway = ({ left, top }: CSSStyleDeclaration): boolean =>
  [left, top].some((place) => place.endsWith('px') && Number.parseFloat(place) <= -FAR_AWAY);

const hasBackground = ({ backgroundImage, backgroundColor }: CSSStyleDeclaration): boolean =>
  !/^(?:none)?$/.test(backgroundImage) || !/^(?:transparent|rgba\(0, 0, 0, 0\))?$/.test(backgroundColor);

const isZero = (length: string): boolean => Number.parseFloat(length) === 0;

const isCutOff = (style: CSSStyleDeclaration): boolean => /^(?:hidden|clip)$/.test(style.overflowY || style.overflow);

/** A box of one pixel; one of none may be of a layout to come. */
const isDot = (style: CSSStyleDeclaration): boolean =>
  isCutOff(style) && style.width === '1px' && style.height === '1px';

/** Cut to nothing, as is text for screen readers. */
function isClipped(style: CSSStyleDeclaration, position: string): boolean {
  if (EMPTY_PATH.test(style.clipPath)) return true;
  return position !== 'static' && /^rect\((?:[01](?:px)?[,\s]*){4}\)$/.test(style.getPropertyValue('clip'));
}

const EMPTY_PATH = /^(?:inset\((?:50|100)%|circle\(0|polygon\((?:0(?:px|%)?[,\s]*)+\))/;

/** A box that is set to no height (the browser's own figure may be of a layout to come); one of a fixed shape has its height in its padding. */
const isClosed = (el: Element, style: CSSStyleDeclaration): boolean =>
  isCutOff(style) &&
  (isZero(style.maxHeight) ||
    (isZero(style.height) && /(?:^|[;\s])height\s*:\s*0/i.test(el.getAttribute('style') ?? ''))) &&
  ![style.paddingTop, style.paddingBottom].some((length) => Number.parseFloat(length) > 0);

/** Whether a reader can open a closed box: the text of an accordion. */
function isBehindControl(el: Element): boolean {
  const before = el.previousElementSibling ?? el.parentElement?.previousElementSibling ?? null;
  return before !== null && (before.matches(OPENERS) || before.querySelector(OPENERS) !== null);
}

const OPENERS = 'button,summary,label,dt,[role="button"],[aria-expanded],h1,h2,h3,h4,h5,h6';

/** Without a sign that it will be shown. Text in its place in the page fades in as a reader comes to it. */
function isFaded(style: CSSStyleDeclaration, isPlaced: boolean): boolean {
  if (/^(?:scale\(0\)|matrix\(0, 0, 0, 0,)/.test(style.transform)) return !isMoving(style);
  return isPlaced && isZero(style.opacity) && /^(?:none)?$/.test(style.transform) && !isMoving(style);
}

const isMoving = (style: CSSStyleDeclaration): boolean =>
  /[1-9]/.test(style.transitionDuration) ||
  !/^(?:none)?$/.test(style.animationName) ||
  !/^(?:auto)?$/.test(style.willChange);

/**
 * Whether what `aria-hidden` keeps from screen readers says nothing to the eye either. An open dialog sets it on the page
 * behind, which is content; so are words that are written a second time for those readers alone, and sentences.
 */
function isDecoration(el: Element): boolean {
  if (el.matches(PAGE) || el.querySelector(PAGE)) return false;
  if (isIcon(el) || isSaidBeside(el)) return true;
  return (el.closest(NO_PROSE) !== null || el.querySelector(CONTROLS) !== null) && !hasSentence(el);
}

const PAGE = 'main,[role="main"],article,h1';
const CONTROLS = 'a,button,input,select,textarea,[role="button"]';
const NO_PROSE = `pre,code,figure,${CONTROLS}`;
const ICON_NAME = /icon|glyph|symbol|emoji|(?:^|[\s_-])fa[bsrl]?(?:$|[\s-])/i;
/** A ligature such as expand_more. */
const ICON_WORD = /^[a-z0-9]+(?:_[a-z0-9]+)+$/;

function isIcon(el: Element): boolean {
  const text = el.textContent.trim();
  if (el.localName === 'i' || !/[\p{L}\p{N}]/u.test(text) || ICON_WORD.test(text)) return true;
  return ICON_NAME.test(`${el.getAttribute('class') ?? ''} ${getStyle(el)?.fontFamily ?? ''}`);
}

/** Whether the words stand beside it, so that they would be read twice: shown, or hidden but clearer. */
const isSaidBeside = (el: Element): boolean =>
  listBeside(el).some((near) => {
    if (squeeze(near) !== squeeze(el)) return false;
    const style = getStyle(near);
    return !isInvisible(near, style) || (style?.display !== 'none' && isClearerCopy(near));
  });

/** Whether screen readers are given whole what the eye is given in parts: $29.99 beside $, 29 and 99. */
const isClearerCopy = (el: Element): boolean =>
  listBeside(el).some(
    (near) =>
      near.getAttribute('aria-hidden') === 'true' &&
      squeeze(near) === squeeze(el) &&
      near.textContent.trim() !== el.textContent.trim(),
  );

const listBeside = (el: Element): Element[] =>
  [el.previousElementSibling, el.nextElementSibling].filter((near) => near !== null);

const squeeze = (el: Element): string => el.textContent.replace(/[\s.,]+/g, '');

const MAX_NODES = 300;

/** '' if it or an ancestor is hidden. Bounded. */
export function getVisibleText(
  el: Element,
  getChildren = (parent: Element): ArrayLike<Node> => parent.childNodes,
): string {
  for (let up = el.parentElement; up; up = up.parentElement) if (isHidden(up, getStyle(up))) return '';
  const parts: string[] = [];
  const stack: { node: Node; seen: boolean }[] = [{ node: el, seen: true }];
  for (let n = 0; n < MAX_NODES; n += 1) {
    const next = stack.pop();
    if (!next) break;
    if (next.node.nodeType === 3 && next.seen) parts.push(next.node.nodeValue ?? '');
    if (next.node.nodeType !== 1) continue;
    const inner = next.node as Element;
    const style = getStyle(inner);
    if (isHidden(inner, style) || /^(?:script|style|noscript|template)$/.test(inner.localName)) continue;
    const seen = !isUnseen(style);
    const children = getChildren(inner);
    for (let i = Math.min(children.length, MAX_NODES) - 1; i >= 0; i -= 1) {
      const node = children[i];
      if (node) stack.push({ node, seen });
    }
  }
  return parts.join('');
}
