/** Escapes plain text: page text must not become a link, tag, emphasis or list. */
const SPECIAL = /[\\`*[\]<~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=[#a-zA-Z])/gu;
const OPENING = /^(?:[#>+=|-]|\d{1,9}(?=[.)]))/;

/** For text inside a line. */
export function escapeInlineText(text: string): string {
  return text.replace(SPECIAL, '\\$&');
}

/** For text at the start of a line. */
export function escapeMarkdown(text: string): string {
  const escaped = escapeInlineText(text);
  const opening = OPENING.exec(escaped)?.[0];
  if (opening === undefined) return escaped;
  const number = /^\d/.test(opening);
  return number ? `${opening}\\${escaped.slice(opening.length)}` : `\\${escaped}`;
}
