/** What of an element is copied. */
import { resolveAddress, findImageSource, isSamePageLink } from './urls.ts';

export const DROPPED_ELEMENTS: ReadonlySet<string> = new Set(
  (
    'script style noscript template link meta head title base svg canvas video audio embed map area param ' +
    'annotation annotation-xml source track select option optgroup datalist textarea progress meter ' +
    'rt rp rtc'
  ) // the readings beside words, which would stand within them
    .split(' '),
);
const KEPT_ATTRIBUTES = new Set(
  (
    'id class role title alt lang dir rel colspan rowspan scope start value reversed type datetime cite name ' +
    'itemprop itemscope itemtype aria-label aria-modal aria-live'
  ).split(' '),
);
export const INLINE_ELEMENTS = new Set(
  'a abbr b bdi bdo cite em font i label mark q small span strong time u'.split(' '),
);
const MAX_ATTRIBUTE = 500;

/** With single spaces. One alone is no match, so that most texts stay as they are. */
export const joinSpaces = (text: string): string => text.replace(/\s{2,}|[^\S ]/g, ' ');

const MAX_SIGN = 40;

/** What a picture without words says in a table's cell that has nothing else: "Yes" of a tick; '' for none. */
export function findCellSign(el: Element, name: string, into: Element): string {
  const isPicture = name === 'svg' || name === 'i' || el.getAttribute('role') === 'img';
  if (!isPicture || into.closest('td,th')?.textContent.trim() !== '') return '';
  const title = name === 'svg' ? el.querySelector('title')?.textContent : null;
  if (name !== 'svg' && el.textContent.trim() !== '') return '';
  const label = (el.getAttribute('aria-label') ?? title ?? el.getAttribute('title') ?? '').trim();
  return label.length <= MAX_SIGN ? label : '';
}

/** Null if it is of another origin. */
export function getFrameDocument(el: Element): Document | null {
  try {
    return (el as HTMLIFrameElement).contentDocument;
  } catch {
    return null;
  }
}

export function copyAttributes(el: Element, copy: Element, as: string, base: string): void {
  // by name: to list attribute nodes is quadratic in browsers
  for (const name of el.getAttributeNames()) {
    const value = KEPT_ATTRIBUTES.has(name) ? (el.getAttribute(name) ?? '') : null;
    if (value !== null && value.length <= MAX_ATTRIBUTE) copy.setAttribute(name, value);
  }
  if (as === 'a') {
    const href = resolveAddress(el.getAttribute('href'), base);
    if (href !== '') copy.setAttribute('href', href);
    if (isSamePageLink(el.getAttribute('href'), base)) copy.setAttribute('data-kl-here', '');
  } else if (as === 'img') {
    const src = findImageSource(el, base);
    if (src !== '') copy.setAttribute('src', src);
  }
}

export function shouldKeepLines(style: CSSStyleDeclaration | null, inherited: boolean): boolean {
  const space = style?.whiteSpace ?? '';
  return space === '' ? inherited : space.startsWith('pre') || space === 'break-spaces';
}

export const isHtml = (el: Element): boolean => el.namespaceURI === 'http://www.w3.org/1999/xhtml';
export const isPhrasing = (el: Element): boolean =>
  /^(h[1-6]|p|a|b|em|strong|i|label|summary|figcaption)$/.test(el.localName);

/** Whether a button holds words of the text: the heading of an accordion, or a part of a sentence. */
export const isTextButton = (el: Element): boolean => isHeadingButton(el) || isWithinSentence(el);

function isHeadingButton(el: Element): boolean {
  return (
    (el.hasAttribute('aria-expanded') && !el.hasAttribute('aria-haspopup')) ||
    /^(?:h[1-6]|summary|dt)$/.test(el.parentElement?.localName ?? '') ||
    (el.nextElementSibling !== null && (ACCORDION.test(el.className) || isQuestion(el)))
  );
}

const ACCORDION = /accordion|collapsible|faq/i;

/** What a field within a sentence says, as the page gives it: what a person has typed stays theirs. */
export function findFieldText(el: Element, name: string): string {
  if (name !== 'input' && name !== 'select') return '';
  if (!isWithinSentence(el) || !/^(?:text|number|range)?$/.test(el.getAttribute('type') ?? '') || isTouched(el))
    return '';
  const value =
    name === 'input'
      ? el.getAttribute('value')
      : (el.querySelector('option[selected]') ?? el.querySelector('option'))?.textContent;
  return value && value.length <= MAX_SIGN ? value.trim() : '';
}

/** Whether a person has changed it or is about to: some pages write what is typed into the attribute too. */
const isTouched = (el: Element): boolean =>
  el.matches(':user-valid,:user-invalid,:autofill') || (el.getRootNode() as Document).activeElement === el;

/** Whether a text ends before it and another goes on behind it. */
const isWithinSentence = ({ previousSibling, nextSibling }: Element): boolean =>
  previousSibling?.nodeType === 3 &&
  nextSibling?.nodeType === 3 &&
  /[\p{L}\p{N},:(“"'—–]\s*$/u.test(previousSibling.nodeValue ?? '') &&
  /^\s*[\p{L}\p{N}.,;:!?)”"'。，]/u.test(nextSibling.nodeValue ?? '');

/** Whether a label is an item to tick, the answer to a question, or the heading of what is behind it. */
export function isTextLabel(el: Element): boolean {
  const type = (el as HTMLLabelElement).control?.getAttribute('type') ?? '';
  if (type === 'checkbox' && !el.closest('form')) {
    const item = el.closest('li');
    return item ? item.textContent.trim() === el.textContent.trim() : isBeforeBlock(el);
  }
  const question = type === 'radio' ? el.closest('fieldset')?.querySelector('legend') : null;
  return question ? isQuestion(question) : type === 'radio' && isBeforeBlock(el);
}

const isBeforeBlock = ({ nextElementSibling }: Element): boolean =>
  /^(?:pre|div)$/.test(nextElementSibling?.localName ?? '');

export const isQuestion = ({ textContent }: Element): boolean => /[?？؟]\s*$/.test(textContent);
