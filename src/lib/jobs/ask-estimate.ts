/** The most that an answer about pages, files and pictures can cost. */
import { estimatePictureTokens } from '../agent/budget/token-shares.ts';
import { computeMaxInput, computeTokenBudget } from '../agent/budget/window-split.ts';
import type { Limits } from '../agent/frames/spec.ts';
import type { JobEstimate } from '../agent/loop/job.ts';
import type { BoundModel, GetCallee } from '../agent/state/model-roles.ts';
import { DESCRIPTION_TOKENS } from '../toolbox/picture/interpret-image.ts';
import { MAX_RANKED } from '../toolbox/page/rank-passages.ts';
import { MAX_WHOLE_TOKENS } from '../toolbox/sources.ts';
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

interface QuestionSize {
  /** Tokens of the page. */
  readonly page: number;
  /** Number of files and tabs, whose length is not known yet. */
  readonly unread: number;
  readonly pictures: number;
  /** Tokens of the question and of the conversation before it. */
  readonly carried: number;
}

/** Most tokens. With vision, each step after the first may look at a picture: the screen can be captured. */
export function estimateQuestion(
  { page, unread, pictures, carried }: QuestionSize,
  getCallee: GetCallee,
  limits: Pick<Limits, 'maxSteps'>,
): JobEstimate {
  const [main, writer, looker] = [getCallee('decide'), getCallee('compact'), getCallee('look')];
  const { answer, prompt } = computeTokenBudget(main.model);
  const others = pictures + unread;
  const sourceTokens = page + others * MAX_WHOLE_TOKENS;
  const likelyAnswer = Math.min(answer, ANSWER_TOKENS);
  const ranker = getCallee('rank');
  const hasRanker = ranker.binding.id !== main.binding.id; // an embedding model, asked where the question's words find little
  const ranks = hasRanker ? [createCalls(ranker, [Math.min(sourceTokens, RANKED_TOKENS), RANKS_TOKENS])] : [];
  if (main.model.toolCalling === 'none')
    return sumEstimate(
      [createCalls(main, [sourceTokens, answer]), ...ranks],
      [createCalls(main, [Math.min(sourceTokens, PASSAGES_TOKENS), likelyAnswer])],
    );
  const isLong = page > MAX_WHOLE_TOKENS;
  const decisions = Math.max(1, limits.maxSteps - (isLong ? 2 : 1)); // the first step reads the page, the second looks the question up
  const estimateInput = (other: number): number => {
    const shown = (isLong ? OUTLINE_TOKENS + PASSAGES_TOKENS : page * REFERENCE_FACTOR) + other * REFERENCE_FACTOR;
    const shareOfWindow = unread > 0 ? 1 : 0.5; // each result has half of the window at most
    return FIXED_TOKENS + carried + computeMaxInput(Math.min(Math.ceil(shown), Math.floor(prompt * shareOfWindow)));
  };
  const firstInput = estimateInput(others * MAX_WHOLE_TOKENS);
  const likelyInput = estimateInput((pictures + unread * UNREAD_SHARE) * MAX_WHOLE_TOKENS);
  const calls: Calls[] = [];
  const addCall = (by: BoundModel, [input, output]: readonly [number, number]): void =>
    void calls.push(createCalls(by, [Math.min(prompt, input), output]));
  for (let step = 0; step < decisions; step += 1) {
    const input = firstInput + step * (PASSAGES_TOKENS + answer);
    if (step > 0) addCall(getCallee('reflect'), REFLECTION_TOKENS); // every step may have failed
    if (step > 0 || isLong) addCall(getCallee('rewrite'), REWRITE_TOKENS); // and may look up what is put in other words
    if (step > 0 || isLong) calls.push(...ranks);
    if (step > 0 || carried > 0) calls.push(...estimateCompaction(input, main, writer));
    addCall(main, [input, answer]);
    if (step > 0 && looker.model.pictures)
      calls.push(createCalls(looker, [computeMaxInput(estimatePictureTokens()), DESCRIPTION_TOKENS]));
  }
  const likely = [
    createCalls(main, [Math.min(prompt, likelyInput), likelyAnswer], LIKELY_DECISIONS),
    ...(pictures > 0 && looker.model.pictures
      ? [createCalls(looker, [computeMaxInput(estimatePictureTokens()), DESCRIPTION_TOKENS / 2])]
      : []),
  ];
  return sumEstimate(calls, likely);
}

/** Approximate: instructions, tools and grounding of a decision. */
const FIXED_TOKENS = 1400;
const OUTLINE_TOKENS = 1500;

const PASSAGES_TOKENS = 1500;

/** Most of what is compared by meaning, some 240 a passage, and of the ranks. */
const RANKED_TOKENS = MAX_RANKED * 240;
const RANKS_TOKENS = 100;

/** Usual: one decision on a page that is shown, often a second. */
const LIKELY_DECISIONS = 1.5;
/** The usual length of a file or tab, as a share of the most that is shown whole. */
const UNREAD_SHARE = 0.5;
