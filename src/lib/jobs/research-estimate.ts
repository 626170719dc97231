/**
 * What a question of the web can take at most, in tokens. The one rule: it holds for the first question and for one that a
 * conversation goes on with, in which a model makes every step itself; of calls side by side one is counted, of searches all.
 */
import type { JobEstimate } from '../agent/job.ts';
import { RAG } from '../agent/rag/rag.ts';
import type { Callee, Purpose } from '../agent/roles.ts';
import type { Limits } from '../agent/spec.ts';
import { inputBound, windowsOf } from '../agent/windows.ts';
import { MOST_SEARCHES } from '../toolbox/search-web-for-info.ts';
import { WHOLE } from '../toolbox/sources.ts';
import { estimateOf, NAMED, REFLECTION, type Calls } from './estimate.ts';

type CalleeFor = (purpose: Purpose) => Callee;
type Steps = Pick<Limits, 'maxSteps'>;

/** Every search with every rewrite, and between the other decisions a page each that is graded, and is of no use. */
export function estimateResearch(calleeFor: CalleeFor, { maxSteps }: Steps): JobEstimate {
  const [main, grader, rewriter] = [calleeFor('decide'), calleeFor('grade'), calleeFor('rewrite')];
  if (main.model.toolCalling === 'none') return worded(main);
  const all: Calls[] = [decision(main, 0)];
  for (let step = 1; step < maxSteps; step += 1) {
    if (step <= MOST_SEARCHES)
      all.push(times(RAG.maxRetries + 1, GRADES, grader), times(RAG.maxRetries, REWRITE, rewriter));
    else all.push(times(1, GRADE, grader), ...thought(step, maxSteps, calleeFor));
    all.push(decision(main, step));
  }
  return estimateOf(all);
}

/** An answer once more from sources that were found: it neither searches nor grades; what is looked up in them may fail. */
export function estimateAgain(calleeFor: CalleeFor, { maxSteps }: Steps): JobEstimate {
  const main = calleeFor('decide');
  if (main.model.toolCalling === 'none') return worded(main);
  const all: Calls[] = [decision(main, 1)];
  for (let step = 2; step < maxSteps; step += 1) all.push(...thought(step, maxSteps, calleeFor), decision(main, step));
  return estimateOf(all);
}

/** On what failed in the step before, unless it is the last one that is left. */
const thought = (step: number, maxSteps: number, calleeFor: CalleeFor): readonly Calls[] =>
  step < maxSteps - 1 ? [times(1, REFLECTION, calleeFor('reflect'))] : [];

/** Where code searches and grades, the passages are put together by one call. */
const worded = ({ terms, model }: Callee): JobEstimate =>
  estimateOf([{ calls: 1, input: PASSAGES, output: windowsOf(model).answer, by: terms }]);

/** A decision after so many steps, each of which may have shown a whole page. */
function decision({ terms, model }: Callee, steps: number): Calls {
  const { answer, prompt } = windowsOf(model);
  const most = FIXED + inputBound(steps * (Math.ceil(WHOLE * NAMED) + answer));
  return { calls: 1, input: Math.min(prompt, most), output: answer, by: terms };
}

const times = (calls: number, [input, output]: readonly [number, number], { terms }: Callee): Calls => ({
  calls,
  input: calls * input,
  output: calls * output,
  by: terms,
});

/** Tokens, about: the instructions, tools and grounding of a decision; the passages of a search. */
const [FIXED, PASSAGES] = [1800, 2400];
/** In and out, about: the results of a search and their grades, a page's beginning and its grade, a rewrite. */
const GRADES = [1800, 700] as const;
const GRADE = [500, 160] as const;
const REWRITE = [500, 120] as const;
