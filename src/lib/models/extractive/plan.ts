/** Task → choices, the most wanted first. The one rule: what is left out for want of room is the least wanted. */
import type { ModelTask } from '../model.ts';
import {
  type Choice,
  chooseItems,
  chooseKept,
  chooseLead,
  choosePoints,
  chooseSteps,
  chooseTables,
  pointCount,
  quotable,
} from './choose.ts';
import { terms } from '../../pipeline/text/words.ts';
import type { Outline, Unit } from './outline.ts';
import type { Ranked } from './rank.ts';

export function choicesFor(task: ModelTask, outline: Outline, ranked: readonly Ranked[]): readonly Choice[] {
  const chosen = task === 'condense' ? kept(outline, ranked) : summary(outline, ranked);
  return chosen.length > 0 ? chosen : ranked.slice(0, 2).map(({ unit }) => ({ unit: clipped(unit), role: 'lead' }));
}

/** Any one sentence, the best first, for a bound that none of the choices meets. */
export function spares(ranked: readonly Ranked[]): readonly Choice[] {
  return [...quotable(ranked)]
    .sort((a, b) => b.score - a.score || a.unit.order - b.unit.order)
    .slice(0, 200)
    .map(({ unit }) => ({ unit, role: 'lead' }));
}

/** Below this share of the title's words, the opening sentence does not say what it speaks of. */
const NAMED = 0.7;
const TITLE_WORDS = 24;

/** The title, when the summary needs it above to be understood: "It weighs 300 g" of what? Else ''. */
export function titleFor(outline: Outline, choices: readonly Choice[]): string {
  const title = terms(outline.title);
  const first = choices.find(({ role }) => role === 'lead');
  if (first === undefined || title.length === 0 || title.length > TITLE_WORDS) return '';
  const said = new Set(first.unit.terms.map(root));
  return title.filter((term) => said.has(root(term))).length < NAMED * title.length ? outline.title : '';
}

/** Enough of a word to know it again in the plural. */
function root(term: string): string {
  return term.slice(0, 4);
}

const CLIP = 300;

/** A text without sentences, such as a transcript without stops: its beginning, up to a space, marked as cut. */
function clipped(unit: Unit): Unit {
  const beginning = unit.text.slice(0, CLIP);
  const space = beginning.lastIndexOf(' ');
  const whole = space > 0 ? beginning.slice(0, space) : beginning.replace(/[\ud800-\udbff]$/, '');
  return { ...unit, text: `${whole.replace(/[,;:]$/, '')} …` };
}

function summary(outline: Outline, ranked: readonly Ranked[]): readonly Choice[] {
  const steps = chooseSteps(outline);
  const inSteps = new Set(steps);
  const free = ranked.filter(({ unit }) => !inSteps.has(unit));
  const lead = chooseLead(free);
  const count = Math.max(0, pointCount(quotable(ranked).length) - Math.round(steps.length / 2));
  const points = choosePoints(free, lead, count).map(({ unit }) => unit);
  const items = chooseItems(free, lead).map(({ unit }) => unit);
  const as = (role: Choice['role'], units: readonly Unit[]): Choice[] => units.map((unit) => ({ unit, role }));
  return [
    ...as(
      'lead',
      lead.map(({ unit }) => unit),
    ),
    ...as('step', steps),
    ...as('point', chooseTables(outline)),
    ...as('point', points),
    ...as('point', items),
  ];
}

function kept(outline: Outline, ranked: readonly Ranked[]): readonly Choice[] {
  const steps = chooseSteps(outline);
  const inSteps = new Set(steps);
  const units = chooseKept(ranked.filter(({ unit }) => !inSteps.has(unit)));
  return [
    ...units.slice(0, 5).map(({ unit }): Choice => ({ unit, role: 'point' })),
    ...steps.map((unit): Choice => ({ unit, role: 'step' })),
    ...units.slice(5).map(({ unit }): Choice => ({ unit, role: 'point' })),
  ];
}
