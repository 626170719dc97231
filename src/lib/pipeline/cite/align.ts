/** Checks whether and where a quote occurs in the stored text; fuzzy similarity never counts. */
import { collapseWhitespace } from '../../base/one-line.ts';
import type { Passage } from '../text/passages.ts';
import { normaliseText, type Strictness } from './normal-form.ts';
import {
  splitAtEllipses,
  startsWithMarker,
  isOnlyMarkers,
  listBlockMarkers,
  type QuoteReading,
  listQuoteReadings,
} from './quote.ts';
import { type Form, type Source, findLastAtMost, type Spot } from './source.ts';
import type { Footnotes } from './visible-markdown.ts';

/** `verbatim`: exactly as quoted. `close`: same words in order but for case, accents, punctuation, ellipses. */
export type Verdict = 'verbatim' | 'close' | 'missing';

export interface Alignment {
  readonly verdict: Verdict;
  readonly place: Place | null;
}

const MISSING: Alignment = { verdict: 'missing', place: null };

/** `ref`: the passage the model named, '' for none. Linear in the sources. */
export function alignVerbatim(quote: string, sources: readonly Source[], ref: string): Alignment {
  const namedPassage = findNamedPassage(ref, sources);
  const place = findFirstPlace(
    listSearchTexts(listQuoteReadings(quote), 'verbatim'),
    quote,
    sources,
    namedPassage,
    'verbatim',
  );
  return place === null ? MISSING : { verdict: 'verbatim', place };
}

export function alignClose(quote: string, sources: readonly Source[], ref: string): Alignment {
  const readings = listQuoteReadings(quote);
  const namedPassage = findNamedPassage(ref, sources);
  let place = findFirstPlace(listSearchTexts(readings, 'close'), quote, sources, namedPassage, 'close');
  for (const reading of readings) place ??= findFragmentedPlace(reading, sources, namedPassage);
  return place === null ? MISSING : { verdict: 'close', place };
}

interface NamedPassage {
  readonly source: number;
  readonly passage: Passage;
}

/** Takes `k3f9a2b`, or `2/k3f9a2b` for the second source. */
function findNamedPassage(ref: string, sources: readonly Source[]): NamedPassage | null {
  const [, number, id] = /^(?:(\d{1,4})\/)?([0-9a-z]{1,20}(?:-\d{1,9})?)$/.exec(ref) ?? [];
  if (id === undefined) return null;
  for (const [source, { getPassages: passages }] of sources.entries()) {
    if (number !== undefined && Number(number) !== source + 1) continue;
    const passage = passages().find((candidate) => candidate.id === id);
    if (passage !== undefined) return { source, passage };
  }
  return null;
}

interface SearchText {
  readonly words: string;
  readonly unmarked: boolean;
}

function listSearchTexts(readings: readonly QuoteReading[], strictness: Strictness): readonly SearchText[] {
  const texts = readings.map(({ words, unmarked }) => ({ words: normaliseText(words, strictness), unmarked }));
  return texts.filter(
    ({ words }, i) => /[\p{L}\p{N}]/u.test(words) && texts.findIndex((other) => other.words === words) === i,
  );
}

function findFirstPlace(
  texts: readonly SearchText[],
  quote: string,
  sources: readonly Source[],
  namedPassage: NamedPassage | null,
  strictness: Strictness,
): Place | null {
  const anywhere = sources.map((source, i) => ({ source, i, passage: null }));
  const near = namedPassage === null ? undefined : anywhere[namedPassage.source];
  for (const scope of [
    ...(near === undefined ? [] : [{ ...near, passage: namedPassage?.passage ?? null }]),
    ...anywhere,
  ])
    for (const form of iterateForms(scope.source, strictness))
      for (const { words, unmarked } of texts) {
        const place = findInForm({ ...scope, form }, words, unmarked ? quote : null);
        if (place !== null) return place;
      }
  return null;
}

function* iterateForms(source: Source, strictness: Strictness): Generator<Form, void, undefined> {
  for (const footnotes of ['dropped', 'kept'] satisfies Footnotes[])
    if (footnotes === 'dropped' || source.hasFootnotes()) yield source.getForm(strictness, footnotes);
}

interface SearchScope {
  readonly source: Source;
  readonly i: number;
  readonly form: Form;
  readonly passage: Passage | null;
}

/** Each costs a scan of its line, and a page may repeat a few words endlessly. */
const MAX_PLACES = 100;

/** `quote`: given if its block markers must also match. */
function findInForm({ source, i, form, passage }: SearchScope, words: string, quote: string | null): Place | null {
  const from = passage === null ? 0 : Math.max(0, form.toFormIndex(passage.start) - words.length + 1);
  const to = passage === null ? Infinity : form.toFormIndex(passage.end);
  if (passage !== null && !form.text.slice(from, to + words.length).includes(words)) return null;
  let tries = 0;
  for (let at = form.find(words, from); at !== -1 && at < to; at = form.find(words, at + 1)) {
    if ((tries += 1) > MAX_PLACES) return null;
    const place = buildPlace(source, i, form, at, at + words.length);
    if (quote === null || hasSameMarkers(quote, source.markdown, place)) return place;
  }
  return null;
}

