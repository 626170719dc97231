/**
 * Grading the results of a search: all in one call of a model, or by code. The one rule: every result gets a grade, whatever
 * the grader says (P7): what it leaves out, names twice or makes up is code's to judge.
 */
import { oneLine } from '../../base/one-line.ts';
import { callAsideOf, type AsideContext } from '../aside.ts';
import type { Grade, Labels } from '../frames.ts';
import type { Effects } from '../journal.ts';
import { loadTemplate, renderTemplate } from '../prompts.ts';
import { repairJson } from '../repair.ts';
import type { ListedResult } from './types.ts';

/** What is graded of a result. */
export type Gradable = Pick<ListedResult, 'url' | 'title' | 'snippet'>;
/** Code's own grade, by words in common. */
export type GradeByWords = (result: Gradable, need: string) => Grade;

export interface Grading {
  readonly need: string;
  readonly results: readonly Gradable[];
  /** Names the model effect within the run. */
  readonly key: string;
  /** The worst of what the prompt is made of. */
  readonly labels: Labels;
  readonly byWords: GradeByWords;
}

/** A grader that takes longer is done without, and that is said. */
export const GRADING_MS = 20_000;
/** Tokens of a grade, and of what stands around them. */
const [EACH, AROUND] = [60, 100];
const [MOST_REASON, MOST_TITLE, MOST_SNIPPET] = [120, 160, 400];

export async function* gradeResults(grading: Grading, context: AsideContext): Effects<readonly Grade[]> {
  const { need, results, key, labels, byWords } = grading;
  const plain = (): readonly Grade[] => results.map((result) => byWords(result, need));
  if (results.length === 0 || context.model('grade').toolCalling === 'none') return plain();
  const asked = yield* callAsideOf(
    {
      key,
      purpose: 'grade',
      text: promptOf(grading),
      labels,
      maxOutputTokens: EACH * results.length + AROUND,
      withinMs: GRADING_MS,
    },
    context,
  );
  if (asked.reply === null && asked.late) return results.map(({ url }) => ungraded(url));
  const read = asked.reply === null ? [] : readGrades(asked.reply.text, results);
  return results.map((result, i) => read[i] ?? byWords(result, need));
}

export const promptOf = ({ need, results }: Pick<Grading, 'need' | 'results'>): string =>
  renderTemplate(loadTemplate('RESULT_GRADING'), {
    query: need,
    results: results.map(({ url, title, snippet }) => ({
      title: oneLine(title, MOST_TITLE),
      site: URL.canParse(url) ? new URL(url).hostname : '',
      says: oneLine(snippet, MOST_SNIPPET),
    })),
  });

const ungraded = (url: string): Grade => ({
  url,
  relevance: 'relevant',
  confidence: 0,
  reason: 'Not graded: the grading took too long.',
  by: 'nobody',
});

/** The grades in a reply, each at the place of its result; undefined for a result that it says nothing usable of. */
export function readGrades(text: string, results: readonly Gradable[]): readonly (Grade | undefined)[] {
  const grades: (Grade | undefined)[] = results.map(() => undefined);
  const json = repairJson(text);
  for (const item of json.ok ? itemsIn(json.value) : []) {
    const index = Number(item['index']) - 1;
    const result = Number.isInteger(index) ? results[index] : undefined;
    const relevance = relevanceIn(item['relevance']);
    if (!result || !relevance || grades[index]) continue; // of two grades the first counts
    const { confidence, reason } = item;
    grades[index] = {
      url: result.url,
      relevance,
      confidence: typeof confidence === 'number' && confidence >= 0 && confidence <= 1 ? confidence : 0.5,
      reason: typeof reason === 'string' ? oneLine(reason, MOST_REASON) : '',
      by: 'model',
    };
  }
  return grades;
}

type Item = Readonly<Record<string, unknown>>;

/** A list, or one under a name. */
function itemsIn(value: unknown): readonly Item[] {
  const list = Array.isArray(value)
    ? value
    : isItem(value)
      ? (Object.values(value).find(Array.isArray) ?? [value])
      : [];
  return (list as readonly unknown[]).filter(isItem);
}

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value);

function relevanceIn(value: unknown): Grade['relevance'] | null {
  if (typeof value === 'boolean') return value ? 'relevant' : 'not_relevant';
  if (typeof value !== 'string') return null;
  const word = value
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  if (word === 'relevant') return 'relevant';
  return word === 'not_relevant' || word === 'irrelevant' ? 'not_relevant' : null;
}
