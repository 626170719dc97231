/** Translates the page into a language that the user chose. */
import type { Job, JobEstimate } from '../agent/loop/job.ts';
import { computeMaxInput } from '../agent/budget/window-split.ts';
import type { TokenCounter } from '../agent/ports.ts';
import type { GetCallee } from '../agent/state/model-roles.ts';
import { createRegistry } from '../agent/tool-calls/index.ts';
import { UserFacingError } from '../base/errors.ts';
import { splitIntoParts } from '../pipeline/text/parts.ts';
import { ONLY_QUOTES_ERROR } from '../toolbox/only-quotes.ts';
import { planReadPage, readPage } from '../toolbox/page/read-page.ts';
import { computePartSize, planTranslation, translatePage } from '../toolbox/page/translate-page.ts';
import { sumEstimate, USUAL_PROMPT, USUAL_TRANSLATION } from './estimate.ts';

export const translate: Job = {
  name: 'translate',
  registry: createRegistry(readPage, translatePage),
  instructions: null,
  findOpeningCall: (state) => planReadPage(state) ?? planTranslation(state),
  buildAnswerRequest: () => Promise.reject(new UserFacingError(ONLY_QUOTES_ERROR)),
};

export async function estimateTranslation(
  markdown: string,
  getCallee: GetCallee,
  tokens: TokenCounter,
): Promise<JobEstimate> {
  const { model, binding: by } = getCallee('translate');
  const room = computePartSize(model);
  const size = await tokens.count(markdown);
  const calls = (await splitIntoParts(markdown, room.document, tokens)).length;
  return sumEstimate(
    [{ calls, input: size + calls * computeMaxInput(0), output: calls * room.answer, by }],
    [{ calls, input: size + calls * USUAL_PROMPT, output: size * USUAL_TRANSLATION, by }],
  );
}
