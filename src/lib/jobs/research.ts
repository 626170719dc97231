/** Answers from the web. Code makes the first search, because the user pressed Search. */
import { findOutcome } from '../agent/state/fold-tool-calls.ts';
import { isChecked } from '../agent/frames/citation-markup.ts';
import type { AgentResponseFrame } from '../agent/frames/frames.ts';
import type { Job, Qualification } from '../agent/loop/job.ts';
import type { Model, ReadText } from '../agent/ports.ts';
import { renderPrompt } from '../agent/context/prompts/built-in.ts';
import type { AgentState } from '../agent/state/agent-state.ts';
import { createRegistry, type PlannedCall } from '../agent/tool-calls/index.ts';
import { explainTextWithContext, planTakeSelection } from '../toolbox/page/explain-text-with-context.ts';
import { findInPage } from '../toolbox/page/find-in-page.ts';
import { gradeSearchResults } from '../toolbox/web/grade-search-results.ts';
import { openLink } from '../toolbox/web/open-link.ts';
import { readUrl } from '../toolbox/web/read-url.ts';
import { recall } from '../toolbox/page/recall.ts';
import { rewriteSearchQuery } from '../toolbox/web/rewrite-search-query.ts';
import { planSearch, searchWebForInfo } from '../toolbox/web/search-web-for-info.ts';
import { planUseChosenSources, useChosenSources } from '../toolbox/web/use-chosen-sources.ts';
import { describeSearchFailure } from '../toolbox/web/web-passages.ts';
import {
  getCurrentSearches,
  getLatestSourceChoice,
  canCite,
  listSearchRounds,
  getWebLabels,
  listWebSources,
} from '../toolbox/web/web-artifacts.ts';
import { createQuotingRequest } from './answer-request.ts';
import { CITE_RULES, verifyCitations } from './citing.ts';
import { admitNoAnswer, UNBACKED_NOTE } from './admit.ts';
import { EXTRACTIVE_ID } from '../models/config.ts';
import { isNoAnswer } from '../models/extractive/answer.ts';
import { getStyleRule } from './answer-style.ts';

const ROLE = `You answer a person's question from pages of the web that were searched, graded and read for it.
Go by the passages alone. Where sources differ, say so.`;
const MAY_SEARCH_RULE =
  'Where they do not answer the question, search with other words or read another result; when that brings nothing either, say plainly what is not known.';
const CHOSEN_ONLY_RULE =
  'The person has chosen among the sources and wants an answer from these: go by none that they left out. Where they do not answer the question, say plainly what is not known.';

export const research: Job = {
  name: 'research',
  canDelegate: true,
  registry: createRegistry(
    searchWebForInfo,
    readUrl,
    gradeSearchResults,
    rewriteSearchQuery,
    useChosenSources,
    findInPage,
    explainTextWithContext,
    recall,
    openLink,
  ),
  instructions(spec) {
    const role = [ROLE, spec.sources ? CHOSEN_ONLY_RULE : MAY_SEARCH_RULE, CITE_RULES].join('\n');
    return renderPrompt('REACT_SYSTEM', { role, style: getStyleRule(spec) });
  },
  preferences: (spec) => ({
    Style: getStyleRule(spec),
    ...(spec.sources && spec.sources.banned.length > 0 ? { 'Not to be used': spec.sources.banned.join(' ') } : {}),
  }),
  findOpeningCall: (state, model) =>
    planTakeSelection(state) ?? planUseChosenSources(state) ?? planFirstSearch(state, model),
  buildAnswerRequest: (state, model, read) =>
    createQuotingRequest({ labels: getWebLabels(''), text: state.spec?.goal ?? '' }, state, model, read),
  cite: verifyCitations,
  qualify: addCaveats,
};

/** Once per request; in follow-ups a deciding model chooses. */
function planFirstSearch(state: AgentState, model: Model): PlannedCall | null {
  if (state.spec?.sources) return null;
  if (model.toolCalling !== 'none' && listSearchRounds(state).length > 0) return null;
  const call = planSearch(state);
  return findOutcome(state, call.tool, call.args) ? null : call;
}

const OWN_KNOWLEDGE_NOTE = 'This answer is the model’s own knowledge, without sources. It may be wrong or out of date.';
const UNGRADED_NOTE = 'The search results could not be graded in time, so they were used as they came.';
/** Left out beside an answer of the built-in engine: the panel says that it matches words. */
const KEYWORD_GRADED_NOTE = 'The search results were matched by keywords, not graded by a model.';
const SNIPPETS_NOTE = 'The answer rests on what search engines say of the pages: the pages themselves were not read.';

/** Caveats that a model might omit. Sources of earlier questions do not count as found now. */
async function addCaveats(
  answer: Pick<AgentResponseFrame, 'text' | 'citations'>,
  state: AgentState,
  read: ReadText,
): Promise<Qualification> {
  const { rounds, isFor } = getCurrentSearches(state);
  const sources = listWebSources(state).filter((source) => canCite(source.meta.url, state));
  const currentSources = sources.filter(isFor);
  const citedPlaces = answer.citations.filter(isChecked).flatMap(({ place }) => (place ? [place] : []));
  if (rounds.length > 0 && currentSources.length === 0 && citedPlaces.length === 0)
    return { lead: describeSearchFailure(rounds, state), note: OWN_KNOWLEDGE_NOTE };
  const cited = sources.filter(({ body }) => citedPlaces.some(({ hash }) => hash === body.hash));
  const { pinned } = getLatestSourceChoice(state);
  const graders = new Set(
    [...currentSources, ...cited]
      .map((source) => source.meta.url)
      .map((url) => (pinned.includes(url) ? '' : state.grades.get(url)?.by)),
  );
  const qualification = await admitNoAnswer(answer, state, read);
  const notes = [
    citedPlaces.length === 0 && !isNoAnswer(answer.text) ? UNBACKED_NOTE : '',
    graders.has('none') ? UNGRADED_NOTE : '',
    graders.has('rule') && state.spec?.models.main.id !== EXTRACTIVE_ID ? KEYWORD_GRADED_NOTE : '',
    cited.length > 0 && cited.every(({ meta }) => meta.how === 'snippet') ? SNIPPETS_NOTE : '',
    qualification.note,
  ];
  return { ...qualification, note: notes.filter((note) => note !== '').join(' ') };
}
