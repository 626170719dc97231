/** Chooses units by maximal marginal relevance, best first. */
import { extractTerms } from '../../pipeline/text/terms.ts';
import { isLeaning } from './leaning.ts';
import { isNotice } from './notices.ts';
import type { Outline, Unit } from './outline.ts';
import type { Ranked } from './rank.ts';
import { joinTurned } from './turned-sentences.ts';
import { isCutOpen, isQuestion } from './unfit-sentences.ts';
import { computeCosine } from './vectors.ts';

/** In characters, unless there are only longer ones. */
const MAX_SENTENCE_LENGTH = 600;
const REDUNDANCY_PENALTY = 0.6;
const SECTION_FATIGUE = 0.7;

export interface Choice {
  readonly unit: Unit;
  readonly role: 'lead' | 'point' | 'step';
}

const MIN_SENTENCE_WORDS = 3;
const FEW_SENTENCES = 5;

export function selectQuotable(ranked: readonly Ranked[]): readonly Ranked[] {
  const short = ranked.filter(({ unit }) => unit.text.length <= MAX_SENTENCE_LENGTH);
  const sentences = short.filter(({ unit }) => unit.kind === 'sentence');
  const kept =
    sentences.length <= FEW_SENTENCES ? sentences : sentences.filter(({ unit }) => unit.words >= MIN_SENTENCE_WORDS);
  return kept.length > 0 ? kept : short;
}

/** A notice, half a quote, a question or the title once more is worse than nothing. */
export function selectFit(ranked: readonly Ranked[], outline: Outline): readonly Ranked[] {
  const titleTerms = new Set(extractTerms(outline.title));
  const isUnfit = ({ text, terms }: Unit): boolean => {
    const ofTitle = terms.filter((term) => titleTerms.has(term)).length;
    const isTitle = ofTitle >= TITLE_SHARE * terms.length;
    return isTitle || isCutOpen(text) || isQuestion(text) || isNotice(text, ofTitle === 0);
  };
  return joinShort(
    selectQuotable(ranked).filter(({ unit }) => !isUnfit(unit)),
    outline,
  );
}

/** Without a row of contrasts that is longer than a sentence may be: it would be most of the summary. */
const joinShort: typeof joinTurned = (fit, outline) =>
  joinTurned(fit, outline).filter(({ unit }) => unit.text.length <= MAX_SENTENCE_LENGTH);

/** Share of a sentence's terms that the title has, if the sentence only says it again. */
const TITLE_SHARE = 0.8;

/** In words, unless there are no more sentences. */
const MAX_LEAD_WORDS = 60;
const MAX_LEAD_SENTENCES = 3;

/** The best sentence that does not lean on another one, and those that follow it in its paragraph. */
export function chooseLead(fit: readonly Ranked[], language: string): readonly Ranked[] {
  if (fit.length <= MAX_LEAD_SENTENCES) return fit;
  const standing = fit.filter(({ unit }) => !isLeaning(unit.text, language));
  const [opener] = selectDiverse(standing.length > 0 ? standing : fit, 1, ({ score }) => score, []);
  if (opener === undefined) return [];
  const lead = [opener];
  let words = opener.unit.words;
  for (const next of fit) {
    const last = lead.at(-1)?.unit;
    if (next.unit.order !== (last?.order ?? 0) + 1 || next.unit.block !== last?.block) continue;
    words += next.unit.words;
    if (lead.length === MAX_LEAD_SENTENCES || words > MAX_LEAD_WORDS) break;
    lead.push(next);
  }
  return lead;
}

const MAX_POINTS = 20;

export function choosePoints(fit: readonly Ranked[], lead: readonly Ranked[]): readonly Ranked[] {
  const candidates = fit.filter((candidate) => !lead.includes(candidate));
  return selectDiverse(candidates, MAX_POINTS, ({ local }) => local, lead);
}

/** Share of the smaller sentence's terms that the other must have to say the same. */
const SAME_POINT_SHARE = 0.7;

export function saysTheSame(one: Unit, other: Unit): boolean {
  const [few, many] = [new Set(one.terms), new Set(other.terms)].sort((a, b) => a.size - b.size) as [
    Set<string>,
    Set<string>,
  ];
  return [...few].filter((term) => many.has(term)).length >= SAME_POINT_SHARE * few.size;
}

/** Each round compares all candidates. */
const MAX_COMPETITORS = 400;

