/** Checks whether and where a quote occurs in the stored text; fuzzy similarity never counts. */
import type { Passage } from '../text/passages.ts';
import type { Range } from '../text/ranges.ts';
import { hasWords } from '../text/terms.ts';
import { saysTheSame } from './close-match.ts';
import { hidesNothing, isDeceptive, skipHidden } from './hidden.ts';
import { findQuestionEnd, isHarmlessGap, hasHeadingBetween } from './left-out.ts';
import { normaliseText, normaliseWithMap } from './normal-form.ts';
import type { Strictness } from './normalise-character.ts';
import { splitAtEllipses, startsWithMarker, isOnlyMarkers, listBlockMarkers, listQuoteReadings } from './quote.ts';
import type { Source } from './source.ts';
import type { Form } from './source-form.ts';
import { buildPlace, getTextBetween, type Place } from './quote-place.ts';

/**
 * `verbatim`: exactly as quoted. `close`: same words in order but for case, accents, punctuation, ellipses between clauses.
 * `shortened`: what is left out, at an ellipsis or of a question, may change what the words say. `missing`: anything else.
 */
export type Verdict = 'verbatim' | 'close' | 'shortened' | 'missing';

export interface Alignment {
  readonly verdict: Verdict;
  readonly place: Place | null;
}

interface FoundAlignment extends Alignment {
  readonly place: Place;
}

const MISSING: Alignment = { verdict: 'missing', place: null };

/** `ref`: the passage the model named, '' for none. Linear in the sources. */
export function alignQuote(quote: string, sources: readonly Source[], ref: string, strictness: Strictness): Alignment {
  if (isDeceptive(quote)) return MISSING;
  const search: Search = { quote, sources, named: findNamedPassage(ref, sources), strictness };
  let shortened: Alignment | null = null;
  for (const found of iterateFound(search)) {
    if (found.verdict !== 'shortened') return found;
    shortened ??= found;
  }
  return shortened ?? MISSING;
}

interface Search {
  readonly quote: string;
  readonly sources: readonly Source[];
  readonly named: Scope | null;
  readonly strictness: Strictness;
}

/** The text that is searched: a whole source, or one of its passages. */
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

/** A quote, or a piece of one, and its normal form. */
interface Words {
  readonly written: string;
  readonly normal: string;
}

/** A shortened one does not end the search: the same words may stand in full elsewhere. */
function* iterateFound({ quote, sources, named, strictness }: Search): Generator<FoundAlignment, void, undefined> {
  const readings = listQuoteReadings(quote);
  const texts = readings
    .map(({ words, unmarked }) => ({ written: words, normal: normaliseText(words, strictness), unmarked }))
    .filter(
      ({ normal, unmarked }, i, all) =>
        hasWords(normal) && all.findIndex((other) => other.normal === normal && other.unmarked === unmarked) === i,
    );
  for (const scope of [...(named === null ? [] : [named]), ...listWholeScopes(sources)])
    for (const form of scope.source.iterateForms(strictness))
      for (const text of texts) yield* iterateInForm(scope, form, text, text.unmarked ? quote : null);
  if (strictness === 'verbatim') return;
  for (const reading of readings) {
    const pieces = splitAtEllipses(reading).map((written) => ({ written, normal: normaliseText(written, 'close') }));
    if (pieces.length > 0 && pieces.every(({ normal }) => normal !== '')) yield* iteratePieced(pieces, sources, named);
  }
}

