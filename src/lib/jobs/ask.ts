/** Answers about page, tabs, files and pictures; if the model calls no tools, code looks the question up. */
import { findArtifact } from '../agent/state/artifacts.ts';
import { findOutcome } from '../agent/state/fold-tool-calls.ts';
import type { Job } from '../agent/loop/job.ts';
import { renderPrompt } from '../agent/context/prompts/built-in.ts';
import type { AgentState } from '../agent/state/agent-state.ts';
import { createRegistry, type PlannedCall } from '../agent/tool-calls/index.ts';
import type { Model } from '../agent/ports.ts';
import { explainTextWithContext, planTakeSelection } from '../toolbox/page/explain-text-with-context.ts';
import { extractScreenshotText, planReadPictures } from '../toolbox/picture/extract-screenshot-text.ts';
import { findInPage, MAX_QUERY_CHARS } from '../toolbox/page/find-in-page.ts';
import { interpretImage } from '../toolbox/picture/interpret-image.ts';
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
