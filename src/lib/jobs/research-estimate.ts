/**
 * Estimates the most tokens a web question can take. Valid for a first question and for a follow-up, where a model
 * decides every step. Parallel calls count as one, except searches, which all count.
 */
import type { JobEstimate } from '../agent/loop/job.ts';
import { DEFAULT_RAG_CONFIG } from '../agent/rag/rag.ts';
import type { BoundModel, Purpose } from '../agent/state/model-roles.ts';
import type { Limits } from '../agent/frames/spec.ts';
import { computeMaxInput, computeTokenBudget } from '../agent/budget/token-budget.ts';
import { MAX_SEARCHES } from '../toolbox/web/search-web-for-info.ts';
import { MAX_WHOLE_TOKENS } from '../toolbox/sources.ts';
import { sumEstimate, REFERENCE_FACTOR, REFLECTION_TOKENS, type Calls } from './estimate.ts';

type GetCallee = (purpose: Purpose) => BoundModel;
type Steps = Pick<Limits, 'maxSteps'>;

/** Assumes every search with every rewrite, and in the other steps a page that is read, graded and found irrelevant. */
export function estimateResearch(getCallee: GetCallee, { maxSteps }: Steps): JobEstimate {
  const [main, grader, rewriter] = [getCallee('decide'), getCallee('grade'), getCallee('rewrite')];
  if (main.model.toolCalling === 'none') return estimateWithoutModel(main);
  const all: Calls[] = [estimateDecision(main, 0)];
  for (let step = 1; step < maxSteps; step += 1) {
    if (step <= MAX_SEARCHES)
      all.push(
        repeatCall(DEFAULT_RAG_CONFIG.maxRetries + 1, GRADES_TOKENS, grader),
        repeatCall(DEFAULT_RAG_CONFIG.maxRetries, REWRITE_TOKENS, rewriter),
      );
    else all.push(repeatCall(1, GRADE_TOKENS, grader), ...estimateReflection(step, maxSteps, getCallee));
    all.push(estimateDecision(main, step));
  }
  return sumEstimate(all);
}

/** The estimate of an answer from already chosen sources, which neither searches nor grades; its look-ups may fail. */
export function estimateReanswer(getCallee: GetCallee, { maxSteps }: Steps): JobEstimate {
  const main = getCallee('decide');
  if (main.model.toolCalling === 'none') return estimateWithoutModel(main);
  const all: Calls[] = [estimateDecision(main, 1)];
  for (let step = 2; step < maxSteps; step += 1)
    all.push(...estimateReflection(step, maxSteps, getCallee), estimateDecision(main, step));
  return sumEstimate(all);
}

/** The reflection on a failure of the step before; none before the last step. */
const estimateReflection = (step: number, maxSteps: number, getCallee: GetCallee): readonly Calls[] =>
  step < maxSteps - 1 ? [repeatCall(1, REFLECTION_TOKENS, getCallee('reflect'))] : [];

/** Without a deciding model, code searches and grades, and one call composes the passages. */
const estimateWithoutModel = ({ binding: config, model }: BoundModel): JobEstimate =>
  sumEstimate([{ calls: 1, input: PASSAGES_TOKENS, output: computeTokenBudget(model).answer, by: config }]);

/** A decision after `steps` steps, each of which may have shown a whole page. */
function estimateDecision({ binding: config, model }: BoundModel, steps: number): Calls {
  const { answer, prompt } = computeTokenBudget(model);
  const input = FIXED_TOKENS + computeMaxInput(steps * (Math.ceil(MAX_WHOLE_TOKENS * REFERENCE_FACTOR) + answer));
  return { calls: 1, input: Math.min(prompt, input), output: answer, by: config };
}

const repeatCall = (
  calls: number,
  [input, output]: readonly [number, number],
  { binding: config }: BoundModel,
): Calls => ({
  calls,
  input: calls * input,
  output: calls * output,
  by: config,
});

/** Approximate tokens: instructions, tools and grounding of a decision; passages of a search. */
const [FIXED_TOKENS, PASSAGES_TOKENS] = [1800, 2400];
/** Approximate input and output tokens: grading a search's results, grading one page's beginning, rewriting a query. */
const GRADES_TOKENS = [1800, 700] as const;
const GRADE_TOKENS = [500, 160] as const;
const REWRITE_TOKENS = [500, 120] as const;