/** The close form drops the Greek mark. */
const ASKS = /\p{Script=Greek}\p{M}*[;\u037e]["'”’»)]*$/u;

/** Each costs a scan of its line, and a page may repeat a few words endlessly. */
const MAX_PLACES = 100;

/** `quote`: given if its block markers must also match. */
function* iterateInForm(
  { source, i, passage }: Scope,
  form: Form,
  { written, normal }: Words,
  quote: string | null,
): Generator<FoundAlignment, void, undefined> {
  const from = passage === null ? 0 : Math.max(0, form.toFormIndex(passage.start) - normal.length + 1);
  const to = passage === null ? Infinity : form.toFormIndex(passage.end);
  if (passage !== null && !form.text.slice(from, to + normal.length).includes(normal)) return;
  let tries = 0;
  for (let at = form.find(normal, from); at !== -1 && at < to; at = form.find(normal, at + 1)) {
    if ((tries += 1) > MAX_PLACES) return;
    const range = { start: at, end: at + normal.length };
    if (!isFaithful({ written, normal }, source, form, at)) continue;
    const until = ASKS.test(written) ? null : findQuestionEnd(form, range.end);
    const place = buildPlace(source, i, form, [range], until);
    if (quote !== null && !hasSameMarkers(quote, source.markdown, place)) continue;
    yield { verdict: until === null ? form.strictness : 'shortened', place };
  }
}

/** Whether what the normal form drops makes no difference here. */
function isFaithful({ written, normal }: Words, source: Source, form: Form, at: number): boolean {
  const there = getTextBetween(form, skipHidden(form.startsAt(at), -1), skipHidden(form.endsAt(at + normal.length), 1));
  if (!hidesNothing(written, there, form.strictness)) return false;
  return (
    form.strictness === 'verbatim' ||
    saysTheSame(written, normaliseWithMap(written, 'close'), form, at, source.language)
  );
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

function* iteratePieced(
  pieces: readonly Words[],
  sources: readonly Source[],
  named: Scope | null,
): Generator<FoundAlignment, void, undefined> {
  const others = listWholeScopes(sources).filter(({ i }) => i !== named?.i);
  const fragments = pieces.map(({ normal }) => normal);
  for (const { source, i, passage } of named === null ? others : [named, ...others])
    for (const form of source.iterateForms('close')) {
      const near = passage === null ? 0 : form.toFormIndex(passage.start);
      for (const chain of iterateChains(form, fragments, near)) {
        if (!pieces.every((piece, k) => isFaithful(piece, source, form, chain[k]?.start ?? 0))) continue;
        const until = findQuestionEnd(form, chain.at(-1)?.end ?? 1);
        const isWhole = until === null && hasHarmlessGaps(form, chain, source.language);
        yield { verdict: isWhole ? 'close' : 'shortened', place: buildPlace(source, i, form, chain, until) };
      }
    }
}

const hasHarmlessGaps = (form: Form, chain: readonly Range[], language: string): boolean =>
  chain.every((piece, k) => k === 0 || isHarmlessGap(form, chain[k - 1] ?? piece, piece, language));

/** In characters, for all ellipses of one quote together. */
const MAX_LEFT_OUT = 600;
/** A page may repeat a piece endlessly. */
const MAX_TRIES = 100;

/** Finds the pieces of a quote with ellipses: in order, near each other and under one heading. From `near` on first, then from the start. The longest piece is looked for, the others beside it. */
function* iterateChains(
  form: Form,
  fragments: readonly string[],
  near: number,
): Generator<readonly Range[], void, undefined> {
  const longest = fragments.reduce(
    (best, fragment, k) => (fragment.length > (fragments[best]?.length ?? 0) ? k : best),
    0,
  );
  const anchor = fragments[longest] ?? '';
  let tries = 0;
  for (const [from, to] of near > 0 ? [[near, Infinity] as const, [0, near] as const] : [[0, Infinity] as const])
    for (let at = form.find(anchor, from); at !== -1 && at < to; at = form.find(anchor, at + 1)) {
      if ((tries += 1) > MAX_TRIES) return;
      const chain = findBeside(form, fragments, longest, at);
      if (chain !== null) yield chain;
    }
}

function findBeside(form: Form, fragments: readonly string[], longest: number, at: number): readonly Range[] | null {
  const chain: Range[] = [];
  let leftOut = 0;
  for (const fragment of fragments.slice(0, longest).toReversed()) {
    const next = chain[0]?.start ?? at;
    const start = form.findWithin(fragment, next - MAX_LEFT_OUT - fragment.length, next, 'last');
    if (start === -1) return null;
    chain.unshift({ start, end: start + fragment.length });
    leftOut += next - start - fragment.length;
  }
  for (const fragment of fragments.slice(longest)) {
    const last = chain.at(-1)?.end ?? at;
    const from = chain.length === longest ? at : last;
    const start = form.findWithin(fragment, from, from + MAX_LEFT_OUT + fragment.length, 'first');
    if (start === -1) return null;
    leftOut += chain.length === 0 ? 0 : start - last;
    chain.push({ start, end: start + fragment.length });
  }
  if (leftOut > MAX_LEFT_OUT) return null;
  const isParted = chain.some((piece, k) => k > 0 && hasHeadingBetween(form, chain[k - 1] ?? piece, piece));
  return isParted ? null : chain;
}
