/**
 * Resolves citation marks in an answer, numbers its sources and formats the text for copying. A mark counts as a source
 * only if code found its exact words; otherwise it is shown as unverified.
 */
import type { Citation, CitedPlace } from './citation.ts';

/** URL of a mark: `#`, optionally followed by a passage id. */
export const CITATION_URL = /^#([A-Za-z0-9/-]{0,24})$/;

/** A citation whose words were found. */
export type LocatedCitation = Citation & { readonly place: CitedPlace };

export const isLocated = (citation: Citation): citation is LocatedCitation =>
  citation.verdict !== 'missing' && citation.place !== null;

export interface CitedSources {
  /** Each place once per verdict, in order of first citation; a source's number is its index plus 1. */
  readonly list: readonly LocatedCitation[];
  /** The source number of each citation; 0 if it was not found. */
  readonly numbers: readonly number[];
}

export function collectSources(citations: readonly Citation[]): CitedSources {
  const list: LocatedCitation[] = [];
  const numberByKey = new Map<string, number>();
  const numbers = citations.map((citation) => {
    if (!isLocated(citation)) return 0;
    const { hash, start, end } = citation.place;
    const key = `${hash} ${start} ${end} ${citation.verdict}`;
    const number = numberByKey.get(key) ?? list.push(citation);
    numberByKey.set(key, number);
    return number;
  });
  return { list, numbers };
}

/**
 * Returns a function that assigns citations to marks, each once, in order: the index of the next one with these words
 * and id, or -1. `plain` strips a quote's markup.
 */
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

const createCitationKey = (words: string, ref: string): string => `${ref}\n${collapseSpaces(words)}`;

export const collapseSpaces = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Punctuation that makes the words after it part of the sentence, not only its proof. */
const INTRODUCTION = /[:：“„«‹「『]\s*$/u;

/** Whether a mark's words are part of the sentence. `before`: the text before it in its block. */
export const isPartOfSentence = (before: string): boolean => INTRODUCTION.test(before.slice(-4));

/**
 * Formats an answer's Markdown for copying: `[1]` for each quote that was found, the sources below, each once; other
 * quotes are marked as unverified.
 */
export function formatWithSources(text: string, citations: readonly Citation[]): string {
  const { list, numbers } = collectSources(citations);
  const edits = [...collectLinkEdits(text, citations, numbers), ...collectWordEdits(text, citations, numbers)];
  edits.sort((a, b) => a.start - b.start);
  let copy = '';
  let at = 0;
  for (const { start, end, put } of edits) {
    if (start < at) continue;
    copy += text.slice(at, start) + put;
    at = end;
  }
  copy += text.slice(at);
  if (list.length === 0) return copy;
  const lines = list.map((quoted, index) => `[${index + 1}] ${formatSourceLine(quoted)}`);
  return `${copy.trimEnd()}\n\n${lines.join('\n\n')}`;
}

/** Formats `“quote” — Title, URL`, with all Markdown escaped. */
export function formatSourceLine({ place: { exact, title, url } }: LocatedCitation): string {
  const about = [escapeMarkdown(title), url.replace(/[\s[\]<>`*]/g, encodeURIComponent)].filter((part) => part !== '');
  return `“${escapeMarkdown(exact)}”${about.length > 0 ? ` — ${about.join(', ')}` : ''}`;
}

const escapeMarkdown = (text: string): string => collapseSpaces(text).replace(/[\\`*[\]<]/g, '\\$&');

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly put: string;
}

function collectLinkEdits(text: string, citations: readonly Citation[], numbers: readonly number[]): readonly Edit[] {
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

/** What may precede the first word of a block. */
const LINE_OPENING = /^[\s>+#*_-]*(?:\d{1,9}[.)]\s+)?[\s*_]*$/;
/** Characters before a mark that are examined to decide whether it starts its line. */
const LOOKBEHIND_CHARS = 100;

function startsLine(text: string, start: number): boolean {
  const near = text.slice(Math.max(0, start - LOOKBEHIND_CHARS), start);
  const line = near.slice(near.lastIndexOf('\n') + 1);
  return (line.length < near.length || start <= LOOKBEHIND_CHARS) && LINE_OPENING.test(line);
}

/** Adds numbers after the sentences that are quotes themselves. */
function collectWordEdits(text: string, citations: readonly Citation[], numbers: readonly number[]): readonly Edit[] {
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
  /** As Markdown. */
  readonly words: string;
  readonly ref: string;
}

/** Finds `[words](#id)` in a text, in linear time. */
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

/** Returns the index of the bracket that the one at `close` closes; -1 if there is none or it belongs to an image. */
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

/** Removes emphasis and code marks and the backslashes of escapes. */
const stripInlineMarks = (markdown: string): string => markdown.replace(/\\([!-/:-@[-`{-~])|[*_`]/g, '$1');
