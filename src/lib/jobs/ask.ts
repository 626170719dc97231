/**
 * Ask about the page at hand, and about others that the person adds. A model that calls tools decides for itself: a short
 * page it has before it whole, a long one it searches. Where no model decides, code looks the question up and the engine
 * answers from what was found.
 */
import { signature } from '../agent/fold.ts';
import type { AnswerRequest, Job, JobEstimate } from '../agent/job.ts';
import { loadTemplate, renderTemplate } from '../agent/prompts.ts';
import { FULL } from '../agent/context.ts';
import type { AgentState } from '../agent/state.ts';
import { createRegistry, type PlannedCall } from '../agent/tools.ts';
import type { Model, TokenCounter } from '../agent/ports.ts';
import type { Callee, Purpose } from '../agent/roles.ts';
import type { Limits } from '../agent/spec.ts';
import { pictureTokens } from '../agent/weight.ts';
import { inputBound, windowsOf } from '../agent/windows.ts';
import { explainTextWithContext, takeSelectionFirst } from '../toolbox/explain-text-with-context.ts';
import { extractScreenshotText, readPicturesFirst } from '../toolbox/extract-screenshot-text.ts';
import { findInPage, foundDocuments, MOST_QUERY } from '../toolbox/find-in-page.ts';
import { interpretImage, LOOK } from '../toolbox/interpret-image.ts';
import { lookAtPage } from '../toolbox/look-at-page.ts';
import { openLink } from '../toolbox/open-link.ts';
import { pageLabels, pageMeta } from '../toolbox/page.ts';
import { readPage, readPageFirst } from '../toolbox/read-page.ts';
import { recall } from '../toolbox/recall.ts';
import { sourcesIn, WHOLE } from '../toolbox/sources.ts';
import { summarizePageContent } from '../toolbox/summarize-page-content.ts';
import { CITE, citationsIn } from './citing.ts';
import { estimateOf, NAMED, REFLECTION, type Calls } from './estimate.ts';
import { styleRule } from './style.ts';

/** What is true of this job alone; REACT_SYSTEM says the rest. */
const ROLE = `You help a person understand the web page they have open, others they added, and pictures they gave.
Answer from what the documents say alone, and say so when they do not answer the question.
${CITE}`;

export const ask: Job = {
  name: 'ask',
  delegates: true,
  registry: createRegistry(
    readPage,
    findInPage,
    extractScreenshotText,
    lookAtPage,
    interpretImage,
    explainTextWithContext,
    summarizePageContent,
    recall,
    openLink,
  ),
  instructions: ({ goal }) => renderTemplate(loadTemplate('REACT_SYSTEM'), { role: ROLE, style: styleRule(goal) }),
  preferences: ({ goal }) => ({ Style: styleRule(goal) }),
  opening: (state, model) =>
    takeSelectionFirst(state) ?? readPicturesFirst(state) ?? pageFirst(state) ?? lookUpFirst(state, model),
  async answer(state, model, read): Promise<AnswerRequest> {
    const documents = await foundDocuments(state, read);
    return {
      labels: pageLabels(pageMeta(state, 'url')),
      request: {
        task: 'answer',
        maxOutputTokens: windowsOf(model, state.share).answer,
        messages: [
          {
            role: 'user',
            content: [...documents, { type: 'text', text: state.spec?.goal ?? '' }],
          },
        ],
      },
    };
  },
  cite: citationsIn,
};

/** A question about pictures needs no page, unless tabs were added: they may be from nowhere, or from one that cannot be read. */
function pageFirst(state: AgentState): PlannedCall | null {
  const { pictures = [], also = [] } = state.spec ?? {};
  return pictures.length > 0 && also.length === 0 ? null : readPageFirst(state);
}

/** The question is looked up by code, once: where nobody else would, and where there is more to read than is shown. */
function lookUpFirst(state: AgentState, model: Model): PlannedCall | null {
  if (model.toolCalling !== 'none' && sourcesIn(state).every(({ body }) => body.tokens <= WHOLE)) return null;
  const args = { query: (state.spec?.goal ?? '').slice(0, MOST_QUERY) };
  const tried = state.outcomes.get(signature(findInPage.definition.name, args));
  if (tried !== undefined && tried.turn >= state.since) return null;
  return { tool: findInPage.definition.name, args, thought: 'Look the question up in the page.' };
}

/**
 * The most that a question about a text can take, in tokens, before anything is spent: every step used, all results full.
 * `pictures`: how many it is about beside the text. Where a model sees, each step after one that found a picture may look
 * at one: the screen can be looked at without any to begin with.
 */
export async function estimateAsk(
  markdown: string,
  calleeFor: (purpose: Purpose) => Callee,
  tokens: TokenCounter,
  limits: Pick<Limits, 'maxSteps'>,
  pictures = 0,
): Promise<JobEstimate> {
  const [main, writer, looker] = [calleeFor('decide'), calleeFor('compact'), calleeFor('look')];
  const { answer, prompt } = windowsOf(main.model);
  const once = (await tokens.count(markdown)) + pictures * WHOLE;
  if (main.model.toolCalling === 'none') return estimateOf([{ calls: 1, input: once, output: answer, by: main.terms }]);
  const long = once > WHOLE * (1 + pictures);
  const decisions = Math.max(1, limits.maxSteps - (long ? 2 : 1)); // the first step reads the page, the second looks it up
  const shown = long ? OUTLINE + PASSAGES + pictures * WHOLE * NAMED : once * NAMED;
  const first = FIXED + inputBound(Math.min(Math.ceil(shown), Math.floor(prompt / 2)));
  const all: Calls[] = [];
  const add = ({ terms: by }: Callee, most: number, output: number): void =>
    void all.push({ calls: 1, input: Math.min(prompt, most), output, by });
  for (let step = 0; step < decisions; step += 1) {
    const most = first + step * (PASSAGES + answer);
    if (step > 0) add(calleeFor('reflect'), ...REFLECTION); // each look may have failed
    if (step > 0 && most > FULL * prompt) add(writer, prompt, windowsOf(writer.model).note);
    add(main, most, answer);
    if (step > 0 && looker.model.pictures)
      all.push({ calls: 1, input: inputBound(pictureTokens()), output: LOOK, by: looker.terms });
  }
  return estimateOf(all);
}

/** Tokens of the instructions, the tools and the grounding of a decision, about. */
const FIXED = 1400;
/** Tokens of what a model is shown of a long page at once, about. */
const OUTLINE = 1500;

/** Tokens that a search in the page brings, about. */
const PASSAGES = 1500;
