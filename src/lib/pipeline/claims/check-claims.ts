/**
 * Holds the sentences of an answer against the sentences of their quotes, by code: numbers, units, dates, names, negations,
 * quantifiers, hedges and directions. Silent where it cannot tell.
 */
import { toOneLine } from '../../base/one-line.ts';
import type { Place } from '../cite/quote-place.ts';
import type { Source } from '../cite/source.ts';
import type { Range } from '../text/ranges.ts';
import { UNSPACED } from '../text/terms.ts';
import { createTimeSlicer } from '../text/time-slices.ts';
import { splitIntoClaims, type Claim } from './claims.ts';
import { knowsCues } from './cues.ts';
import { findEvidence, type Evidence } from './evidence.ts';
import { findDroppedExceptions } from './exceptions.ts';
import { findDroppedHedges } from './hedges.ts';
import { guessLanguage } from './language.ts';
import { pairTexts, type Finding } from './mismatch.ts';
import { findForeignNames } from './names.ts';
import { findTurnedDates, findTurnedNumbers } from './numbers.ts';
import { findTurnedOpposites } from './opposites.ts';
import { findTurnedPolarity } from './polarity.ts';
import { findTurnedQuantifiers } from './quantifiers.ts';
import { readText } from './reading.ts';
import { tokeniseSentence } from './tokens.ts';
import { findOtherUnspacedNames, hasUnspacedNames } from './unspaced-names.ts';

interface ClaimContext {
  /** Title, headings, address and question: names in them are known. */
  readonly known: string;
  /** BCP 47 tag of the source, or ''. */
  readonly language: string;
}

/** In the order of the claim. `labelEnd`: names before it are not checked. */
export function checkClaim(
  claim: string,
  evidence: Evidence,
  { known, language }: ClaimContext,
  labelEnd = 0,
): readonly Finding[] {
  const said = evidence.sentences.join('\n');
  const own = guessLanguage(claim, tokeniseSentence(claim, ''), language);
  const theirs = guessLanguage(said, tokeniseSentence(said, ''), language);
  const text = claim.replace(LEAD_IN, (lead) => ' '.repeat(lead.length));
  const pair = pairTexts(readText(text, own), readText(said, theirs));
  const around = readText(`${evidence.around}\n${known}`, theirs);
  const found = [...findTurnedNumbers(pair, around), ...findTurnedDates(pair, around), ...findOtherRow(text, evidence)];
  if (sharesScript(text, said)) found.push(...findForeignNames(pair, { around, labelEnd }));
  if (own === theirs && hasUnspacedNames(own)) found.push(...findOtherUnspacedNames(pair, around));
  if (own === theirs && knowsCues(own))
    found.push(
      ...findTurnedPolarity(pair),
      ...findTurnedQuantifiers(pair),
      ...findDroppedHedges(pair),
      ...findDroppedExceptions(pair),
      ...findTurnedOpposites(pair),
    );
  return removeRepeats(found.sort((a, b) => a.at - b.at));
}

/** What a claim says of the page, not of its subject. */
const LEAD_IN =
  /^\W{0,3}(?:according to (?:the|this) (?:page|article|text|author|source|report|site|website|document|post)\w*,?|(?:the|this) (?:page|article|text|author|source|report|site|website|document|post)(?: also)? (?:says|states|notes|reports|explains|mentions|writes|claims|adds)(?: that)?)(?=\s)/i;

const MIN_ROW_NAME = 2;

/** The name of another row of the table, where the claim has none of its own row. */
function findOtherRow(claim: string, { rows }: Evidence): readonly Finding[] {
  const find = (name: string): number => {
    const at = name.length >= MIN_ROW_NAME && /\p{L}/u.test(name) ? claim.indexOf(name) : -1;
    const isWord = UNSPACED.test(name) || !/[\p{L}\p{N}]/u.test(claim.charAt(at - 1) + claim.charAt(at + name.length));
    return isWord ? at : -1;
  };
  if (rows === undefined || rows.own.some((name) => claim.toLowerCase().includes(name.toLowerCase()))) return [];
  const other = rows.others.find((name) => !rows.own.includes(name) && find(name) >= 0);
  return other === undefined ? [] : [{ kind: 'name', claim: other, source: rows.own[0] ?? '', at: find(other) }];
}

const LATIN = /\p{Script=Latin}/u;
const CYRILLIC = /\p{Script=Cyrillic}/u;

function sharesScript(a: string, b: string): boolean {
  return LATIN.test(a) === LATIN.test(b) && CYRILLIC.test(a) === CYRILLIC.test(b);
}

/** Per claim. */
const MAX_FINDINGS = 4;

function removeRepeats(found: readonly Finding[]): readonly Finding[] {
  const seen = new Set<string>();
  return found
    .filter(({ claim, source }) => {
      const key = `${claim}\n${source}`;
      return !seen.has(key) && seen.add(key);
    })
    .slice(0, MAX_FINDINGS);
}

