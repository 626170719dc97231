/** Cuts an unfinished mark off a growing text: its words would appear and vanish again. */

/** In characters; more than the 25 words that a quote may have. */
const MAX_MARK_LENGTH = 400;

export function trimOpenMark(text: string): string {
  const from = Math.max(0, text.length - MAX_MARK_LENGTH);
  const end = text.slice(from);
  const at = end.lastIndexOf('[');
  if (at < 0 || !UNFINISHED_MARK.test(end.slice(at))) return text;
  return text.slice(0, from + at);
}

const UNFINISHED_MARK = /^\[[^\]\n]*(?:\](?:\((?:#[A-Za-z0-9/-]{0,24})?)?)?$/;
