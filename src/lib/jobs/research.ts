/**
 * Research: an answer from the web. Code searches first, whoever answers: a search is what the person pressed. A model that
 * calls tools then answers, or reads and searches on; in a conversation that goes on it decides itself whether to search.
 */
import { signature } from '../agent/fold.ts';
import type { Citation } from '../agent/frames.ts';
import type { AnswerRequest, Job } from '../agent/job.ts';
import type { Model } from '../agent/ports.ts';
import { loadTemplate, renderTemplate } from '../agent/prompts.ts';
import type { AgentState } from '../agent/state.ts';
import { createRegistry, type PlannedCall } from '../agent/tools.ts';
import { windowsOf } from '../agent/windows.ts';
import { explainTextWithContext, takeSelectionFirst } from '../toolbox/explain-text-with-context.ts';
import { findInPage, foundDocuments } from '../toolbox/find-in-page.ts';
import { gradeSearchResults } from '../toolbox/grade-search-results.ts';
import { openLink } from '../toolbox/open-link.ts';
import { metaText } from '../toolbox/page.ts';
import { readUrl } from '../toolbox/read-url.ts';
import { recall } from '../toolbox/recall.ts';
import { rewriteSearchQuery } from '../toolbox/rewrite-search-query.ts';
import { searchFor, searchWebForInfo } from '../toolbox/search-web-for-info.ts';
import { chosenFirst, useChosenSources } from '../toolbox/use-chosen-sources.ts';
import { failureOf } from '../toolbox/web-passages.ts';
import { askedNow, choiceOf, mayCite, roundsOf, webLabels, webSources } from '../toolbox/web.ts';
import { CITE, citationsIn } from './citing.ts';
import { styleRule } from './style.ts';

/** What is true of this job alone; REACT_SYSTEM says the rest. */
const ROLE = `You answer a person's question from pages of the web that were searched, graded and read for it.
Go by the passages alone. Where sources differ, say so.`;
const ELSEWHERE =
  'Where they do not answer the question, search with other words or read another result; when that brings nothing either, say plainly what is not known.';
const THESE_ALONE =
  'The person has chosen among the sources and wants an answer from these: go by none that they left out. Where they do not answer the question, say plainly what is not known.';

export const research: Job = {
  name: 'research',
  delegates: true,
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
  instructions({ goal, sources }) {
    const role = [ROLE, sources ? THESE_ALONE : ELSEWHERE, CITE].join('\n');
    return renderTemplate(loadTemplate('REACT_SYSTEM'), { role, style: styleRule(goal) });
  },
  preferences: ({ goal, sources }) => ({
    Style: styleRule(goal),
    ...(sources && sources.banned.length > 0 ? { 'Not to be used': sources.banned.join(' ') } : {}),
  }),
  opening: (state, model) => takeSelectionFirst(state) ?? chosenFirst(state) ?? searchFirst(state, model),
  async answer(state, model, read): Promise<AnswerRequest> {
    const documents = await foundDocuments(state, read);
    return {
      labels: webLabels(''),
      request: {
        task: 'answer',
        maxOutputTokens: windowsOf(model, state.share).answer,
        messages: [{ role: 'user', content: [...documents, { type: 'text', text: state.spec?.goal ?? '' }] }],
      },
    };
  },
  cite: citationsIn,
  qualify,
};

/** Once for a wish; in a conversation a model knows better whether there is anything to search, and with which words. */
function searchFirst(state: AgentState, model: Model): PlannedCall | null {
  if (state.spec?.sources) return null;
  if (model.toolCalling !== 'none' && roundsOf(state).length > 0) return null;
  const call = searchFor(state);
  const tried = state.outcomes.get(signature(call.tool, call.args));
  return tried !== undefined && tried.turn >= state.since ? null : call;
}

const OWN_KNOWLEDGE =
  'This answer is what the model knows by itself. It is backed by no source, and may be wrong or out of date.';
const UNBACKED = 'Nothing in this answer is backed by the words of a source.';
const UNGRADED = 'The search results could not be graded in time, so they were used as they came.';
const BY_WORDS = 'The search results were graded by the words they have in common with the question, not by a model.';
const SNIPPETS = 'The answer rests on what search engines say of the pages: the pages themselves were not read.';

/** What code knows of an answer and a model might not say. What was found for an earlier question answers for itself alone. */
function qualify(citations: readonly Citation[], state: AgentState): { readonly lead: string; readonly note: string } {
  const { rounds, isFor } = askedNow(state);
  const sources = webSources(state).filter((source) => mayCite(metaText(source, 'url'), state));
  const own = sources.filter(isFor);
  const backed = citations.flatMap(({ place }) => (place ? [place] : []));
  if (rounds.length > 0 && own.length === 0 && backed.length === 0)
    return { lead: failureOf(rounds, state), note: OWN_KNOWLEDGE };
  const cited = sources.filter(({ body }) => backed.some(({ hash }) => hash === body.hash));
  const { pinned } = choiceOf(state);
  const graders = new Set(
    [...own, ...cited]
      .map((source) => metaText(source, 'url'))
      .map((url) => (pinned.includes(url) ? '' : state.grades.get(url)?.by)),
  );
  const notes = [
    backed.length === 0 ? UNBACKED : '',
    graders.has('nobody') ? UNGRADED : '',
    graders.has('rule') ? BY_WORDS : '',
    cited.length > 0 && cited.every(({ meta }) => meta['how'] === 'snippet') ? SNIPPETS : '',
  ];
  return { lead: '', note: notes.filter((note) => note !== '').join(' ') };
}
