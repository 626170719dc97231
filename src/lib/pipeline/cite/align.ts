/**
 * Whether a quote stands in its sources, and where. The one rule: code says so, from the stored words alone; no likeness
 * is ever near enough. A model’s word for where it has read something is only where the search begins.
 */
import type { Passage } from '../text/passages.ts';
import { normalText, type Strictness } from './normal.ts';
import { type Place, placeOf } from './place.ts';
import { fragmentsOf, isMarked, isMarker, markersOf, type Reading, readingsOf } from './quote.ts';
import type { Form, Source } from './source.ts';
import type { Footnotes } from './visible.ts';

/**
 * `verbatim`: the words stand there as quoted. `close`: the same words in the same order, but for case, accents or harmless
 * punctuation, or with an ellipsis where something is left out. `missing`: anything else.
 */
export type Verdict = 'verbatim' | 'close' | 'missing';

export interface Alignment {
  readonly verdict: Verdict;
  /** null where it is missing. */
  readonly place: Place | null;
}

const MISSING: Alignment = { verdict: 'missing', place: null };

/** `ref` is the id of the passage that the model named; '' for none. Work is linear in the sources. */
export function alignQuote(quote: string, sources: readonly Source[], ref: string): Alignment {
  const verbatim = alignVerbatim(quote, sources, ref);
  return verbatim.place === null ? alignClose(quote, sources, ref) : verbatim;
}

/** Whether the words stand there as quoted. */
export function alignVerbatim(quote: string, sources: readonly Source[], ref: string): Alignment {
  const named = passageOf(ref, sources);
  const place = firstOf(wantedIn(readingsOf(quote), 'verbatim'), quote, sources, named, 'verbatim');
  return place === null ? MISSING : { verdict: 'verbatim', place };
}

/** Whether they do but for what changes nothing. What stands there as quoted is close as well. */
export function alignClose(quote: string, sources: readonly Source[], ref: string): Alignment {
  const readings = readingsOf(quote);
  const named = passageOf(ref, sources);
  let place = firstOf(wantedIn(readings, 'close'), quote, sources, named, 'close');
  for (const reading of readings) place ??= stitched(reading, sources, named);
  return place === null ? MISSING : { verdict: 'close', place };
}

interface Named {
  readonly source: number;
  readonly passage: Passage;
}

/** `k3f9a2b`, or `2/k3f9a2b` for the second source. What names no passage names nothing. */
function passageOf(ref: string, sources: readonly Source[]): Named | null {
  const [, number, id] = /^(?:(\d{1,4})\/)?([0-9a-z]{1,20}(?:-\d{1,9})?)$/.exec(ref) ?? [];
  if (id === undefined) return null;
  for (const [source, { passages }] of sources.entries()) {
    if (number !== undefined && Number(number) !== source + 1) continue;
    const passage = passages().find((one) => one.id === id);
    if (passage !== undefined) return { source, passage };
  }
  return null;
}

interface Wanted {
  readonly words: string;
  readonly unmarked: boolean;
}

function wantedIn(readings: readonly Reading[], strictness: Strictness): readonly Wanted[] {
  const wanted = readings.map(({ words, unmarked }) => ({ words: normalText(words, strictness), unmarked }));
  return wanted.filter(
    ({ words }, i) => /[\p{L}\p{N}]/u.test(words) && wanted.findIndex((other) => other.words === words) === i,
  );
}

/** The named passage first, then every source from its beginning. */
function firstOf(
  wanted: readonly Wanted[],
  quote: string,
  sources: readonly Source[],
  named: Named | null,
  strictness: Strictness,
): Place | null {
  const anywhere = sources.map((source, i) => ({ source, i, passage: null }));
  const near = named === null ? undefined : anywhere[named.source];
  for (const where of [...(near === undefined ? [] : [{ ...near, passage: named?.passage ?? null }]), ...anywhere])
    for (const form of formsOf(where.source, strictness))
      for (const { words, unmarked } of wanted) {
        const place = foundIn({ ...where, form }, words, unmarked ? quote : null);
        if (place !== null) return place;
      }
  return null;
}

