/** Other queries for a need, never a tried one (P8). Of the web: if the model's is tried or empty, code makes one. */
import { getProperty } from '../../base/loose.ts';
import { toOneLine } from '../../base/one-line.ts';
import { callOptionalModelForTool, type OptionalCallContext } from './optional-call.ts';
import { createPlainRequest } from '../model-calls/model-call.ts';
import type { Labels } from '../frames/frames.ts';
import type { Commits } from '../state/journal.ts';
import { renderPrompt } from '../context/prompts/built-in.ts';
import { repairJson } from '../parse/repair-json.ts';
import { extractVisibleText } from '../parse/visible-draft.ts';
import type { RewriteInput } from './rag.ts';
import type { Query, Strategy } from '../frames/web-search.ts';

interface QueriesTask extends Pick<RewriteInput, 'strategy' | 'tried'> {
  readonly need: string;
  readonly key: string;
  readonly labels: Labels;
  /** Titles of what is searched, if that is known, and of what the tried queries found in vain. */
  readonly pages?: readonly string[];
  readonly failed: readonly string[];
  /** What was searched, and the language of the queries, as the prompt says it. */
  readonly search: string;
  readonly language: string;
  /** Most queries that come back. */
  readonly most: number;
}

interface RewriteTask extends Pick<QueriesTask, 'need' | 'key' | 'labels'>, Omit<RewriteInput, 'number'> {
  readonly codeQueries: readonly { readonly query: string; readonly strategy: Strategy }[];
  readonly mayQuery: (query: string) => boolean;
}

const REWRITE_TIMEOUT_MS = 20_000;
/** Output tokens. */
const [TOKENS_PER_QUERY, TOKENS_AROUND] = [60, 60];
/** In characters. */
const MAX_QUERY_LENGTH = 200;
const [MAX_TITLES, MAX_TITLE_LENGTH] = [6, 100];

export async function* rewriteQuery(
  task: RewriteTask,
  context: OptionalCallContext,
): Commits<Pick<Query, 'query' | 'strategy' | 'by'> | null> {
  const { strategy, tried, failed, codeQueries, mayQuery } = task;
  const queries = yield* askForQueries({ ...task, ...ON_THE_WEB, failed: failed.map(({ title }) => title) }, context);
  const query = queries.find(mayQuery);
  if (query !== undefined) return { query, strategy, by: 'model' };
  const untried = codeQueries.filter((candidate) => !isTried(candidate.query, tried) && mayQuery(candidate.query));
  const next = untried.find((candidate) => candidate.strategy === strategy) ?? untried[0];
  return next ? { ...next, by: 'rule' } : null;
}

const ON_THE_WEB = {
  search: 'A web search',
  most: 1,
  language: 'the language in which the answer is likeliest to be found',
} as const;

/** None was tried, or is another one in another order; [] without a model, or if it fails. */
export async function* askForQueries(task: QueriesTask, context: OptionalCallContext): Commits<readonly string[]> {
  if (context.model('rewrite').toolCalling === 'none') return [];
  const { reply } = yield* callOptionalModelForTool(
    {
      key: task.key,
      purpose: 'rewrite',
      request: createPlainRequest(renderRewritePrompt(task), TOKENS_AROUND + TOKENS_PER_QUERY * task.most),
      labels: task.labels,
      withinMs: REWRITE_TIMEOUT_MS,
    },
    context,
  );
  const queries: string[] = [];
  for (const query of reply === null ? [] : readQueries(reply.text))
    if (!isTried(query, [...task.tried, ...queries])) queries.push(query);
  return queries.slice(0, task.most);
}

function renderRewritePrompt({ need, tried, pages = [], failed, most, ...told }: QueriesTask): string {
  const { search, language, strategy } = told;
  const wanted = most === 1 ? 'one other query' : `${String(most)} other queries`;
  const values = { query: need, search, wanted, language, strategy, tried: [...tried] };
  return renderPrompt('QUERY_REWRITE', { ...values, pages: listTitles(pages), failed: listTitles(failed) });
}

const listTitles = (titles: readonly string[]): readonly string[] =>
  titles.slice(0, MAX_TITLES).map((title) => toOneLine(title, MAX_TITLE_LENGTH));

/** Accepts JSON or one line of plain text; [] for none. */
export function readQueries(text: string): readonly string[] {
  const json = repairJson(text);
  if (json.ok && typeof json.value === 'object' && json.value !== null) {
    const many = getProperty(json.value, 'queries');
    const queries = Array.isArray(many) ? (many as readonly unknown[]) : [getProperty(json.value, 'query')];
    return queries.flatMap((query) => (typeof query === 'string' ? cleanQuery(query) : '') || []);
  }
  const plain = extractVisibleText(text).trim();
  return plain.includes('\n') ? [] : [cleanQuery(plain)].filter(Boolean);
}

/** A model must not use an engine's own operators. */
const cleanQuery = (query: string): string =>
  toOneLine(query, MAX_QUERY_LENGTH)
    .replace(/["“”„«»]/g, ' ')
    .replace(/(?:^|\s)(?:site|inurl|intitle|filetype|ext|cache|link|related):\S*/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

const normaliseQuery = (query: string): string =>
  [...new Set(query.normalize('NFKC').toLowerCase().match(WORD) ?? [])].sort().join(' ');

/** Whether a query was asked before, ignoring word order, case and punctuation. Also true for one without words. */
export function isTried(query: string, tried: readonly string[]): boolean {
  const normalised = normaliseQuery(query);
  return normalised === '' || tried.some((other) => normaliseQuery(other) === normalised);
}
