/** Scores each unit for a summary, by its text alone. Weights: docs/decisions/extractive-engine.md. */
import type { TimeSlicer } from '../../pipeline/text/time-slices.ts';
import type { Outline, Unit } from './outline.ts';
import { extractTerms } from '../../pipeline/text/terms.ts';
import { computeCentralities, computeCosine, computeIdf, toVector, type Vector } from './vectors.ts';

export interface Ranked {
  readonly unit: Unit;
  readonly score: number;
  readonly local: number;
  readonly vector: Vector;
}

interface Weights {
  readonly centrality: number;
  readonly centroid: number;
  readonly position: number;
  /** Sentences after which the score of a position is halved. */
  readonly halfway: number;
  readonly title: number;
  readonly heading: number;
  readonly opening: number;
  /** In words. */
  readonly shortest: number;
  readonly longest: number;
}

export const WEIGHTS: Weights = {
  centrality: 0.8,
  centroid: 0.2,
  position: 1,
  halfway: 4,
  title: 0.75,
  heading: 0.3,
  opening: 0.3,
  shortest: 5,
  longest: 60,
};

const MAX_GRAPH_SENTENCES = 240;

export async function rankUnits(
  outline: Outline,
  slices: TimeSlicer,
  weights: Weights = WEIGHTS,
): Promise<readonly Ranked[]> {
  const { units } = outline;
  const idf = await computeIdf(
    units.map((unit) => unit.terms),
    slices,
  );
  const title = toVector(extractTerms(outline.title), idf);
  const headings = outline.sections.map((section) => toVector(extractTerms(section.title), idf));
  const centroid = toVector(
    units.flatMap((unit) => (unit.kind === 'sentence' ? unit.terms : [])),
    idf,
  );
  const drafts: { unit: Unit; vector: Vector; likeness: number; early: number }[] = [];
  let sentencesBefore = 0;
  for (const unit of units) {
    const vector = toVector(unit.terms, idf);
    const early = weights.position / (1 + sentencesBefore / weights.halfway);
    drafts.push({
      unit,
      vector,
      likeness: computeCosine(vector, centroid),
      early: early + weights.title * computeCosine(vector, title),
    });
    if (unit.kind === 'sentence') sentencesBefore += 1;
    await slices.yieldIfDue();
  }
  const maxLikeness = drafts.reduce((greatest, { likeness }) => Math.max(greatest, likeness), 1e-9);
  const central = await computeCentrality(
    drafts.map(({ unit, vector, likeness, early }) => ({ unit, vector, worth: likeness / maxLikeness + early })),
    slices,
  );
  return drafts.map(({ unit, vector, likeness, early }) => {
    const common = (weights.centroid * likeness) / maxLikeness + weights.centrality * (central.get(unit) ?? 0);
    const heading = weights.heading * computeCosine(vector, headings[unit.section] ?? title);
    const opening = unit.place === 0 ? weights.opening : 0;
    const factor = computeFormFactor(unit, weights);
    return { unit, vector, score: (common + early) * factor, local: (common + heading + opening) * factor };
  });
}

async function computeCentrality(
  drafts: readonly { unit: Unit; vector: Vector; worth: number }[],
  slices: TimeSlicer,
): Promise<Map<Unit, number>> {
  const chosen = drafts
    .filter(({ unit }) => unit.kind === 'sentence')
    .sort((a, b) => b.worth - a.worth || a.unit.order - b.unit.order)
    .slice(0, MAX_GRAPH_SENTENCES);
  const values = await computeCentralities(
    chosen.map(({ vector }) => vector),
    slices,
  );
  return new Map(chosen.map(({ unit }, i) => [unit, values[i] ?? 0]));
}

function computeFormFactor(unit: Unit, weights: Weights): number {
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
