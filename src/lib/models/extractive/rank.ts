/**
 * How well each unit would serve in a summary: centrality, position and what the title says, against faults of form.
 * The one rule: a score depends on the text alone. The weights were set on development data; see
 * docs/decisions/extractive-engine.md for how and with what result.
 */
import type { Slices } from '../../pipeline/text/slice.ts';
import { terms } from '../../pipeline/text/words.ts';
import { centralities, cosine, idfOf, type Vector, vectorOf } from './graph.ts';
import type { Outline, Unit } from './outline.ts';

export interface Ranked {
  readonly unit: Unit;
  /** Worth as a sentence of the lead: what is said first and about the title counts. */
  readonly score: number;
  /** Worth as a point of its section: where it stands in the whole text does not count. */
  readonly local: number;
  readonly vector: Vector;
}

export interface Weights {
  readonly centrality: number;
  readonly centroid: number;
  readonly position: number;
  /** How fast the worth of a position falls: after this many sentences it is a half. */
  readonly halfway: number;
  readonly title: number;
  /** For points: likeness to the section's heading, and standing first in its paragraph. */
  readonly heading: number;
  readonly opening: number;
  /** In words; shorter and longer sentences lose in proportion. */
  readonly shortest: number;
  readonly longest: number;
}

export const WEIGHTS: Weights = {
  centrality: 0.3,
  centroid: 0.2,
  position: 0.5,
  halfway: 4,
  title: 0.75,
  heading: 0.3,
  opening: 0.3,
  shortest: 5,
  longest: 60,
};

/** Sentences that take part in the quadratic step. */
const GRAPH = 240;

/** Scores for every unit, in the order of the text. */
export async function rank(outline: Outline, slices: Slices, weights: Weights = WEIGHTS): Promise<readonly Ranked[]> {
  const { units } = outline;
  const idf = await idfOf(
    units.map((unit) => unit.terms),
    slices,
  );
  const title = vectorOf(terms(outline.title), idf);
  const headings = outline.sections.map((section) => vectorOf(terms(section.title), idf));
  const centroid = vectorOf(
    units.flatMap((unit) => (unit.kind === 'sentence' ? unit.terms : [])),
    idf,
  );
  const before = sentencesBefore(units);
  const drafts: { unit: Unit; vector: Vector; likeness: number; early: number }[] = [];
  for (const unit of units) {
    const vector = vectorOf(unit.terms, idf);
    const early = weights.position / (1 + (before[unit.order] ?? 0) / weights.halfway);
    drafts.push({
      unit,
      vector,
      likeness: cosine(vector, centroid),
      early: early + weights.title * cosine(vector, title),
    });
    await slices.turn();
  }
  const most = drafts.reduce((greatest, { likeness }) => Math.max(greatest, likeness), 1e-9);
  const central = await centralityOf(
    drafts.map(({ unit, vector, likeness, early }) => ({ unit, vector, worth: likeness / most + early })),
    slices,
  );
  return drafts.map(({ unit, vector, likeness, early }) => {
    const common = (weights.centroid * likeness) / most + weights.centrality * (central.get(unit) ?? 0);
    const heading = weights.heading * cosine(vector, headings[unit.section] ?? title);
    const opening = unit.place === 0 ? weights.opening : 0;
    const factor = form(unit, weights);
    return { unit, vector, score: (common + early) * factor, local: (common + heading + opening) * factor };
  });
}

/** LexRank over the sentences that are worth it; the others have none. */
async function centralityOf(
  drafts: readonly { unit: Unit; vector: Vector; worth: number }[],
  slices: Slices,
): Promise<Map<Unit, number>> {
  const chosen = drafts
    .filter(({ unit }) => unit.kind === 'sentence')
    .sort((a, b) => b.worth - a.worth || a.unit.order - b.unit.order)
    .slice(0, GRAPH);
  const values = await centralities(
    chosen.map(({ vector }) => vector),
    slices,
  );
  return new Map(chosen.map(({ unit }, i) => [unit, values[i] ?? 0]));
}

/** How many sentences stand before each unit. Labels and menu entries do not count: they push no sentence down. */
function sentencesBefore(units: readonly Unit[]): readonly number[] {
  let count = 0;
  return units.map((unit) => {
    const here = count;
    if (unit.kind === 'sentence') count += 1;
    return here;
  });
}

/** Faults of form, as a factor: too short to say anything, too long to read, a question, half a quotation, a menu. */
function form(unit: Unit, weights: Weights): number {
  const { words, text } = unit;
  const short = words < weights.shortest ? words / weights.shortest : 1;
  const long = words > weights.longest ? weights.longest / words : 1;
  const question = /[?？؟]["'”’»)]*$/u.test(text) ? 0.6 : 1;
  const announces = /[:：]["'”’»)]*$/u.test(text) ? 0.4 : 1;
  const half = /^[“„«「]/u.test(text) && !/[”“»」]/u.test(text.slice(1)) ? 0.5 : 1;
  const note = text.startsWith('^') ? 0.2 : 1;
  const kind = unit.kind === 'sentence' ? 1 : 0.3;
  return short * long * question * announces * half * note * kind * (1 - 0.7 * unit.linked);
}
