/**
 * What goes into the summary, the most wanted first. The one rule: redundancy counts against a sentence, so that the
 * second way of saying a thing leaves its place to another thing (maximal marginal relevance).
 */
import { cosine } from './graph.ts';
import type { Outline, Unit } from './outline.ts';
import type { Ranked } from './rank.ts';

/** Longer than this is no sentence to quote while there are others. In characters. */
const LONGEST = 600;
/** How much likeness to what is already chosen costs. */
const REDUNDANCY = 0.6;
/** What a section loses with each point it has, so that others get theirs. */
const SECTION_FATIGUE = 0.7;

export interface Choice {
  readonly unit: Unit;
  readonly role: 'lead' | 'point' | 'step';
}

/** In words; of a text with more than a handful of sentences, shorter ones are exclamations and buttons. */
const SHORTEST = 3;
const HANDFUL = 5;

/** The sentences; for a text without any, whatever it has. */
export function quotable(ranked: readonly Ranked[]): readonly Ranked[] {
  const short = ranked.filter(({ unit }) => unit.text.length <= LONGEST);
  const sentences = short.filter(({ unit }) => unit.kind === 'sentence');
  const said = sentences.length <= HANDFUL ? sentences : sentences.filter(({ unit }) => unit.words >= SHORTEST);
  return said.length > 0 ? said : short;
}

/** Two or three sentences that say what the text is about; all of a very short text. */
export function chooseLead(ranked: readonly Ranked[]): readonly Ranked[] {
  const from = quotable(ranked);
  const count = from.length <= 3 ? from.length : from.length < 15 ? 2 : 3;
  return diverse(from, count, ({ score }) => score, [], 1);
}

/** How many points a text of so many sentences deserves: none below ten, then with the square root, 14 at most. */
export function pointCount(sentences: number): number {
  return sentences < 10 ? 0 : Math.min(14, Math.round(Math.sqrt(sentences)));
}

/** Points over the sections, in order of worth. */
export function choosePoints(ranked: readonly Ranked[], lead: readonly Ranked[], count: number): readonly Ranked[] {
  const taken = new Set(lead);
  const from = quotable(ranked).filter((candidate) => !taken.has(candidate));
  return diverse(from, count, ({ local }) => local, lead);
}

/** Only the best compete: likeness is measured against each of them. */
const COMPETITORS = 400;

/** Greedy: the best by worth, less what is said already, less what its section has had. */
function diverse(
  from: readonly Ranked[],
  count: number,
  worth: (candidate: Ranked) => number,
  said: readonly Ranked[],
  tiring = SECTION_FATIGUE,
): readonly Ranked[] {
  const pool = [...from]
    .sort((a, b) => worth(b) - worth(a) || a.unit.order - b.unit.order)
    .slice(0, COMPETITORS)
    .map((candidate) => ({
      candidate,
      likeness: said.reduce((most, { vector }) => Math.max(most, cosine(candidate.vector, vector)), 0),
    }));
  const had = new Map<number, number>();
  const chosen: Ranked[] = [];
  while (chosen.length < count && pool.length > 0) {
    let best = 0;
    let most = Number.NEGATIVE_INFINITY;
    for (const [i, { candidate, likeness }] of pool.entries()) {
      const fatigue = tiring ** (had.get(candidate.unit.section) ?? 0);
      const value = worth(candidate) * (1 - REDUNDANCY * likeness) * fatigue;
      if (value > most) [best, most] = [i, value];
    }
    const [entry] = pool.splice(best, 1);
    if (entry === undefined || entry.likeness > 0.9) continue; // the same sentence again
    chosen.push(entry.candidate);
    had.set(entry.candidate.unit.section, (had.get(entry.candidate.unit.section) ?? 0) + 1);
    for (const other of pool)
      other.likeness = Math.max(other.likeness, cosine(other.candidate.vector, entry.candidate.vector));
  }
  return chosen;
}

/** A numbered list of readable steps that makes up a good part of the text, whole; [] when there is none. */
export function chooseSteps(outline: Outline): readonly Unit[] {
  const total = outline.units.reduce((sum, { weight }) => sum + weight, 0);
  let best: readonly Unit[] = [];
  let most = 0.12 * total;
  for (const list of stepLists(outline.units)) {
    const words = list.reduce((sum, { words: own }) => sum + own, 0);
    const readable = list.length >= 3 && list.length <= 12 && list.every((unit) => unit.words <= 40);
    if (readable && words > most) [best, most] = [list, words];
  }
  return best;
}

/** Runs of units numbered 1, 2, 3 … in one section. */
function stepLists(units: readonly Unit[]): readonly (readonly Unit[])[] {
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

/** Captions and headers of tables that hold a good part of the text, the greatest first. */
export function chooseTables({ units }: Outline): readonly Unit[] {
  const total = units.reduce((sum, { weight }) => sum + weight, 0);
  return units
    .filter(({ kind, weight }) => kind === 'table' && weight >= 0.1 * total)
    .sort((a, b) => b.weight - a.weight || a.order - b.order)
    .slice(0, 3)
    .map((table) => {
      const caption = captionOf(table, units);
      return caption === '' ? table : { ...table, text: `${caption}: ${table.text}` };
    });
}

const CAPTION_WORDS = 20;

/** The line right before a table, "Table 1. Passengers by route"; '' when what stands there is longer or a sentence. */
function captionOf(table: Unit, units: readonly Unit[]): string {
  const before = units
    .slice(Math.max(0, table.order - 3), table.order)
    .filter(({ block, section, kind }) => block === table.block - 1 && section === table.section && kind !== 'table');
  const text = before.map((unit) => unit.text).join(' ');
  const words = before.reduce((sum, unit) => sum + unit.words, 0);
  return before[0]?.place === 0 && words <= CAPTION_WORDS && !/[.!?。！？:]$/u.test(text) ? text : '';
}

/** For a page that is mostly lists: its items, the best first. */
export function chooseItems(ranked: readonly Ranked[], lead: readonly Ranked[]): readonly Ranked[] {
  const taken = new Set(lead);
  const items = ranked.filter((candidate) => candidate.unit.kind === 'item' && !taken.has(candidate));
  const sentences = ranked.filter(({ unit }) => unit.kind === 'sentence').length;
  return items.length < 4 || items.length < 2 * sentences ? [] : diverse(items, 6, ({ local }) => local, lead);
}

/** What the summary of the whole will need from one part: about a third of its sentences, at least ten. */
export function chooseKept(ranked: readonly Ranked[]): readonly Ranked[] {
  const from = quotable(ranked);
  return diverse(
    from,
    Math.min(from.length, Math.max(10, Math.min(60, Math.round(from.length / 3)))),
    ({ score, local }) => score + local,
    [],
  );
}