function selectDiverse(
  candidates: readonly Ranked[],
  count: number,
  getRelevance: (candidate: Ranked) => number,
  alreadyChosen: readonly Ranked[],
  fatigueFactor = SECTION_FATIGUE,
): readonly Ranked[] {
  const pool = [...candidates]
    .sort((a, b) => getRelevance(b) - getRelevance(a) || a.unit.order - b.unit.order)
    .slice(0, MAX_COMPETITORS)
    .map((candidate) => ({
      candidate,
      likeness: alreadyChosen.reduce((most, { vector }) => Math.max(most, computeCosine(candidate.vector, vector)), 0),
    }));
  const countBySection = new Map<number, number>();
  const chosen: Ranked[] = [];
  while (chosen.length < count && pool.length > 0) {
    let best = 0;
    let most = Number.NEGATIVE_INFINITY;
    for (const [i, { candidate, likeness }] of pool.entries()) {
      const fatigue = fatigueFactor ** (countBySection.get(candidate.unit.section) ?? 0);
      const value = getRelevance(candidate) * (1 - REDUNDANCY_PENALTY * likeness) * fatigue;
      if (value > most) [best, most] = [i, value];
    }
    const [entry] = pool.splice(best, 1);
    if (entry === undefined || entry.likeness > 0.9) continue; // the same sentence again
    chosen.push(entry.candidate);
    countBySection.set(entry.candidate.unit.section, (countBySection.get(entry.candidate.unit.section) ?? 0) + 1);
    for (const other of pool)
      other.likeness = Math.max(other.likeness, computeCosine(other.candidate.vector, entry.candidate.vector));
  }
  return chosen;
}

/** Returns the longest numbered list with at least 12 % of the text; [] for none. */
export function chooseSteps(outline: Outline): readonly Unit[] {
  const total = outline.units.reduce((sum, { weight }) => sum + weight, 0);
  let best: readonly Unit[] = [];
  let most = 0.12 * total;
  for (const list of findStepLists(outline.units)) {
    const words = list.reduce((sum, { words: count }) => sum + count, 0);
    const readable = list.length >= 3 && list.length <= 12 && list.every((unit) => unit.words <= 40);
    if (readable && words > most) [best, most] = [list, words];
  }
  return best;
}

/** Numbered 1, 2, 3 … in one section. */
function findStepLists(units: readonly Unit[]): readonly (readonly Unit[])[] {
  const lists: Unit[][] = [];
  for (const unit of units) {
    if (unit.step === 0) continue;
    const last = lists.at(-1);
    const before = last?.at(-1);
    if (last !== undefined && before?.step === unit.step - 1 && before.section === unit.section) last.push(unit);
    else if (unit.step === 1) lists.push([unit]);
  }
  return lists;
}

/** Returns up to three tables with at least 10 % of the text each, largest first. */
export function chooseTables({ units }: Outline): readonly Unit[] {
  const total = units.reduce((sum, { weight }) => sum + weight, 0);
  return units
    .filter(({ kind, weight }) => kind === 'table' && weight >= 0.1 * total)
    .sort((a, b) => b.weight - a.weight || a.order - b.order)
    .slice(0, 3)
    .map((table) => {
      const caption = findCaption(table, units);
      return caption === '' ? table : { ...table, text: `${caption}: ${table.text}` };
    });
}

const CAPTION_WORDS = 20;

/** Returns '' when the line before the table is too long or a sentence. */
function findCaption(table: Unit, units: readonly Unit[]): string {
  const before = units
    .slice(Math.max(0, table.order - 3), table.order)
    .filter(({ block, section, kind }) => block === table.block - 1 && section === table.section && kind !== 'table');
  const text = before.map((unit) => unit.text).join(' ');
  const words = before.reduce((sum, unit) => sum + unit.words, 0);
  return before[0]?.place === 0 && words <= CAPTION_WORDS && !/[.!?。！？:]$/u.test(text) ? text : '';
}

export function chooseItems(ranked: readonly Ranked[], lead: readonly Ranked[]): readonly Ranked[] {
  const items = ranked.filter((candidate) => candidate.unit.kind === 'item' && !lead.includes(candidate));
  const sentences = ranked.filter(({ unit }) => unit.kind === 'sentence').length;
  return items.length < 4 || items.length < 2 * sentences ? [] : selectDiverse(items, 6, ({ local }) => local, lead);
}

/** About a third of the part's sentences, 10 to 60. */
export function chooseKept(ranked: readonly Ranked[], outline: Outline): readonly Ranked[] {
  const candidates = joinShort(selectQuotable(ranked), outline);
  return selectDiverse(
    candidates,
    Math.min(candidates.length, Math.max(10, Math.min(60, Math.round(candidates.length / 3)))),
    ({ score, local }) => score + local,
    [],
  );
}
