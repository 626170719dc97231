/**
 * A quote as an address: the browser scrolls to the text a fragment names and marks it, on any page and without access.
 * The one rule: only what the browser compares word for word goes in, so whole words, and few of them.
 * https://wicg.github.io/scroll-to-text-fragment/
 */
import { segments } from '../text/segment.ts';

export interface QuotedText {
  readonly exact: string;
  readonly before?: string;
  readonly after?: string;
}

/** A quote of more words is named by its first and its last ones, which also lets it go on over several blocks. */
const WHOLE = 8;
/** Words at either end of a longer quote. */
const END = 4;
/** Words of the surroundings, for quotes so short that they may well stand elsewhere too. */
const CONTEXT = 3;
/** Characters looked at, at either end. */
const REACH = 400;

/** `url` with a text fragment, its own fragment kept; null when it is no web address or the quote has no words. */
export function fragmentUrl(url: string, { exact, before = '', after = '' }: QuotedText): string | null {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return null;
  const text = textOf(exact).map(encoded).join(',');
  if (text === '') return null;
  const parsed = new URL(url);
  const [own = ''] = parsed.hash.slice(1).split(':~:');
  parsed.hash = '';
  const placed = isShort(exact) ? [...prefixOf(before), text, ...suffixOf(after)].join(',') : text;
  // Something may stand between that we left out, and then the surroundings do not fit: without them it is found.
  const directives = placed === text ? [text] : [placed, text];
  return `${parsed.href}#${own}:~:${directives.map((directive) => `text=${directive}`).join('&')}`;
}

/** Of the line right before: the browser looks within one block. */
function prefixOf(before: string): readonly string[] {
  const words = lastWords(before.trimEnd().split('\n').at(-1) ?? '', CONTEXT);
  return words === '' ? [] : [`${encoded(words)}-`];
}

function suffixOf(after: string): readonly string[] {
  const words = firstWords(after.trimStart().split('\n', 1)[0] ?? '', CONTEXT);
  return words === '' ? [] : [`-${encoded(words)}`];
}

/** The text whole, or where it begins and where it ends. Neither may go on over two blocks. */
function textOf(exact: string): readonly string[] {
  const lines = exact.split('\n').filter((line) => /[\p{L}\p{N}]/u.test(line));
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return [];
  if (lines.length === 1 && isShort(first)) return [spaced(first)];
  return [firstWords(first, END), lastWords(last, END)];
}

const spaced = (text: string): string => text.replace(/\s+/g, ' ').trim();

const isShort = (text: string): boolean => text.length <= REACH && wordsIn(text).length <= WHOLE;

interface Word {
  readonly start: number;
  readonly end: number;
}

/** Words as the browser cuts them, by dictionary where no spaces do. */
function wordsIn(text: string): readonly Word[] {
  const words: Word[] = [];
  let start = 0;
  for (const segment of segments(text, 'word')) {
    const end = start + segment.length;
    if (/[\p{L}\p{N}]/u.test(segment)) words.push({ start, end });
    start = end;
  }
  return words;
}

function firstWords(text: string, count: number): string {
  const reach = text.trimStart().slice(0, REACH);
  return spaced(reach.slice(0, wordsIn(reach)[count - 1]?.end ?? reach.length));
}

function lastWords(text: string, count: number): string {
  const reach = text.trimEnd().slice(-REACH);
  return spaced(reach.slice(wordsIn(reach).at(-count)?.start ?? 0));
}

/** The dash and the comma part the directive, so they are encoded too. */
const encoded = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')).replaceAll('-', '%2D');
