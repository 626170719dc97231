/** Answers about page, tabs, files and pictures; if the model calls no tools, code looks the question up. */
import { findArtifact } from '../agent/state/artifacts.ts';
import { findOutcome } from '../agent/state/fold-tool-calls.ts';
import type { Job, JobEstimate } from '../agent/loop/job.ts';
import { renderPrompt } from '../agent/context/prompts/built-in.ts';
import { COMPACTION_THRESHOLD } from '../agent/context/agent-context.ts';
import type { AgentState } from '../agent/state/agent-state.ts';
import { createRegistry, type PlannedCall } from '../agent/tool-calls/index.ts';
import type { Model, TokenCounter } from '../agent/ports.ts';
import type { BoundModel, Purpose } from '../agent/state/model-roles.ts';
import type { Limits } from '../agent/frames/spec.ts';
import { estimatePictureTokens } from '../agent/budget/token-shares.ts';
import { computeMaxInput, computeTokenBudget } from '../agent/budget/window-split.ts';
import { explainTextWithContext, planTakeSelection } from '../toolbox/page/explain-text-with-context.ts';
import { extractScreenshotText, planReadPictures } from '../toolbox/picture/extract-screenshot-text.ts';
import { findInPage, MAX_QUERY_CHARS } from '../toolbox/page/find-in-page.ts';
import { interpretImage, DESCRIPTION_TOKENS } from '../toolbox/picture/interpret-image.ts';
import { lookAtPage } from '../toolbox/picture/look-at-page.ts';
import { openLink } from '../toolbox/web/open-link.ts';
import { COMMENTS, findPage, getPageLabels, getPageUrl, type Source } from '../toolbox/page/page-artifacts.ts';
import { asksForComments } from '../toolbox/page/asks-for-comments.ts';
import { planReadFiles, readFile } from '../toolbox/page/read-file.ts';
import { readPage, planReadPage } from '../toolbox/page/read-page.ts';
import { recall } from '../toolbox/page/recall.ts';
import { listSources, MAX_WHOLE_TOKENS } from '../toolbox/sources.ts';
import { condenseWhenTooLong, NOTES, summarizePageContent } from '../toolbox/page/summarize-page-content.ts';
import { admitNoAnswer } from './admit.ts';
import { asksForSummary } from './asks-for-summary.ts';
import { summarise } from './summarise.ts';
import { CITE_RULES, verifyCitations } from './citing.ts';
import {
  createCalls,
  sumEstimate,
  REFERENCE_FACTOR,
  REFLECTION_TOKENS,
  REWRITE_TOKENS,
  type Calls,
} from './estimate.ts';
import { createQuotingRequest } from './answer-request.ts';
import { getStyleRule } from './answer-style.ts';

const ROLE = `You help a person understand the web page they have open, others they added, and files and pictures they gave.
Answer from what the documents say alone, and say so when they do not answer the question.
${CITE_RULES}`;

export const ask: Job = {
  name: 'ask',
  canDelegate: true,
  registry: createRegistry(
    readPage,
    readFile,
    findInPage,
    extractScreenshotText,
    lookAtPage,
    interpretImage,
    explainTextWithContext,
    summarizePageContent,
    recall,
    openLink,
  ),
  instructions: (spec) => renderPrompt('REACT_SYSTEM', { role: ROLE, style: getStyleRule(spec) }),
  preferences: (spec) => ({ Style: getStyleRule(spec) }),
  findOpeningCall: (state, model) =>
    planTakeSelection(state) ??
    planReadPictures(state) ??
    planReadFiles(state) ??
    planPageRead(state) ??
    (wantsSummary(state, model) ? planCondense(state, model) : planLookUp(state, model)),
  buildAnswerRequest: (state, model, read) =>
    wantsSummary(state, model)
      ? summarise.buildAnswerRequest(state, model, read)
      : createQuotingRequest(
          { labels: getPageLabels(getPageUrl(state)), text: state.spec?.goal ?? '' },
          state,
          model,
          read,
        ),
  cite: verifyCitations,
  qualify: admitNoAnswer,
};

/** A question about pictures or files needs no page unless tabs were added. */
function planPageRead(state: AgentState): PlannedCall | null {
  const { pictures = [], files = [], also = [] } = state.spec ?? {};
  return pictures.length + files.length > 0 && also.length === 0 ? null : planReadPage(state);
}

/** A model that calls no tools is given the whole text then, not what the question's words find. */
const wantsSummary = (state: AgentState, model: Model): boolean =>
  model.toolCalling === 'none' &&
  findPage(state) !== undefined &&
  listSources(state).filter(({ name }) => name !== COMMENTS).length === 1 &&
  asksForSummary(state.spec?.goal ?? '');

const planCondense = (state: AgentState, model: Model): PlannedCall | null =>
  findArtifact(state, NOTES) ? null : (condenseWhenTooLong.trigger?.(state, model) ?? null);

/** Once per request, without a deciding model or if a source is too long to be shown whole. Comments are never shown whole. */
function planLookUp(state: AgentState, model: Model): PlannedCall | null {
  const goal = state.spec?.goal ?? '';
  const isShown = ({ name, body }: Source): boolean =>
    name === COMMENTS ? !asksForComments(goal) : body.tokens <= MAX_WHOLE_TOKENS;
  if (model.toolCalling !== 'none' && listSources(state).every(isShown)) return null;
  const args = { query: goal.slice(0, MAX_QUERY_CHARS) };
  const tool = findInPage.definition.name;
  return findOutcome(state, tool, args) ? null : { tool, args, thought: 'Look the question up in the page.' };
}

export async function estimateAsk(
  markdown: string,
  getCallee: (purpose: Purpose) => BoundModel,
  tokens: TokenCounter,
  limits: Pick<Limits, 'maxSteps'>,
  pictures = 0,
): Promise<JobEstimate> {
  const page = await tokens.count(markdown);
  return estimateQuestion({ page, unread: 0, pictures, carried: 0 }, getCallee, limits);
}

export interface QuestionSize {
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
  getCallee: (purpose: Purpose) => BoundModel,
  limits: Pick<Limits, 'maxSteps'>,
): JobEstimate {
  const [main, writer, looker] = [getCallee('decide'), getCallee('compact'), getCallee('look')];
  const { answer, prompt } = computeTokenBudget(main.model);
  const others = pictures + unread;
  const sourceTokens = page + others * MAX_WHOLE_TOKENS;
  const likelyAnswer = Math.min(answer, ANSWER_TOKENS);
  if (main.model.toolCalling === 'none')
    return sumEstimate(
      [createCalls(main, [sourceTokens, answer])],
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
    if ((step > 0 || carried > 0) && input > COMPACTION_THRESHOLD * prompt)
      addCall(writer, [prompt, computeTokenBudget(writer.model).note]);
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

/** Usual figures: an answer with its quotes; one decision on a page that is shown, often a second. */
const ANSWER_TOKENS = 200;
const LIKELY_DECISIONS = 1.5;
/** The usual length of a file or tab, as a share of the most that is shown whole. */
const UNREAD_SHARE = 0.5;
