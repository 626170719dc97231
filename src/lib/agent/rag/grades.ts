/** Grades search results with one model call, or by code; every result gets a grade (P7). */
import { getHostname } from '../../base/urls.ts';
import { toOneLine } from '../../base/one-line.ts';
import { callOptionalModelForTool, type OptionalCallContext } from './optional-call.ts';
import { createPlainRequest } from '../model-calls/model-call.ts';
import type { Grade, Labels } from '../frames/frames.ts';
import type { Commits } from '../state/journal.ts';
import { renderPrompt } from '../context/prompts/built-in.ts';
import { readJsonItems } from '../parse/json-items.ts';
import type { ListedResult } from '../frames/web-search.ts';

export type Gradable = Pick<ListedResult, 'url' | 'title' | 'snippet'>;
export type GradeByWords = (result: Gradable, need: string) => Grade;

export interface Grading {
  readonly need: string;
  readonly results: readonly Gradable[];
  /** Unique within the run. */
  readonly key: string;
  readonly labels: Labels;
  readonly gradeByWords: GradeByWords;
}

export const GRADING_TIMEOUT_MS = 20_000;
/** Output tokens. */
const [TOKENS_PER_GRADE, TOKENS_AROUND] = [60, 100];
const [MAX_REASON_LENGTH, MAX_TITLE_LENGTH, MAX_SNIPPET_LENGTH] = [120, 160, 400];

export async function* gradeResults(grading: Grading, context: OptionalCallContext): Commits<readonly Grade[]> {
  const { need, results, key, labels, gradeByWords } = grading;
  const gradeAllByWords = (): readonly Grade[] => results.map((result) => gradeByWords(result, need));
  if (results.length === 0 || context.model('grade').toolCalling === 'none') return gradeAllByWords();
  const outcome = yield* callOptionalModelForTool(
    {
      key,
      purpose: 'grade',
      request: createPlainRequest(renderGradingPrompt(grading), TOKENS_PER_GRADE * results.length + TOKENS_AROUND),
      labels,
      withinMs: GRADING_TIMEOUT_MS,
    },
    context,
  );
  if (outcome.reply === null && outcome.isLate) return results.map(({ url }) => createUngraded(url));
  const read = outcome.reply === null ? [] : readGrades(outcome.reply.text, results);
  return results.map((result, i) => read[i] ?? gradeByWords(result, need));
}

export const renderGradingPrompt = ({ need, results }: Pick<Grading, 'need' | 'results'>): string =>
  renderPrompt('RESULT_GRADING', {
    query: need,
    results: results.map(({ url, title, snippet }) => ({
      title: toOneLine(title, MAX_TITLE_LENGTH),
      site: getHostname(url),
      says: toOneLine(snippet, MAX_SNIPPET_LENGTH),
    })),
  });

const createUngraded = (url: string): Grade => ({
  url,
  relevance: 'relevant',
  confidence: 0,
  reason: 'Not graded: the grading took too long.',
  by: 'none',
});

/** In the order of the results; undefined where the reply has no usable grade. */
export function readGrades(text: string, results: readonly Gradable[]): readonly (Grade | undefined)[] {
  const grades: (Grade | undefined)[] = results.map(() => undefined);
  for (const item of readJsonItems(text) ?? []) {
    const index = Number(item['index']) - 1;
    const result = Number.isInteger(index) ? results[index] : undefined;
    const relevance = parseRelevance(item['relevance']);
    if (!result || !relevance || grades[index]) continue; // the first of two grades counts
    const { confidence, reason } = item;
    grades[index] = {
      url: result.url,
      relevance,
      confidence: typeof confidence === 'number' && confidence >= 0 && confidence <= 1 ? confidence : 0.5,
      reason: typeof reason === 'string' ? toOneLine(reason, MAX_REASON_LENGTH) : '',
      by: 'model',
    };
  }
  return grades;
}

function parseRelevance(value: unknown): Grade['relevance'] | null {
  if (typeof value === 'boolean') return value ? 'relevant' : 'not_relevant';
  if (typeof value !== 'string') return null;
  const word = value
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  if (word === 'relevant') return 'relevant';
  return word === 'not_relevant' || word === 'irrelevant' ? 'not_relevant' : null;
}
