/**
 * The run that our loop and others' are measured on: one tool call a step, its arguments about 100 bytes and its result
 * about 1 KB, until so many steps are done and the model answers. The one rule: each step's words are its own, so that
 * nothing can be kept once for all of them.
 */
import { median, type Figure } from '../figure.ts';

/** Steps whose cost is told, of a run of `LAST_STEP_REMINDER`. */
export const STEPS = [10, 100, 400] as const;
export const LAST = 405;
/** Steps on either side that count as the same place in the run. */
export const AROUND = 5;

export const GOAL = 'Read the tide gauge for every day of the record and say what it shows.';
export const ANSWER = 'The spring tides are the highest, and they come two days after the new and the full moon.';

/** The tool's name, what the model is told of it, and the JSON schema of its arguments. */
export const TOOL = {
  name: 'read_gauge',
  description: 'Reads what a tide gauge noted on one day.',
  parameters: {
    type: 'object',
    properties: { station: { type: 'string' }, day: { type: 'integer' }, columns: { type: 'string' } },
    required: ['station', 'day', 'columns'],
    additionalProperties: false,
  },
} as const;

export interface GaugeArguments {
  readonly station: string;
  readonly day: number;
  readonly columns: string;
}

/** What the model calls the tool with at a step, the first being 1. */
export const argumentsOf = (step: number): GaugeArguments => ({
  station: 'harbour-mole-east',
  day: 1000 + step,
  columns: 'time, height, wind, pressure, remarks',
});

/** What the tool returns to those arguments. */
export const resultOf = ({ day }: { readonly day: number }): string =>
  `Day ${day}. ` + `On day ${day} the keeper noted high water, a light wind and nothing else. `.repeat(15);

/** Rows of one run's shape, from the milliseconds of each step of several runs, the first step first. */
export function stepFigures(name: string, runs: readonly (readonly number[])[]): Figure[] {
  const at = STEPS.map((step) => median(runs.flatMap((times) => times.slice(step - 1 - AROUND, step + AROUND))));
  return [
    ...STEPS.map((step, i) => ({ name: `${name}, step ${step}`, value: at[i] ?? NaN, unit: 'ms' })),
    {
      name: `${name}, step ${STEPS[2]} over step ${STEPS[0]}`,
      value: (at[2] ?? NaN) / (at[0] ?? NaN),
      unit: '×',
    },
  ];
}
