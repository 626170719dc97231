/** The end of a text that is being written, without a mark that has only begun: its words would show and go again. */

/** Longer than the 25 words that a quote may have. */
const LONGEST = 400;

/** Waits for the bracket that opens near the end to close, and for the address after it. Looks at the end alone. */
export function withoutOpenMark(text: string): string {
  const from = Math.max(0, text.length - LONGEST);
  const end = text.slice(from);
  const at = end.lastIndexOf('[');
  if (at < 0 || !BEGUN.test(end.slice(at))) return text;
  return text.slice(0, from + at);
}

const BEGUN = /^\[[^\]\n]*(?:\](?:\((?:#[A-Za-z0-9/-]{0,24})?)?)?$/;
