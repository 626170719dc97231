/** What pages of data have in common: they become a detached document, which is then read like any page. */

export interface DataPage {
  readonly title: string;
  /** BCP 47 tag as stated, or ''. */
  readonly language: string;
  readonly doc: Document;
  /** A bound was reached. */
  readonly cut: boolean;
}

/** Characters of a text that are searched for markup. */
const MAX_TESTED = 20_000;
/** Characters of one text that are parsed: the parser cannot be interrupted. */
export const MAX_PARSED = 500_000;
const MARKUP = /<\/?(?:p|br|div|span|a|b|i|em|strong|ul|ol|li|h[1-6]|img|blockquote|pre|code|table)\b[^>]{0,1000}>/i;

export function appendText(parent: Element, tag: string, text: string): Element {
  const el = parent.appendChild(parent.ownerDocument.createElement(tag));
  el.textContent = text;
  return el;
}

export const isMarkup = (text: string): boolean => MARKUP.test(text.slice(0, MAX_TESTED));

/** Appends markup if the text is markup, else a paragraph for each line. Nothing of it loads or runs. */
export function appendProse(parent: Element, text: string): void {
  const source = text.trim();
  if (!isMarkup(source)) {
    for (const line of source.split('\n')) if (line.trim() !== '') appendText(parent, 'p', line.trim());
    return;
  }
  const { body } = new DOMParser().parseFromString(source.slice(0, MAX_PARSED), 'text/html');
  parent.append(...body.childNodes);
}
