/** Checks whether and where a quote occurs in the stored text; fuzzy similarity never counts. */
import type { Passage } from '../text/passages.ts';
import { hasWords } from '../text/terms.ts';
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
import { buildPlace, type Place } from './quote-place.ts';

/** `verbatim`: exactly as quoted. `close`: same words in order but for case, accents, punctuation, ellipses. */
export type Verdict = 'verbatim' | 'close' | 'missing';

export interface Alignment {
  readonly verdict: Verdict;
  readonly place: Place | null;
}

/** `ref`: the passage the model named, '' for none. Linear in the sources. */
export function alignQuote(quote: string, sources: readonly Source[], ref: string, strictness: Strictness): Alignment {
  const readings = listQuoteReadings(quote);
  const named = findNamedPassage(ref, sources);
  let place = findWholePlace(readings, quote, sources, named, strictness);
  if (strictness === 'close') for (const reading of readings) place ??= findFragmentedPlace(reading, sources, named);
  return { verdict: place === null ? 'missing' : strictness, place };
}

/** Where to search: a whole source, or one of its passages. */
interface Scope {
  readonly source: Source;
  readonly i: number;
  readonly passage: Passage | null;
}

const listWholeScopes = (sources: readonly Source[]): readonly Scope[] =>
  sources.map((source, i) => ({ source, i, passage: null }));

/** Takes `k3f9a2b`, or `2/k3f9a2b` for the second source. */
function findNamedPassage(ref: string, sources: readonly Source[]): Scope | null {
  const [, number, id] = /^(?:(\d{1,4})\/)?([0-9a-z]{1,20}(?:-\d{1,9})?)$/.exec(ref) ?? [];
  if (id === undefined) return null;
  for (const [i, source] of sources.entries()) {
    if (number !== undefined && Number(number) !== i + 1) continue;
    const passage = source.getPassages().find((candidate) => candidate.id === id);
    if (passage !== undefined) return { source, i, passage };
  }
  return null;
}

function findWholePlace(
  readings: readonly QuoteReading[],
  quote: string,
  sources: readonly Source[],
  named: Scope | null,
  strictness: Strictness,
): Place | null {
  const texts = readings
    .map(({ words, unmarked }) => ({ words: normaliseText(words, strictness), unmarked }))
    .filter(({ words }, i, all) => hasWords(words) && all.findIndex((other) => other.words === words) === i);
  for (const scope of [...(named === null ? [] : [named]), ...listWholeScopes(sources)])
    for (const form of scope.source.iterateForms(strictness))
      for (const { words, unmarked } of texts) {
        const place = findInForm(scope, form, words, unmarked ? quote : null);
        if (place !== null) return place;
      }
  return null;
}

/** Each costs a scan of its line, and a page may repeat a few words endlessly. */
const MAX_PLACES = 100;

/** `quote`: given if its block markers must also match. */
function findInForm({ source, i, passage }: Scope, form: Form, words: string, quote: string | null): Place | null {
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
function findFragmentedPlace(reading: QuoteReading, sources: readonly Source[], named: Scope | null): Place | null {
  const fragments = splitAtEllipses(reading).map((fragment) => normaliseText(fragment, 'close'));
  if (fragments.length === 0 || fragments.includes('')) return null;
  const others = listWholeScopes(sources).filter(({ i }) => i !== named?.i);
  for (const { source, i, passage } of named === null ? others : [named, ...others])
    for (const form of source.iterateForms('close')) {
      const near = passage === null ? 0 : form.toFormIndex(passage.start);
      const chain =
        findFragmentChain(form, fragments, near) ?? (near > 0 ? findFragmentChain(form, fragments, 0) : null);
      if (chain !== null) return buildPlace(source, i, form, chain.start, chain.end);
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
  return form.stretches.slice(from + 1, to + 1).some(({ kind }) => kind === 'heading');
}
