/**
 * Lines of a paragraph → its text. The one rule: what the typesetter did to fit the line is undone, and nothing else: a
 * hyphen that the word has of its own stays.
 */
import { firstOf, isDense, lastOf } from './script.ts';

/** Words of the document that stand within a line, in small letters: they tell which hyphens are the words' own. */
export type Vocabulary = ReadonlySet<string>;

const WORD = /\p{L}[\p{L}\p{M}]*(?:[-‐]\p{L}[\p{L}\p{M}]*)*/gu;
/** Words that are kept; a document of millions says what it has to say in fewer. */
const MOST_WORDS = 200_000;

export function vocabularyOf(lines: Iterable<string>): Vocabulary {
  const words = new Set<string>();
  for (const line of lines) {
    if (words.size >= MOST_WORDS) break;
    for (const [word] of line.slice(0, 2000).matchAll(WORD)) words.add(word.toLowerCase());
  }
  return words;
}

export function joined(lines: readonly string[], vocabulary: Vocabulary): string {
  const parts: string[] = [];
  let text = ''; // the end of what is joined so far
  for (const line of lines) {
    const [end, between] = text === '' ? [text, ''] : seam(text, line, vocabulary);
    if (end.length < text.length) parts.push(String(parts.pop()).slice(0, end.length - text.length));
    parts.push(between + line);
    text = line;
  }
  return parts.join('');
}

/** What stays of the end of the line before, and what comes between. */
function seam(before: string, after: string, vocabulary: Vocabulary): readonly [end: string, between: string] {
  if (before.endsWith('\u00AD')) return [before.slice(0, -1), ''];
  const stem = /(\p{L}[\p{L}\p{M}]{0,60})[-‐]$/u.exec(before.slice(-64))?.[1];
  if (stem !== undefined) {
    const rest = /^[\p{L}\p{M}]{1,60}/u.exec(after)?.[0];
    if (rest === undefined || !/^\p{Ll}/u.test(rest)) return [before, /^[\p{L}\p{N}]/u.test(after) ? '' : ' '];
    const whole = `${stem}${rest}`.toLowerCase();
    const own = !vocabulary.has(whole) && vocabulary.has(`${stem}-${rest}`.toLowerCase());
    return own ? [before, ''] : [before.slice(0, -1), ''];
  }
  return [before, isDense(lastOf(before)) && isDense(firstOf(after)) ? '' : ' '];
}
