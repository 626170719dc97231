/** Composes a summary of an outline's best units, at most 150 words or 15 % of the page; where all are too long to quote, of the first two, clipped. */
import { truncate } from '../../base/one-line.ts';
import { splitSentences } from '../../pipeline/text/sentences.ts';
import { countWords } from '../../pipeline/text/terms.ts';
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
  saysTheSame,
  selectFit,
  selectQuotable,
} from './choose.ts';
import { type Composition, compose } from './compose.ts';
import { isLeaning } from './leaning.ts';
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
  const title = selectTitle(outline);
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

const MAX_TITLE_WORDS = 24;

const selectTitle = ({ title }: Outline): string => (countWords(title) > MAX_TITLE_WORDS ? '' : title);

const MAX_CLIP_LENGTH = 300;

function clipUnit(unit: Unit): Unit {
  const beginning = truncate(unit.text, MAX_CLIP_LENGTH);
  const space = beginning.lastIndexOf(' ');
  const whole = space > 0 ? beginning.slice(0, space) : beginning;
  return { ...unit, text: `${whole.replace(/[,;:]$/, '')} …` };
}

/** The lead first, then what fits; at least three sentences if there are. */
function selectForSummary(outline: Outline, ranked: readonly Ranked[]): readonly Choice[] {
  const fit = selectFit(ranked, outline);
  const lead = chooseLead(fit, outline.language);
  const points = choosePoints(fit, lead);
  const offered = [
    ...toChoices('lead', toUnits(lead)),
    ...toChoices('point', [...toUnits(points), ...chooseTables(outline), ...toUnits(chooseItems(ranked, lead))]),
  ];
  return fillLimit(offered, computeWordLimit(outline), outline.language);
}

const MAX_WORDS = 150;
const MAX_SHARE = 0.15;
const MIN_SENTENCES = 3;
/** The shortest of so many is taken where even three sentences exceed the limit. */
const SPARE = 10;

/** The title counts, too. */
function computeWordLimit(outline: Outline): number {
  const words = outline.units.reduce((sum, { weight }) => sum + weight, 0);
  return Math.min(MAX_WORDS, Math.floor(MAX_SHARE * words)) - countWords(selectTitle(outline));
}

function fillLimit(offered: readonly Choice[], limit: number, language: string): readonly Choice[] {
  const taken: Choice[] = [];
  let words = 0;
  let sentences = 0;
  const count = ({ unit }: Choice): number => splitSentences(unit.text, language).length;
  const take = (choice: Choice): void => {
    const standsAlone = taken.length === 0 || !isLeaning(choice.unit.text, language);
    if (!standsAlone && !taken.some(({ unit }) => unit.order === choice.unit.order - 1)) return;
    if (taken.some(({ unit }) => saysTheSame(unit, choice.unit))) return;
    taken.push(choice);
    words += choice.unit.words;
    sentences += count(choice);
  };
  for (const choice of offered) if (taken.length === 0 || words + choice.unit.words <= limit) take(choice);
  const spare = offered.filter((choice) => !taken.includes(choice)).slice(0, SPARE);
  for (const choice of spare.sort((a, b) => a.unit.words - b.unit.words))
    if (sentences + count(choice) <= MIN_SENTENCES) take(choice);
  return taken;
}

function selectForCondensing(outline: Outline, ranked: readonly Ranked[]): readonly Choice[] {
  const steps = chooseSteps(outline);
  const units = toUnits(
    chooseKept(
      ranked.filter(({ unit }) => !steps.includes(unit)),
      outline,
    ),
  );
  return [...toChoices('point', units.slice(0, 5)), ...toChoices('step', steps), ...toChoices('point', units.slice(5))];
}

const toUnits = (ranked: readonly Ranked[]): readonly Unit[] => ranked.map(({ unit }) => unit);

const toChoices = (role: Choice['role'], units: readonly Unit[]): readonly Choice[] =>
  units.map((unit) => ({ unit, role }));
