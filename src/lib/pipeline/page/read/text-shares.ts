/** How much the parts of a page say: their prose, and how much of their text is in links. */
export const MAIN = 'main,[role="main"]';
export const HEADINGS = 'h1,h2,h3,h4,h5,h6';
export const CONTROLS = 'button,form';
export const ACTIONS = 'a,button';

export const getTextLength = (el: Element): number => el.textContent.length;

/** In characters, of what is in no link. */
export const measureOwn = (els: readonly Element[]): number => sumLengths(els) - sumLengths(selectAll(els, 'a'));

/** Whether there are so many characters, and among them a sentence, outside links. */
export const hasStatement = (el: Element, minLength = MIN_STATEMENT): boolean =>
  getTextLength(el) - sumLengths(selectAll([el], ACTIONS)) >= minLength && SENTENCE.test(el.textContent);

/** Whether a box says so much, links and buttons included, and among it a sentence: a card to press, a slide, a teaser. */
export function hasSentence(el: Element): boolean {
  const text = el.textContent.trim();
  return text.length >= MIN_SENTENCE && SENTENCE.test(text);
}

/** In characters. */
const [MIN_STATEMENT, MIN_SENTENCE] = [25, 60];
export const SENTENCE = /(?:[\p{L}\p{N})%][.!?…۔।]["'”’»)\]]*(?:\s|$))|[。！？]/u;

/** In characters, of a paragraph. */
export const PROSE_LENGTH = 120;

/** Whether most of the text is in long paragraphs. */
export const isProse = (els: readonly Element[]): boolean => measureProse(els) > sumLengths(els) / 2;

export const measureProse = (els: readonly Element[]): number => sumLengths(selectAll(els, 'p').filter(isParagraph));

export const isParagraph = (el: Element): boolean =>
  getTextLength(el) >= PROSE_LENGTH && measureOwn([el]) > getTextLength(el) / 2;

/** Whether there is a table of data, and most of the text is in no link. */
export const isTabular = (els: readonly Element[]): boolean =>
  selectAll(els, 'th').length > 0 && getLinkedShare(els) < 0.5;

/** The share of the text that is in links; `except`: characters that do not count. */
export const getLinkedShare = (els: readonly Element[], except = 0): number =>
  sumLengths(selectAll(els, ACTIONS)) / Math.max(1, sumLengths(els) - except);

/** What leads to another page may say a little of it in no link. */
export const MIN_LINKED = 0.25;

export const selectAll = (els: readonly Element[], selector: string): Element[] =>
  els.flatMap((el) => (el.matches(selector) ? [el] : [...el.querySelectorAll(selector)]));

export const sumLengths = (els: readonly Element[]): number => els.reduce((sum, el) => sum + getTextLength(el), 0);

export const isWithinMain = (el: Element): boolean => el.closest(`${MAIN},article`) !== null;
