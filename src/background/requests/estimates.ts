/** What a summary, a question or a translation of a page, a file or a selection will take. */
import { loadSettings } from '../../chrome/storage/settings.ts';
import { isFree } from '../../lib/agent/budget/cost.ts';
import type { ModelBinding, RequestFile } from '../../lib/agent/frames/frames.ts';
import type { JobEstimate } from '../../lib/agent/loop/job.ts';
import type { Files, Pages, TokenCounter } from '../../lib/agent/ports.ts';
import { bindCallees, resolveModelForPurpose } from '../../lib/agent/state/model-roles.ts';
import { estimateQuestion } from '../../lib/jobs/ask-estimate.ts';
import { addOpinion } from '../../lib/jobs/estimate.ts';
import { estimateRewrite } from '../../lib/jobs/selection.ts';
import { suggestTopics } from '../../lib/jobs/suggest-topics.ts';
import { estimateSummary } from '../../lib/jobs/summarise.ts';
import { estimateTranslation } from '../../lib/jobs/translate.ts';
import type { Selections } from '../../lib/pipeline/page/selection/selection.ts';
import { detectLanguageByScript, takeLanguageSample } from '../../lib/pipeline/text/script.ts';
import { countWords } from '../../lib/pipeline/text/terms.ts';
import { MAX_PICTURES } from '../../lib/protocol/requests/bounds.ts';
import type { Replies } from '../../lib/protocol/requests/requests.ts';
import type { Estimate } from '../../lib/protocol/requests/run.ts';
import { hasLanguageModel } from '../../lib/protocol/settings/defaults.ts';
import { requireArticle } from '../../lib/toolbox/page/article.ts';
import { createRunConfig, type GetModel } from '../models.ts';

export interface EstimateDeps {
  readonly pages: Pages;
  readonly selections: Selections;
  readonly files: Files;
  readonly tokens: TokenCounter;
  readonly getModel: GetModel;
}

export async function estimatePage(
  tabId: number,
  { pages, tokens, getModel }: EstimateDeps,
  signal: AbortSignal,
): Promise<Estimate> {
  const settings = await loadSettings();
  const terms = createRunConfig(settings, getModel);
  const getCallee = bindCallees(terms.models, getModel);
  const withOpinion = (estimate: JobEstimate): JobEstimate => addOpinion(estimate, getCallee, terms.secondOpinion);
  const article = requireArticle(await pages.read(tabId, signal));
  const page = await tokens.count(article.markdown);
  const estimateAsk = (pictures: number): JobEstimate =>
    withOpinion(estimateQuestion({ page, unread: 0, pictures, carried: 0 }, getCallee, terms.limits));
  return {
    url: article.url,
    title: article.title,
    words: countWords(article.markdown),
    ...describeLanguage(article.language, article.markdown),
    tokens: page,
    topics: suggestTopics(article.markdown),
    ...withOpinion(await estimateSummary(article.markdown, getCallee, tokens)),
    modelLabel: terms.models.main.label,
    paidFallback: isCharging(terms.models.fallback) ? terms.models.fallback.label : '',
    budget: settings.tokenBudget,
    ask: estimateAsk(0),
    translation: await estimateTranslation(article.markdown, getCallee, tokens),
    askOfPictures: estimateAsk(MAX_PICTURES),
  };
}

/** Rejects if the file cannot be read. */
export async function estimateFile(
  file: RequestFile,
  { files, tokens, getModel }: EstimateDeps,
  signal: AbortSignal,
): Promise<Replies['file.estimate']> {
  const { models, secondOpinion } = createRunConfig(await loadSettings(), getModel);
  const getCallee = bindCallees(models, getModel);
  const estimate = async (text: string): Promise<JobEstimate> =>
    addOpinion(await estimateSummary(text, getCallee, tokens), getCallee, secondOpinion);
  const unread = await estimate('');
  if (!unread.metered) return { estimate: unread };
  const { markdown } = await files.read(file, () => undefined, signal);
  return { estimate: await estimate(markdown) };
}

export async function estimateSelection(
  tabId: number,
  { selections, tokens, getModel }: EstimateDeps,
  signal: AbortSignal,
): Promise<Replies['selection.estimate']> {
  const selected = await selections.read(tabId, null, { text: '', url: '', title: '' }, signal).catch(() => null);
  const settings = await loadSettings();
  if (selected === null) return { isSelected: false, translation: null, language: '', sample: '' };
  const purpose = hasLanguageModel(settings) ? 'answer' : 'translate';
  const main = resolveModelForPurpose(purpose, createRunConfig(settings, getModel).models, getModel);
  const translation = await estimateRewrite(selected, main, tokens);
  return { isSelected: true, translation, ...describeLanguage(selected.language, selected.text) };
}

function describeLanguage(told: string, text: string): Pick<Estimate, 'language' | 'sample'> {
  return { language: told || detectLanguageByScript(text), sample: takeLanguageSample(text) };
}

/** Unless it is known to send no bill. */
const isCharging = (binding: ModelBinding | null): binding is ModelBinding =>
  binding?.metered === true && (binding.prices === null || !isFree(binding.prices));
