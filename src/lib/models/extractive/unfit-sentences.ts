/** What makes a sentence unfit for a summary by its form: it is cut open, or a question. */

const PAIRS: readonly (readonly [RegExp, RegExp])[] = [
  [/\(/g, /(?<!(?<![\p{L}\p{N}(])[\p{L}\p{N}])\)/gu], // but for that of a) and b)
  [/«/g, /»/g],
  [/[「『]/g, /[」』]/g],
];

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Holds a quote or a bracket in part, begins in mid-sentence, or trails off. */
export function isCutOpen(text: string): boolean {
  if (/^[\p{Ll},;)\]…]|(?:…|\.\.\.|[:：,;])["'”’»)]*$/u.test(text)) return true;
  if (count(text, /(?<!\d)"/g) % 2 === 1) return true;
  // in Swedish one mark opens and closes
  const isOneMark = !/[„“]/.test(text) && count(text, /”/g) % 2 === 0;
  // the mark that closes a German quote opens an English one
  const [opening, closing] = text.includes('„') ? [/„/g, /[“”]/g] : [/“/g, isOneMark ? /(?!)/g : /”/g];
  return [...PAIRS, [opening, closing] as const].some(([open, close]) => count(text, open) !== count(text, close));
}

const QUESTION = /[?？؟]["'”’»」』)\]]*$/u;

/** It says nothing without its answer. */
export const isQuestion = (text: string): boolean => QUESTION.test(text);