export interface Mismatch {
  readonly claim: string;
  /** '' if the source has nothing of the kind. */
  readonly source: string;
}

/** The range of a citation in the answer. */
interface CheckedPlace extends Range {
  /** Null if the quote is missing. */
  readonly place: Pick<Place, 'source' | 'start' | 'end' | 'path'> | null;
}

interface ClaimSource extends ClaimContext {
  readonly source: Source;
}

/** In UTF-16 units, of each side of a mismatch. */
const MAX_WORDS = 80;

/** One list per citation: a mismatch is its next citation's. Rejects with the signal's reason on abort. */
export async function checkClaims(
  answer: string,
  citations: readonly CheckedPlace[],
  sources: readonly ClaimSource[],
  signal?: AbortSignal,
): Promise<readonly (readonly Mismatch[])[]> {
  const mismatches = citations.map((): Mismatch[] => []);
  for await (const { claim, backed, evidence } of iterateBackedClaims(answer, citations, sources, signal)) {
    for (const { at, ...found } of checkClaim(claim.text, evidence.texts, evidence.context, claim.labelEnd)) {
      const nearest = backed.find((citation) => citation.at >= at) ?? backed.at(-1);
      if (nearest !== undefined)
        mismatches[nearest.index]?.push({
          claim: toOneLine(found.claim, MAX_WORDS),
          source: toOneLine(found.source, MAX_WORDS),
        });
    }
  }
  return mismatches;
}

export interface CitedClaim {
  /** Without its quotes. */
  readonly text: string;
  /** The sentences that these are from. */
  readonly source: string;
}

/** Longest sides of a claim, in UTF-16 units. */
const [MAX_CLAIM, MAX_SOURCE] = [400, 800];

/** One per citation: its claim if it is the last found one of it, else null. `most`: of all together, in UTF-16 units. */
export async function listClaims(
  answer: string,
  citations: readonly CheckedPlace[],
  sources: readonly ClaimSource[],
  most: number,
): Promise<readonly (CitedClaim | null)[]> {
  let left = most;
  const claims = citations.map((): CitedClaim | null => null);
  for await (const { claim, backed, evidence } of iterateBackedClaims(answer, citations, sources)) {
    const text = toOneLine(claim.text, MAX_CLAIM);
    const source = toOneLine(evidence.texts.sentences.join(' '), MAX_SOURCE);
    const last = backed.at(-1);
    if (last === undefined || !/[\p{L}\p{N}]/u.test(text)) continue;
    left -= text.length + source.length;
    if (left < 0) break;
    claims[last.index] = { text, source };
  }
  return claims;
}

interface BackedClaim {
  readonly claim: Claim;
  /** Its citations whose quotes were found: at least one. */
  readonly backed: Claim['citations'];
  readonly evidence: ClaimEvidence;
}

/** In slices. Rejects with the signal's reason on abort. */
async function* iterateBackedClaims(
  answer: string,
  citations: readonly CheckedPlace[],
  sources: readonly ClaimSource[],
  signal?: AbortSignal,
): AsyncGenerator<BackedClaim, void, undefined> {
  const turns = createTimeSlicer(signal);
  for (const claim of splitIntoClaims(answer, citations)) {
    await turns.yieldIfDue();
    const evidence = collectEvidence(claim, citations, sources);
    const backed = claim.citations.filter(({ index }) => citations[index]?.place);
    if (evidence !== null) yield { claim, backed, evidence };
  }
}

interface ClaimEvidence {
  readonly texts: Evidence;
  readonly context: ClaimContext;
}

/** Collects the evidence of all citations of a claim; null if no quote of it was found. */
function collectEvidence(
  claim: Claim,
  citations: readonly CheckedPlace[],
  sources: readonly ClaimSource[],
): ClaimEvidence | null {
  const sentences = new Set<string>();
  const around = new Set<string>();
  const contexts = new Set<ClaimSource>();
  const rows = { own: new Set<string>(), others: new Set<string>() };
  for (const { index } of claim.citations) {
    const place = citations[index]?.place;
    const source = sources[place?.source ?? -1];
    if (!place || source === undefined) continue;
    contexts.add(source);
    const found = findEvidence(source.source, place, source.language);
    for (const sentence of found.sentences) sentences.add(sentence);
    for (const name of found.rows?.own ?? []) rows.own.add(name);
    for (const name of found.rows?.others ?? []) rows.others.add(name);
    around.add(found.around).add(place.path.join('\n'));
  }
  const [first] = contexts;
  if (first === undefined) return null;
  const known = [...contexts].map((context) => context.known).join('\n');
  return {
    texts: {
      sentences: [...sentences],
      around: [...around].join('\n'),
      ...(rows.own.size > 0 ? { rows: { own: [...rows.own], others: [...rows.others] } } : {}),
    },
    context: { known, language: first.language },
  };
}
