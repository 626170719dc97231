/**
 * An answer with its sources: which citation a mark in the text stands for, its number, and the text as it is copied. The
 * one rule: a mark is a source only where code found its very words; any other is called unverified, or stays words.
 */
import type { Citation, CitedPlace } from './citation.ts';

/** What a mark's address looks like: `#`, and perhaps the id of a passage. */
export const MARK_URL = /^#([A-Za-z0-9/-]{0,24})$/;

/** A citation whose words were found. */
export type Quoted = Citation & { readonly place: CitedPlace };

export const isQuoted = (citation: Citation): citation is Quoted =>
  citation.verdict !== 'missing' && citation.place !== null;

export interface Sources {
  /** Each place once for each verdict, in order of its first citation; the number of one is its index plus 1. */
  readonly list: readonly Quoted[];
  /** For each citation its number; 0 where it was not found. */
  readonly numbers: readonly number[];
}

export function sourcesOf(citations: readonly Citation[]): Sources {
  const list: Quoted[] = [];
  const known = new Map<string, number>();
  const numbers = citations.map((citation) => {
    if (!isQuoted(citation)) return 0;
    const { hash, start, end } = citation.place;
    const key = `${hash} ${start} ${end} ${citation.verdict}`;
    const number = known.get(key) ?? list.push(citation);
    known.set(key, number);
    return number;
  });
  return { list, numbers };
}

/**
 * Hands out the citations to marks, each once, in order: the index of the next one with exactly these words and this id,
 * or -1. `plain`: what a reader sees of a quote that was noted with its markup.
 */
export function takerOf(
  citations: readonly Citation[],
  plain: (quote: string) => string,
): (words: string, ref: string) => number {
  const waiting = new Map<string, number[]>();
  const used = new Set<number>();
  for (const [index, { form, quote, ref }] of citations.entries()) {
    if (form !== 'link') continue;
    for (const key of new Set([keyOf(quote, ref), keyOf(plain(quote), ref)])) {
      const queue = waiting.get(key);
      if (queue === undefined) waiting.set(key, [index]);
      else queue.push(index);
    }
  }
  for (const queue of waiting.values()) queue.reverse();
  return (words, ref) => {
    const queue = waiting.get(keyOf(words, ref)) ?? [];
    for (let index = queue.pop(); index !== undefined; index = queue.pop()) {
      if (used.has(index)) continue;
      used.add(index);
      return index;
    }
    return -1;
  };
}

const keyOf = (words: string, ref: string): string => `${ref}\n${oneSpaced(words)}`;

export const oneSpaced = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** What introduces the words that follow: they are part of the sentence, not only its proof. */
const INTRODUCED = /[:：“„«‹「『]\s*$/u;

/** Whether a mark's own words are read in the text. `before`: what stands before it in its block. */
export const isSpoken = (before: string): boolean => INTRODUCED.test(before.slice(-4));

/**
 * The Markdown of an answer as it is copied: `[1]` for each quote that was found, the sources below, each once. A quote
 * that was not found says so.
 */
export function withSources(text: string, citations: readonly Citation[]): string {
  const { list, numbers } = sourcesOf(citations);
  const edits = [...linkEdits(text, citations, numbers), ...wordEdits(text, citations, numbers)];
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
  const lines = list.map((quoted, index) => `[${index + 1}] ${sourceLine(quoted)}`);
  return `${copy.trimEnd()}\n\n${lines.join('\n\n')}`;
}

/** `“quote” — Title, URL`: the page's own words, with nothing in them that Markdown would act on. */
export function sourceLine({ place: { exact, title, url } }: Quoted): string {
  const about = [inert(title), url.replace(/[\s[\]<>`*]/g, encodeURIComponent)].filter((part) => part !== '');
  return `“${inert(exact)}”${about.length > 0 ? ` — ${about.join(', ')}` : ''}`;
}

const inert = (text: string): string => oneSpaced(text).replace(/[\\`*[\]<]/g, '\\$&');

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly put: string;
}

function linkEdits(text: string, citations: readonly Citation[], numbers: readonly number[]): readonly Edit[] {
  const take = takerOf(citations, unmarked);
  return marksIn(text).map(({ start, end, words, ref }) => {
    const number = numbers[take(unmarked(words), ref)] ?? 0;
    const spoken = opensLine(text, start) || isSpoken(text.slice(Math.max(0, start - NEAR), start));
    if (number > 0) return { start, end, put: spoken ? `“${words}” [${number}]` : `[${number}]` };
    if (words.trim() === '') return { start, end, put: '(unverified)' };
    return { start, end, put: spoken ? `${words} (unverified)` : `(unverified: ${words})` };
  });
}

/** What may stand before the first word of a block. */
const OPENING = /^[\s>+#*_-]*(?:\d{1,9}[.)]\s+)?[\s*_]*$/;
/** So many characters before a mark say whether it opens its line. */
const NEAR = 100;

function opensLine(text: string, start: number): boolean {
  const near = text.slice(Math.max(0, start - NEAR), start);
  const line = near.slice(near.lastIndexOf('\n') + 1);
  return (line.length < near.length || start <= NEAR) && OPENING.test(line);
}

/** Behind the sentences that are quotes themselves. */
function wordEdits(text: string, citations: readonly Citation[], numbers: readonly number[]): readonly Edit[] {
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

/** `[words](#id)` in a text. Linear in it: what lies before one mark is never looked at again for the next. */
function marksIn(text: string): readonly Mark[] {
  const marks: Mark[] = [];
  let past = 0;
  for (const { index, 0: tail, 1: ref = '' } of text.matchAll(/\]\(#([A-Za-z0-9/-]{0,24})\)/g)) {
    const start = text.charAt(index - 1) === '\\' ? -1 : openingOf(text, index, past);
    const end = index + tail.length;
    past = end;
    if (start >= 0) marks.push({ start, end, words: text.slice(start + 1, index), ref });
  }
  return marks;
}

/** The bracket that the one at `close` closes; -1 where there is none, or a picture's. */
function openingOf(text: string, close: number, past: number): number {
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

/** Without the marks of emphasis and code, and without the backslashes of escapes. */
const unmarked = (markdown: string): string => markdown.replace(/\\([!-/:-@[-`{-~])|[*_`]/g, '$1');
