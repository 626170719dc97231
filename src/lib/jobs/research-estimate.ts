/** The most that an answer from the web can cost. */
import type { JobEstimate } from '../agent/loop/job.ts';
import { computeTokenBudget, computeMaxInput } from '../agent/budget/window-split.ts';
import { MAX_REWRITES } from '../agent/rag/rag.ts';
import type { BoundModel, GetCallee } from '../agent/state/model-roles.ts';
import type { Limits } from '../agent/frames/spec.ts';
import { MAX_WHOLE_TOKENS } from '../toolbox/sources.ts';
import { MAX_SEARCHES } from '../toolbox/web/search-web-for-info.ts';
import {
  ANSWER_TOKENS,
  createCalls,
  estimateCompaction,
  sumEstimate,
  REFERENCE_FACTOR,
  REFLECTION_TOKENS,
  REWRITE_TOKENS,
  type Calls,
} from './estimate.ts';

type Steps = Pick<Limits, 'maxSteps'>;

/**
 * Assumes every rewrite, and in other steps a page read, graded and found irrelevant. `carried`: tokens of the question and
 * of the conversation before it.
 */
export function estimateResearch(getCallee: GetCallee, { maxSteps }: Steps, carried = 0): JobEstimate {
  const [main, grader, rewriter] = [getCallee('decide'), getCallee('grade'), getCallee('rewrite')];
  if (main.model.toolCalling === 'none') return estimateWithoutModel(main);
  const decide = (step: number): readonly Calls[] => {
    const decision = estimateDecision(main, step, carried);
    return carried > 0 ? [...estimateCompaction(decision.input, main, getCallee('compact')), decision] : [decision];
  };
  const all: Calls[] = [...decide(0)];
  for (let step = 1; step < maxSteps; step += 1) {
    if (step <= MAX_SEARCHES)
      all.push(
        createCalls(grader, GRADES_TOKENS, MAX_REWRITES + 1),
        createCalls(rewriter, REWRITE_TOKENS, MAX_REWRITES),
      );
    else all.push(createCalls(grader, GRADE_TOKENS), ...estimateReflection(step, maxSteps, getCallee));
    all.push(...decide(step));
  }
  const likely = [
    createCalls(grader, GRADES_TOKENS, LIKELY_GRADINGS * USUAL_SHARE),
    createCalls(rewriter, REWRITE_TOKENS, (LIKELY_GRADINGS - 1) * USUAL_SHARE),
    estimateLikelyAnswer(main, carried),
  ];
  return sumEstimate(all, likely);
}

/** Estimates an answer from chosen sources: it neither searches nor grades; look-ups may need other words, and fail. */
export function estimateReanswer(getCallee: GetCallee, { maxSteps }: Steps): JobEstimate {
  const main = getCallee('decide');
  if (main.model.toolCalling === 'none') return estimateWithoutModel(main);
  const all: Calls[] = [estimateDecision(main, 1)];
  for (let step = 2; step < maxSteps; step += 1)
    all.push(
      createCalls(getCallee('rewrite'), REWRITE_TOKENS),
      ...estimateReflection(step, maxSteps, getCallee),
      estimateDecision(main, step),
    );
  return sumEstimate(all, [estimateLikelyAnswer(main)]);
}

/** None before the last step. */
const estimateReflection = (step: number, maxSteps: number, getCallee: GetCallee): readonly Calls[] =>
  step < maxSteps - 1 ? [createCalls(getCallee('reflect'), REFLECTION_TOKENS)] : [];

/** Code searches and grades; one call composes the passages. */
const estimateWithoutModel = (main: BoundModel): JobEstimate =>
  sumEstimate(
    [createCalls(main, [PASSAGES_TOKENS, computeTokenBudget(main.model).answer])],
    [createCalls(main, [PASSAGES_TOKENS, ANSWER_TOKENS])],
  );

/** One decision on what was read. */
const estimateLikelyAnswer = (main: BoundModel, carried = 0): Calls =>
  createCalls(main, [
    Math.min(computeTokenBudget(main.model).prompt, FIXED_TOKENS + carried + PASSAGES_TOKENS * USUAL_SHARE),
    ANSWER_TOKENS,
  ]);

function estimateDecision(main: BoundModel, steps: number, carried = 0): Calls {
  const { answer, prompt } = computeTokenBudget(main.model);
  const input =
    FIXED_TOKENS + carried + computeMaxInput(steps * (Math.ceil(MAX_WHOLE_TOKENS * REFERENCE_FACTOR) + answer));
  return createCalls(main, [Math.min(prompt, input), answer]);
}

/** Approximate: a decision's instructions, tools and grounding; a search's passages. */
const [FIXED_TOKENS, PASSAGES_TOKENS] = [1800, 2400];

/** Approximate input and output. */
const GRADES_TOKENS = [1800, 700] as const;
const GRADE_TOKENS = [500, 160] as const;

/** Usual figures: a search is sometimes made again in other words, with half of what fits. */
const LIKELY_GRADINGS = 1.3;
const USUAL_SHARE = 0.5;
