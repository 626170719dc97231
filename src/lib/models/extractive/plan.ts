/** Plans the choices for a task, best first. */
import type { ModelTask } from '../model.ts';
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
import { extractTerms } from '../../pipeline/text/words.ts';
import type { Outline, Unit } from './outline.ts';
import type { Ranked } from './rank.ts';

export function selectChoices(task: ModelTask, outline: Outline, ranked: readonly Ranked[]): readonly Choice[] {
  const chosen = task === 'condense' ? selectForCondensing(outline, ranked) : selectForSummary(outline, ranked);
  return chosen.length > 0 ? chosen : ranked.slice(0, 2).map(({ unit }) => ({ unit: clipUnit(unit), role: 'lead' }));
}

export function listSpareChoices(ranked: readonly Ranked[]): readonly Choice[] {
  return [...selectQuotable(ranked)]
    .sort((a, b) => b.score - a.score || a.unit.order - b.unit.order)
    .slice(0, 200)
    .map(({ unit }) => ({ unit, role: 'lead' }));
}

const MIN_TITLE_SHARE = 0.7;
const MAX_TITLE_WORDS = 24;

/** Returns the title when the summary needs it above, else ''. */
export function resolveTitle(outline: Outline, choices: readonly Choice[]): string {
  const title = extractTerms(outline.title);
  const first = choices.find(({ role }) => role === 'lead');
  if (first === undefined || title.length === 0 || title.length > MAX_TITLE_WORDS) return '';
  const roots = new Set(first.unit.config.map(getRoot));
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
  const inSteps = new Set(steps);
  const free = ranked.filter(({ unit }) => !inSteps.has(unit));
  const lead = chooseLead(free);
  const count = Math.max(0, computePointCount(selectQuotable(ranked).length) - Math.round(steps.length / 2));
  const points = choosePoints(free, lead, count).map(({ unit }) => unit);
  const items = chooseItems(free, lead).map(({ unit }) => unit);
  const toChoices = (role: Choice['role'], units: readonly Unit[]): Choice[] => units.map((unit) => ({ unit, role }));
  return [
    ...toChoices(
      'lead',
      lead.map(({ unit }) => unit),
    ),
    ...toChoices('step', steps),
    ...toChoices('point', chooseTables(outline)),
    ...toChoices('point', points),
    ...toChoices('point', items),
  ];
}

function selectForCondensing(outline: Outline, ranked: readonly Ranked[]): readonly Choice[] {
  const steps = chooseSteps(outline);
  const inSteps = new Set(steps);
  const units = chooseKept(ranked.filter(({ unit }) => !inSteps.has(unit)));
  return [
    ...units.slice(0, 5).map(({ unit }): Choice => ({ unit, role: 'point' })),
    ...steps.map((unit): Choice => ({ unit, role: 'step' })),
    ...units.slice(5).map(({ unit }): Choice => ({ unit, role: 'point' })),
  ];
}