/** With the marks of footnotes only where there are some: a quote has all of them, or none. */
function* formsOf(source: Source, strictness: Strictness): Generator<Form, void, undefined> {
  for (const footnotes of ['dropped', 'kept'] satisfies Footnotes[])
    if (footnotes === 'dropped' || source.hasFootnotes()) yield source.form(strictness, footnotes);
}

interface Where {
  readonly source: Source;
  readonly i: number;
  readonly form: Form;
  /** Only here; null for anywhere. */
  readonly passage: Passage | null;
}

/** Looked at for the marks before them, each at the price of its line: a page may repeat a few words without end. */
const MOST_PLACES = 100;

/** `quote`: its marks of blocks were left out, so the source must have the same where it is found. */
function foundIn({ source, i, form, passage }: Where, words: string, quote: string | null): Place | null {
  const from = passage === null ? 0 : Math.max(0, form.indexOf(passage.start) - words.length + 1);
  const to = passage === null ? Infinity : form.indexOf(passage.end);
  if (passage !== null && !form.text.slice(from, to + words.length).includes(words)) return null;
  let tries = 0;
  for (let at = form.find(words, from); at !== -1 && at < to; at = form.find(words, at + 1)) {
    if ((tries += 1) > MOST_PLACES) return null;
    const place = placeOf(source, i, form, at, at + words.length);
    if (quote === null || sameMarkers(quote, source.markdown, place)) return place;
  }
  return null;
}

/** Marks at the quote's beginning stand right before the words in the source; those within it stand within them there. */
function sameMarkers(quote: string, markdown: string, { start, end }: Place): boolean {
  const line = markdown.lastIndexOf('\n', start - 1) + 1;
  const there = markersOf(markdown.slice(line, end));
  const own = markersOf(quote);
  const skipped = there.length - own.length;
  if (!own.every((marks, k) => marks === there[k + skipped])) return false;
  return skipped === 0 ? isMarker(markdown.slice(line, start)) || !isMarked(quote) : skipped === 1 && !isMarked(quote);
}

/** What an ellipsis may leave out, in all. */
const LEFT_OUT = 600;

/** Fragments in order, close together, under one heading. Every fragment is looked for once from left to right. */
function stitched(reading: Reading, sources: readonly Source[], named: Named | null): Place | null {
  const fragments = fragmentsOf(reading).map((fragment) => normalText(fragment, 'close'));
  const first = fragments[0];
  if (first === undefined || fragments.includes('')) return null;
  const order = sources.map((source, i) => ({ source, i }));
  if (named !== null) order.sort((a, b) => Number(b.i === named.source) - Number(a.i === named.source));
  for (const { source, i } of order)
    for (const form of formsOf(source, 'close')) {
      const near = named?.source === i ? form.indexOf(named.passage.start) : 0;
      const place = chain(form, fragments, near) ?? (near > 0 ? chain(form, fragments, 0) : null);
      if (place !== null) return placeOf(source, i, form, place.start, place.end);
    }
  return null;
}

function chain(form: Form, fragments: readonly string[], from: number): { start: number; end: number } | null {
  const length = fragments.reduce((sum, fragment) => sum + fragment.length, 0);
  const next = fragments.map(() => -1); // where each was last found: asked from left to right, found once
  for (let begin = from; ; begin = (next[0] ?? 0) + 1) {
    let end = begin;
    for (const [k, fragment] of fragments.entries()) {
      if ((next[k] ?? -1) < end) next[k] = form.find(fragment, end);
      const at = next[k] ?? -1;
      if (at === -1) return null;
      end = at + fragment.length;
    }
    const start = next[0] ?? 0;
    if (end - start - length <= LEFT_OUT && !headingBetween(form, start, end)) return { start, end };
  }
}

function headingBetween(form: Form, start: number, end: number): boolean {
  const [from, to] = [form.startsAt(start).block, form.endsAt(end).block];
  return form.stretches.slice(from + 1, to + 1).some(({ located }) => located.block.kind === 'heading');
}