/** Leading markers must directly precede the match; others must be within it. */
function hasSameMarkers(quote: string, markdown: string, { start, end }: Place): boolean {
  const line = markdown.lastIndexOf('\n', start - 1) + 1;
  const sourceMarkers = listBlockMarkers(markdown.slice(line, end));
  const quoteMarkers = listBlockMarkers(quote);
  const skipped = sourceMarkers.length - quoteMarkers.length;
  if (!quoteMarkers.every((marks, k) => marks === sourceMarkers[k + skipped])) return false;
  return skipped === 0
    ? isOnlyMarkers(markdown.slice(line, start)) || !startsWithMarker(quote)
    : skipped === 1 && !startsWithMarker(quote);
}

/** In characters, for all ellipses of one quote together. */
const MAX_LEFT_OUT = 600;

/** Fragments must be in order, close together and under one heading. */
function findFragmentedPlace(
  reading: QuoteReading,
  sources: readonly Source[],
  namedPassage: NamedPassage | null,
): Place | null {
  const fragments = splitAtEllipses(reading).map((fragment) => normaliseText(fragment, 'close'));
  const first = fragments[0];
  if (first === undefined || fragments.includes('')) return null;
  const order = sources.map((source, i) => ({ source, i }));
  if (namedPassage !== null)
    order.sort((a, b) => Number(b.i === namedPassage.source) - Number(a.i === namedPassage.source));
  for (const { source, i } of order)
    for (const form of iterateForms(source, 'close')) {
      const near = namedPassage?.source === i ? form.toFormIndex(namedPassage.passage.start) : 0;
      const place =
        findFragmentChain(form, fragments, near) ?? (near > 0 ? findFragmentChain(form, fragments, 0) : null);
      if (place !== null) return buildPlace(source, i, form, place.start, place.end);
    }
  return null;
}

function findFragmentChain(
  form: Form,
  fragments: readonly string[],
  from: number,
): { start: number; end: number } | null {
  const length = fragments.reduce((sum, fragment) => sum + fragment.length, 0);
  const next = fragments.map(() => -1); // last known index of each fragment
  for (let begin = from; ; begin = (next[0] ?? 0) + 1) {
    let end = begin;
    for (const [k, fragment] of fragments.entries()) {
      if ((next[k] ?? -1) < end) next[k] = form.find(fragment, end);
      const at = next[k] ?? -1;
      if (at === -1) return null;
      end = at + fragment.length;
    }
    const start = next[0] ?? 0;
    if (end - start - length <= MAX_LEFT_OUT && !hasHeadingBetween(form, start, end)) return { start, end };
  }
}

function hasHeadingBetween(form: Form, start: number, end: number): boolean {
  const [from, to] = [form.startsAt(start).block, form.endsAt(end).block];
  return form.stretches.slice(from + 1, to + 1).some(({ located }) => located.block.kind === 'heading');
}

interface Place {
  readonly source: number;
  readonly passage: string;
  readonly path: readonly string[];
  /** In UTF-16 units of the Markdown; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly exact: string;
  /** Up to 80 visible characters, which distinguish repeated text. */
  readonly before: string;
  readonly after: string;
}

const CONTEXT_LENGTH = 80;

function buildPlace(source: Source, index: number, form: Form, start: number, end: number): Place {
  const from = form.startsAt(start);
  const to = form.endsAt(end);
  const first = from.visible.at[from.index] ?? 0;
  const passages = source.getPassages();
  const passage = passages[findLastAtMost(passages, (candidate) => candidate.start, first)];
  return {
    source: index,
    passage: passage?.id ?? '',
    path: passage?.path ?? [],
    start: first,
    end: to.visible.ends[to.index - 1] ?? first,
    exact: collapseWhitespace(getTextBetween(form, from, to)),
    before: collapseWhitespace(getTextBefore(form, from))
      .slice(-CONTEXT_LENGTH)
      .replace(/^[\udc00-\udfff]/, ''),
    after: collapseWhitespace(getTextAfter(form, to))
      .slice(0, CONTEXT_LENGTH)
      .replace(/[\ud800-\udbff]$/, ''),
  };
}

function getTextBetween(form: Form, from: Spot, to: Spot): string {
  if (from.block === to.block) return from.visible.text.slice(from.index, to.index);
  const texts = [from.visible.text.slice(from.index)];
  for (let block = from.block + 1; block < to.block; block += 1) texts.push(form.getVisible(block).text);
  return [...texts, to.visible.text.slice(0, to.index)].join('\n');
}

const MAX_SCANNED = 4 * CONTEXT_LENGTH;

function getTextBefore(form: Form, { block, visible, index }: Spot): string {
  let text = visible.text.slice(Math.max(0, index - MAX_SCANNED), index);
  for (let at = block - 1; at >= 0 && at > block - 20 && text.length < MAX_SCANNED; at -= 1)
    text = `${form.getVisible(at).text.slice(-MAX_SCANNED)}\n${text}`;
  return text;
}

function getTextAfter(form: Form, { block, visible, index }: Spot): string {
  let text = visible.text.slice(index, index + MAX_SCANNED);
  const last = Math.min(form.stretches.length, block + 20);
  for (let at = block + 1; at < last && text.length < MAX_SCANNED; at += 1)
    text = `${text}\n${form.getVisible(at).text.slice(0, MAX_SCANNED)}`;
  return text;
}
