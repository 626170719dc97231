/** Joins the lines of a paragraph. A hyphen at the end of a line is dropped unless the word has one of its own. */
import { getFirstCharacter, getLastCharacter, isDense } from '../text/script.ts';

/** Lower-case words within lines; they show which hyphens belong to a word. */
export type Vocabulary = ReadonlySet<string>;

const WORD = /\p{L}[\p{L}\p{M}]*(?:[-‐]\p{L}[\p{L}\p{M}]*)*/gu;

/** Behind a hyphen that stands for a part left out: „Vor- und Nachteile“. */
const CONNECTIVES = new Set('und oder bzw and or'.split(' '));

/** As in state-of-the- and mother-in-. */
const INNER_WORD = /\p{L}[-‐](?:of|the|in|to|and|by|on|up|at|de|la|du|et)[-‐]$/u;

const MAX_WORDS = 200_000;

export function collectVocabulary(lines: Iterable<string>): Vocabulary {
  const words = new Set<string>();
  for (const line of lines) {
    if (words.size >= MAX_WORDS) break;
    for (const [word] of line.slice(0, 2000).matchAll(WORD)) words.add(word.toLowerCase());
  }
  return words;
}

export function joinLines(lines: readonly string[], vocabulary: Vocabulary): string {
  const parts: string[] = [];
  let last = ''; // the last line added
  for (const line of lines) {
    const [end, separator] = last === '' ? [last, ''] : computeSeam(last, line, vocabulary);
    if (end.length < last.length) parts.push(String(parts.pop()).slice(0, end.length - last.length));
    parts.push(separator + line);
    last = line;
  }
  return parts.join('');
}

function computeSeam(before: string, after: string, vocabulary: Vocabulary): readonly [end: string, between: string] {
  if (before.endsWith('\u00AD')) return [before.slice(0, -1), ''];
  const stem = /(\p{L}[\p{L}\p{M}]{0,60})[-‐]$/u.exec(before.slice(-64))?.[1];
  if (stem !== undefined) {
    const rest = /^[\p{L}\p{M}]{1,60}/u.exec(after)?.[0];
    if (rest === undefined || !/^\p{Ll}/u.test(rest)) return [before, /^[\p{L}\p{N}]/u.test(after) ? '' : ' '];
    const whole = `${stem}${rest}`.toLowerCase();
    if (!vocabulary.has(whole) && CONNECTIVES.has(rest)) return [before, ' '];
    if (!vocabulary.has(whole) && INNER_WORD.test(before)) return [before, ''];
    const hasOwnHyphen = !vocabulary.has(whole) && vocabulary.has(`${stem}-${rest}`.toLowerCase());
    return hasOwnHyphen ? [before, ''] : [before.slice(0, -1), ''];
  }
  return [before, isDense(getLastCharacter(before)) && isDense(getFirstCharacter(after)) ? '' : ' '];
}
