/**
 * Plain words → Markdown that shows exactly these words. The one rule: what comes out of a Markdown reader is what went
 * in; nothing in a page's sentence can become a link, a tag, emphasis or a list.
 */
const SPECIAL = /[\\`*[\]<~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=[#a-zA-Z])/gu;
/** What makes a heading, a quotation, a list or a rule at the start of a line. */
const OPENING = /^(?:[#>+=|-]|\d{1,9}(?=[.)]))/;

/** For the middle of a line. */
export function escapeInline(text: string): string {
  return text.replace(SPECIAL, '\\$&');
}

/** For the start of a line. */
export function escapeMarkdown(text: string): string {
  const escaped = escapeInline(text);
  const opening = OPENING.exec(escaped)?.[0];
  if (opening === undefined) return escaped;
  const number = /^\d/.test(opening);
  return number ? `${opening}\\${escaped.slice(opening.length)}` : `\\${escaped}`;
}
