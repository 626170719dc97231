/** Builds text-fragment addresses, matched literally. https://wicg.github.io/scroll-to-text-fragment/ */
import { collapseWhitespace } from '../../base/one-line.ts';
import type { Range } from '../text/ranges.ts';
import { iterateSegments } from '../text/segment.ts';
import { hasWords } from '../text/terms.ts';
import { parseWebUrl } from '../../base/urls.ts';

interface QuotedText {
  readonly exact: string;
  readonly before?: string;
  readonly after?: string;
}

/** Longer quotes are given by first and last words, and may span blocks. */
const MAX_WHOLE_WORDS = 8;
const END_WORDS = 4;
const CONTEXT_WORDS = 3;
const MAX_SCANNED_CHARS = 400;

/** null if it is no web address or the quote has no words. */
export function buildFragmentUrl(url: string, { exact, before = '', after = '' }: QuotedText): string | null {
  const parsed = parseWebUrl(url);
  if (!parsed) return null;
  const text = buildTextTerms(exact).map(encodeDirective).join(',');
  if (text === '') return null;
  const [ownFragment = ''] = parsed.hash.slice(1).split(':~:');
  parsed.hash = '';
  const withContext = isShort(exact) ? [...buildPrefix(before), text, ...buildSuffix(after)].join(',') : text;
  const directives = withContext === text ? [text] : [withContext, text];
  return `${parsed.href}#${ownFragment}:~:${directives.map((directive) => `text=${directive}`).join('&')}`;
}

/** One line only: the browser looks within one block. */
function buildPrefix(before: string): readonly string[] {
  const words = takeLastWords(before.trimEnd().split('\n').at(-1) ?? '', CONTEXT_WORDS);
  return words === '' ? [] : [`${encodeDirective(words)}-`];
}

function buildSuffix(after: string): readonly string[] {
  const words = takeFirstWords(after.trimStart().split('\n', 1)[0] ?? '', CONTEXT_WORDS);
  return words === '' ? [] : [`-${encodeDirective(words)}`];
}

function buildTextTerms(exact: string): readonly string[] {
  const lines = exact.split('\n').filter(hasWords);
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return [];
  if (lines.length === 1 && isShort(first)) return [collapseWhitespace(first)];
  return [takeFirstWords(first, END_WORDS), takeLastWords(last, END_WORDS)];
}

const isShort = (text: string): boolean =>
  text.length <= MAX_SCANNED_CHARS && findWordRanges(text).length <= MAX_WHOLE_WORDS;

/** Splits words as the browser does: by dictionary in scripts without spaces. */
function findWordRanges(text: string): readonly Range[] {
  const words: Range[] = [];
  let start = 0;
  for (const segment of iterateSegments(text, 'word')) {
    const end = start + segment.length;
    if (hasWords(segment)) words.push({ start, end });
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

/** Dashes and commas separate parts of a directive. */
const encodeDirective = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')).replaceAll('-', '%2D');
