/** Composes a summary of an outline's best units; where all are too long to quote, of the first two, clipped. */
import { extractTerms } from '../../pipeline/text/terms.ts';
import type { TimeSlicer } from '../../pipeline/text/time-slices.ts';
import type { ModelRequest, ModelTask } from '../model.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';
import {
  type Choice,
  chooseItems,
  chooseKept,
  chooseLead,
  choosePoints,
  chooseSteps,
  chooseTables,
  computePointCount,
  selectQuotable,
} from './choose.ts';
import { type Composition, compose } from './compose.ts';
import type { Outline, Unit } from './outline.ts';
import { rankUnits, type Ranked } from './rank.ts';

export async function composeSummary(
  outline: Outline,
  { task, maxOutputTokens }: ModelRequest,
  tokens: TokenCounter,
  turns: TimeSlicer,
): Promise<Composition> {
  const ranked = await rankUnits(outline, turns);
  const choices = selectChoices(task, outline, ranked);
  await turns.yieldIfDue();
  const title = resolveTitle(outline, choices);
  const layout = task === 'condense' ? 'running' : 'digest';
  const best = await compose({ choices, title, layout }, outline, maxOutputTokens, tokens);
  if (best.pieces.length > 0) return best;
  for (const choice of listSpareChoices(ranked)) {
    const attempt = await compose({ choices: [choice], title: '', layout }, outline, maxOutputTokens, tokens);
    if (attempt.pieces.length > 0) return attempt;
    await turns.yieldIfDue();
  }
  return best;
}

function selectChoices(task: ModelTask, outline: Outline, ranked: readonly Ranked[]): readonly Choice[] {
  const chosen = task === 'condense' ? selectForCondensing(outline, ranked) : selectForSummary(outline, ranked);
  return chosen.length > 0 ? chosen : toChoices('lead', toUnits(ranked.slice(0, 2)).map(clipUnit));
}

function listSpareChoices(ranked: readonly Ranked[]): readonly Choice[] {
  const best = selectQuotable(ranked).toSorted((a, b) => b.score - a.score || a.unit.order - b.unit.order);
  return toChoices('lead', toUnits(best.slice(0, 200)));
}

const MIN_TITLE_SHARE = 0.7;

const MAX_TITLE_WORDS = 24;

/** Returns the title when the summary needs it above, else ''. */
function resolveTitle(outline: Outline, choices: readonly Choice[]): string {
  const title = extractTerms(outline.title);
  const first = choices.find(({ role }) => role === 'lead');
  if (first === undefined || title.length === 0 || title.length > MAX_TITLE_WORDS) return '';
  const roots = new Set(first.unit.terms.map(getRoot));
  return title.filter((term) => roots.has(getRoot(term))).length < MIN_TITLE_SHARE * title.length ? outline.title : '';
}

function getRoot(term: string): string {
  return term.slice(0, 4);
}

const MAX_CLIP_LENGTH = 300;

function clipUnit(unit: Unit): Unit {
  const beginning = unit.text.slice(0, MAX_CLIP_LENGTH);
  const space = beginning.lastIndexOf(' ');
  const whole = space > 0 ? beginning.slice(0, space) : beginning.replace(/[\ud800-\udbff]$/, '');
  return { ...unit, text: `${whole.replace(/[,;:]$/, '')} …` };
}

function selectForSummary(outline: Outline, ranked: readonly Ranked[]): readonly Choice[] {
  const steps = chooseSteps(outline);
  const free = ranked.filter(({ unit }) => !steps.includes(unit));
  const lead = chooseLead(free);
  const count = Math.max(0, computePointCount(selectQuotable(ranked).length) - Math.round(steps.length / 2));
  return [
    ...toChoices('lead', toUnits(lead)),
    ...toChoices('step', steps),
    ...toChoices('point', chooseTables(outline)),
    ...toChoices('point', toUnits(choosePoints(free, lead, count))),
    ...toChoices('point', toUnits(chooseItems(free, lead))),
  ];
}

function selectForCondensing(outline: Outline, ranked: readonly Ranked[]): readonly Choice[] {
  const steps = chooseSteps(outline);
  const units = toUnits(chooseKept(ranked.filter(({ unit }) => !steps.includes(unit))));
  return [...toChoices('point', units.slice(0, 5)), ...toChoices('step', steps), ...toChoices('point', units.slice(5))];
}

const toUnits = (ranked: readonly Ranked[]): readonly Unit[] => ranked.map(({ unit }) => unit);

const toChoices = (role: Choice['role'], units: readonly Unit[]): readonly Choice[] =>
  units.map((unit) => ({ unit, role }));
