/** Sums up the tokens that a job can cost, and those that it usually costs, over its models. */
import { COMPACTION_THRESHOLD } from '../agent/context/agent-context.ts';
import { computeModelCost, addCosts, isFree } from '../agent/budget/cost.ts';
import { computeMaxInput, computeTokenBudget } from '../agent/budget/window-split.ts';
import type { EstimatedCalls, JobEstimate } from '../agent/loop/job.ts';
import { MAX_ASKED_LENGTH, MAX_OPINION_TOKENS } from '../agent/loop/opinion.ts';
import type { BoundModel, GetCallee } from '../agent/state/model-roles.ts';
import type { ModelBinding } from '../agent/frames/spec.ts';
import type { Tokens } from '../agent/budget/usage.ts';

/** Factor by which passage references lengthen a page's text. */
export const REFERENCE_FACTOR = 1.1;
/** Tokens of a prompt without its documents. */
export const USUAL_PROMPT = 200;
/** A translation in proportion to its original. */
export const USUAL_TRANSLATION = 1.2;
/** Usual: an answer with its quotes. */
export const ANSWER_TOKENS = 200;
/** Most tokens of one reflection: input, output. */
export const REFLECTION_TOKENS = [1500, 300] as const;
/** The same, of other words for a query. */
export const REWRITE_TOKENS = [500, 240] as const;

export interface Calls extends Tokens {
  readonly calls: number;
  readonly by: ModelBinding;
}

/** Calls of one model, each with these tokens in and out. */
export function createCalls({ binding: by }: BoundModel, [input, output]: readonly [number, number], calls = 1): Calls {
  return { calls, input: calls * input, output: calls * output, by };
}

/** `likely`: what the run usually takes, in whole or parts of calls. */
export function sumEstimate(most: readonly Calls[], likely: readonly Calls[]): JobEstimate {
  const bound = sumCalls(most);
  const paid = most.flatMap(({ by: { metered, prices } }) =>
    metered && prices !== null && !isFree(prices) ? [prices.asOf] : [],
  );
  return {
    ...bound,
    likely: clampCalls(sumCalls(likely), bound),
    total: bound.input + bound.output,
    asOf: Array.from(new Set(paid)),
    metered: most.some(({ by }) => by.metered),
  };
}

function sumCalls(calls: readonly Calls[]): EstimatedCalls {
  const sum = (figure: 'calls' | 'input' | 'output'): number =>
    Math.ceil(calls.reduce((total, each) => total + each[figure], 0));
  const cost = calls.map((each) => computeModelCost(each, each.by)).reduce(addCosts, 0);
  return { calls: sum('calls'), input: sum('input'), output: sum('output'), ...(cost === null ? {} : { cost }) };
}

/** What is likely is never more than what is possible. */
function clampCalls({ calls, input, output, cost }: EstimatedCalls, bound: EstimatedCalls): EstimatedCalls {
  return {
    calls: Math.min(calls, bound.calls),
    input: Math.min(input, bound.input),
    output: Math.min(output, bound.output),
    ...(cost === undefined || bound.cost === undefined ? {} : { cost: Math.min(cost, bound.cost) }),
  };
}

/** Before a call of `main` with so much input: none if its prompt is not too long. */
export function estimateCompaction(input: number, main: BoundModel, writer: BoundModel): readonly Calls[] {
  const { prompt } = computeTokenBudget(main.model);
  if (input <= COMPACTION_THRESHOLD * prompt) return [];
  return [createCalls(writer, [prompt, computeTokenBudget(writer.model).note])];
}

/** Adds the second opinion of an answer that a language model writes, where one `isAsked`. */
export function addOpinion(estimate: JobEstimate, getCallee: GetCallee, isAsked = false): JobEstimate {
  const by = getCallee('opinion');
  if (!isAsked || getCallee('answer').model.toolCalling === 'none') return estimate;
  const asked = Math.min(MAX_ASKED_LENGTH, computeTokenBudget(by.model).document);
  const opinion = sumEstimate(
    [createCalls(by, [computeMaxInput(asked), MAX_OPINION_TOKENS])],
    [createCalls(by, LIKELY_OPINION_TOKENS)],
  );
  return {
    ...addCalls(estimate, opinion),
    likely: addCalls(estimate.likely, opinion.likely),
    total: estimate.total + opinion.total,
    asOf: Array.from(new Set([...estimate.asOf, ...opinion.asOf])),
    metered: estimate.metered || opinion.metered,
  };
}

/** Input and output, for an answer with four quotes whose claims follow. */
const LIKELY_OPINION_TOKENS = [600, 40] as const;

const addCalls = (a: EstimatedCalls, b: EstimatedCalls): EstimatedCalls => ({
  calls: a.calls + b.calls,
  input: a.input + b.input,
  output: a.output + b.output,
  ...(a.cost === undefined || b.cost === undefined ? {} : { cost: a.cost + b.cost }),
});
