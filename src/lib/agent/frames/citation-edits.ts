/** Edits that put sources in the place of citation marks. */
import { collapseWhitespace } from '../../base/one-line.ts';
import type { Citation } from './citation.ts';

/** Assigns each citation once, in order: the next index with these words and id, or -1. */
export function createCitationTaker(
  citations: readonly Citation[],
  plain: (quote: string) => string,
): (words: string, ref: string) => number {
  const waiting = new Map<string, number[]>();
  const used = new Set<number>();
  for (const [index, { form, quote, ref }] of citations.entries()) {
    if (form !== 'link') continue;
    for (const key of new Set([createCitationKey(quote, ref), createCitationKey(plain(quote), ref)])) {
      const queue = waiting.get(key);
      if (queue === undefined) waiting.set(key, [index]);
      else queue.push(index);
    }
  }
  for (const queue of waiting.values()) queue.reverse();
  return (words, ref) => {
    const queue = waiting.get(createCitationKey(words, ref)) ?? [];
    for (let index = queue.pop(); index !== undefined; index = queue.pop()) {
      if (used.has(index)) continue;
      used.add(index);
      return index;
    }
    return -1;
  };
}

const createCitationKey = (words: string, ref: string): string => `${ref}\n${collapseWhitespace(words)}`;

const INTRODUCTION = /[:：“„«‹「『]\s*$/u;

/** `before`: the text before the mark in its block. */
export const isPartOfSentence = (before: string): boolean => INTRODUCTION.test(before.slice(-4));

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly put: string;
}

export function collectLinkEdits(
  text: string,
  citations: readonly Citation[],
  numbers: readonly number[],
): readonly Edit[] {
  const take = createCitationTaker(citations, stripInlineMarks);
  return findMarks(text).map(({ start, end, words, ref }) => {
    const number = numbers[take(stripInlineMarks(words), ref)] ?? 0;
    const isPart =
      startsLine(text, start) || isPartOfSentence(text.slice(Math.max(0, start - LOOKBEHIND_CHARS), start));
    if (number > 0) return { start, end, put: isPart ? `“${words}” [${number}]` : `[${number}]` };
    if (words.trim() === '') return { start, end, put: '(unverified)' };
    return { start, end, put: isPart ? `${words} (unverified)` : `(unverified: ${words})` };
  });
}

const LINE_OPENING = /^[\s>+#*_-]*(?:\d{1,9}[.)]\s[\s*_]*)?$/;
const LOOKBEHIND_CHARS = 100;

function startsLine(text: string, start: number): boolean {
  const near = text.slice(Math.max(0, start - LOOKBEHIND_CHARS), start);
  const line = near.slice(near.lastIndexOf('\n') + 1);
  return (line.length < near.length || start <= LOOKBEHIND_CHARS) && LINE_OPENING.test(line);
}

export function collectWordEdits(
  text: string,
  citations: readonly Citation[],
  numbers: readonly number[],
): readonly Edit[] {
  const edits: Edit[] = [];
  let from = 0;
  for (const [index, { form, quote }] of citations.entries()) {
    const number = numbers[index] ?? 0;
    if (form !== 'words' || number === 0 || quote === '') continue;
    const start = text.indexOf(quote, from);
    if (start < 0) continue;
    from = start + quote.length;
    edits.push({ start: from, end: from, put: ` [${number}]` });
  }
  return edits;
}

interface Mark {
  readonly start: number;
  readonly end: number;
  readonly words: string;
  readonly ref: string;
}

/** Finds `[words](#id)` in linear time. */
function findMarks(text: string): readonly Mark[] {
  const marks: Mark[] = [];
  let past = 0;
  for (const { index, 0: tail, 1: ref = '' } of text.matchAll(/\]\(#([A-Za-z0-9/-]{0,24})\)/g)) {
    const start = text.charAt(index - 1) === '\\' ? -1 : findOpeningBracket(text, index, past);
    const end = index + tail.length;
    past = end;
    if (start >= 0) marks.push({ start, end, words: text.slice(start + 1, index), ref });
  }
  return marks;
}

/** -1 if there is none or it belongs to an image. */
function findOpeningBracket(text: string, close: number, past: number): number {
  let depth = 1;
  for (let at = close - 1; at >= past; at -= 1) {
    const character = text.charAt(at);
    if (character === '\n' && text.charAt(at - 1) === '\n') return -1;
    if ((character !== '[' && character !== ']') || text.charAt(at - 1) === '\\') continue;
    depth += character === ']' ? 1 : -1;
    if (depth === 0) return text.charAt(at - 1) === '!' ? -1 : at;
  }
  return -1;
}

const stripInlineMarks = (markdown: string): string => markdown.replace(/\\([!-/:-@[-`{-~])|[*_`]/g, '$1');
