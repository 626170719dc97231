/** The most tokens of a web question. Parallel calls count as one, except searches. */
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

/** Assumes every rewrite, and in other steps a page read, graded and found irrelevant. */
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

/** From chosen sources: neither searches nor grades; look-ups may fail. */
export function estimateReanswer(getCallee: GetCallee, { maxSteps }: Steps): JobEstimate {
  const main = getCallee('decide');
  if (main.model.toolCalling === 'none') return estimateWithoutModel(main);
  const all: Calls[] = [estimateDecision(main, 1)];
  for (let step = 2; step < maxSteps; step += 1)
    all.push(...estimateReflection(step, maxSteps, getCallee), estimateDecision(main, step));
  return sumEstimate(all);
}

/** None before the last step. */
const estimateReflection = (step: number, maxSteps: number, getCallee: GetCallee): readonly Calls[] =>
  step < maxSteps - 1 ? [repeatCall(1, REFLECTION_TOKENS, getCallee('reflect'))] : [];

/** Code searches and grades; one call composes the passages. */
const estimateWithoutModel = ({ binding: config, model }: BoundModel): JobEstimate =>
  sumEstimate([{ calls: 1, input: PASSAGES_TOKENS, output: computeTokenBudget(model).answer, by: config }]);

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

/** Approximate: a decision's instructions, tools and grounding; a search's passages. */
const [FIXED_TOKENS, PASSAGES_TOKENS] = [1800, 2400];
/** Approximate input and output. */
const GRADES_TOKENS = [1800, 700] as const;
const GRADE_TOKENS = [500, 160] as const;
const REWRITE_TOKENS = [500, 120] as const;
