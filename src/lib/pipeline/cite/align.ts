/** Checks whether and where a quote occurs in the stored text; fuzzy similarity never counts. */
import type { Passage } from '../text/passages.ts';
import { normaliseText } from './normal-form.ts';
import type { Strictness } from './normalise-character.ts';
import {
  splitAtEllipses,
  startsWithMarker,
  isOnlyMarkers,
  listBlockMarkers,
  type QuoteReading,
  listQuoteReadings,
} from './quote.ts';
import type { Source } from './source.ts';
import type { Form } from './source-form.ts';
import type { Footnotes } from './visible-markdown.ts';
import { buildPlace, type Place } from './quote-place.ts';

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
  return form.stretches.slice(from + 1, to + 1).some(({ block }) => block.kind === 'heading');
}
