/**
 * Builds an address with a text fragment, so that the browser scrolls to a quote and marks it on any page, without
 * access to it. Browsers compare literally, so only whole words and few of them are used.
 * https://wicg.github.io/scroll-to-text-fragment/
 */
import { iterateSegments } from '../text/segment.ts';

export interface QuotedText {
  readonly exact: string;
  readonly before?: string;
  readonly after?: string;
}

/** A quote of more words is given by its first and last words, which also lets it span several blocks. */
const MAX_WHOLE_WORDS = 8;
/** Words at either end of a longer quote. */
const END_WORDS = 4;
/** Words of context for quotes so short that they may occur elsewhere too. */
const CONTEXT_WORDS = 3;
/** Characters looked at on either end. */
const MAX_SCANNED_CHARS = 400;

/**
 * Returns `url` with a text fragment, keeping its own fragment; null if it is no web address or the quote has no words.
 */
export function buildFragmentUrl(url: string, { exact, before = '', after = '' }: QuotedText): string | null {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return null;
  const text = buildTextTerms(exact).map(encodeDirective).join(',');
  if (text === '') return null;
  const parsed = new URL(url);
  const [ownFragment = ''] = parsed.hash.slice(1).split(':~:');
  parsed.hash = '';
  const withContext = isShort(exact) ? [...buildPrefix(before), text, ...buildSuffix(after)].join(',') : text;
  // The context fails if something we left out is between it and the quote; the bare text is the fallback.
  const directives = withContext === text ? [text] : [withContext, text];
  return `${parsed.href}#${ownFragment}:~:${directives.map((directive) => `text=${directive}`).join('&')}`;
}

/** Uses the directly preceding line only: the browser looks within one block. */
function buildPrefix(before: string): readonly string[] {
  const words = takeLastWords(before.trimEnd().split('\n').at(-1) ?? '', CONTEXT_WORDS);
  return words === '' ? [] : [`${encodeDirective(words)}-`];
}

function buildSuffix(after: string): readonly string[] {
  const words = takeFirstWords(after.trimStart().split('\n', 1)[0] ?? '', CONTEXT_WORDS);
  return words === '' ? [] : [`-${encodeDirective(words)}`];
}

/** Returns the whole text, or its first and last words. Neither part may span two blocks. */
function buildTextTerms(exact: string): readonly string[] {
  const lines = exact.split('\n').filter((line) => /[\p{L}\p{N}]/u.test(line));
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return [];
  if (lines.length === 1 && isShort(first)) return [collapseWhitespace(first)];
  return [takeFirstWords(first, END_WORDS), takeLastWords(last, END_WORDS)];
}

const collapseWhitespace = (text: string): string => text.replace(/\s+/g, ' ').trim();

const isShort = (text: string): boolean =>
  text.length <= MAX_SCANNED_CHARS && findWordRanges(text).length <= MAX_WHOLE_WORDS;

interface Word {
  readonly start: number;
  readonly end: number;
}

/** Words as the browser splits them, by dictionary in scripts without spaces. */
function findWordRanges(text: string): readonly Word[] {
  const words: Word[] = [];
  let start = 0;
  for (const segment of iterateSegments(text, 'word')) {
    const end = start + segment.length;
    if (/[\p{L}\p{N}]/u.test(segment)) words.push({ start, end });
    start = end;
  }
  return words;
}

function takeFirstWords(text: string, count: number): string {
  const reach = text.trimStart().slice(0, MAX_SCANNED_CHARS);
  return collapseWhitespace(reach.slice(0, findWordRanges(reach)[count - 1]?.end ?? reach.length));
}

function takeLastWords(text: string, count: number): string {
  const reach = text.trimEnd().slice(-MAX_SCANNED_CHARS);
  return collapseWhitespace(reach.slice(findWordRanges(reach).at(-count)?.start ?? 0));
}

/** Dashes and commas separate parts of a directive, so they are encoded too. */
const encodeDirective = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')).replaceAll('-', '%2D');
