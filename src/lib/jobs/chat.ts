/** Answers from the model's own knowledge and the conversation: no tool, no page, no web. */
import { renderPrompt } from '../agent/context/prompts/built-in.ts';
import type { Job, JobEstimate } from '../agent/loop/job.ts';
import { computeMaxInput, computeTokenBudget } from '../agent/budget/window-split.ts';
import type { Limits } from '../agent/frames/spec.ts';
import type { GetCallee } from '../agent/state/model-roles.ts';
import { createRegistry } from '../agent/tool-calls/index.ts';
import { UserFacingError } from '../base/errors.ts';
import { ONLY_QUOTES_ERROR } from '../toolbox/only-quotes.ts';
import { UNBACKED_NOTE } from './admit.ts';
import { getStyleRule } from './answer-style.ts';
import { createCalls, estimateCompaction, sumEstimate } from './estimate.ts';

export const chat: Job = {
  name: 'chat',
  registry: createRegistry(),
  answersAtOnce: true,
  instructions: (spec) => renderPrompt('CHAT_SYSTEM', { style: getStyleRule(spec) }),
  preferences: (spec) => ({ Style: getStyleRule(spec) }),
  findOpeningCall: () => null,
  buildAnswerRequest: () => Promise.reject(new UserFacingError(ONLY_QUOTES_ERROR)),
  /** What was read for earlier questions of the conversation may be in the answer, unchecked. */
  qualify: (_, { objects }) =>
    Promise.resolve({ lead: '', note: objects.length > 0 ? UNBACKED_NOTE : OWN_KNOWLEDGE_NOTE }),
};

const OWN_KNOWLEDGE_NOTE = 'From the model’s own knowledge, with nothing to check it against.';

/** A reply that cannot be used is asked for again. `carried`: tokens of the question and of the conversation before it. */
export function estimateChat(
  getCallee: GetCallee,
  { maxSteps, maxRetries }: Pick<Limits, 'maxSteps' | 'maxRetries'>,
  carried = 0,
): JobEstimate {
  const [main, writer] = [getCallee('decide'), getCallee('compact')];
  const { answer, prompt } = computeTokenBudget(main.model);
  const most = Array.from({ length: Math.min(maxSteps, maxRetries + 1) }, (_, step) =>
    createCalls(main, [Math.min(prompt, FIXED_TOKENS + carried + computeMaxInput(step * answer)), answer]),
  );
  const compaction = estimateCompaction(FIXED_TOKENS + carried, main, writer);
  const likelyInput = Math.min(prompt, FIXED_TOKENS + carried);
  return sumEstimate([...most, ...compaction], [createCalls(main, [likelyInput, Math.min(answer, ANSWER_TOKENS)])]);
}

/** Usual figures: the instructions with a question, and an answer. */
const FIXED_TOKENS = 300;
const ANSWER_TOKENS = 300;
