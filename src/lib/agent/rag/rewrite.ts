/** Rewrites a query, never into a tried one (P8). If the model's query is tried or empty, code makes one. */
import { getProperty } from '../../base/loose.ts';
import { toOneLine } from '../../base/one-line.ts';
import { callOptionalModelForTool, type OptionalCallContext } from './optional-call.ts';
import type { Labels } from '../frames/frames.ts';
import type { Commits } from '../state/journal.ts';
import { renderPrompt } from '../context/prompts/built-in.ts';
import { repairJson } from '../parse/repair-json.ts';
import { extractVisibleText } from '../parse/visible-draft.ts';
import type { RewriteInput } from './rag.ts';
import type { Query, Strategy } from '../frames/web-search.ts';

export interface RewriteTask extends Omit<RewriteInput, 'number'> {
  readonly need: string;
  readonly key: string;
  readonly labels: Labels;
  readonly codeQueries: readonly { readonly query: string; readonly strategy: Strategy }[];
  readonly mayQuery: (query: string) => boolean;
}

const REWRITE_TIMEOUT_MS = 20_000;
const MAX_REWRITE_TOKENS = 120;
/** In characters. */
const MAX_QUERY_LENGTH = 200;
const [MAX_FAILED_RESULTS, MAX_TITLE_LENGTH] = [6, 100];

export async function* rewriteQuery(
  task: RewriteTask,
  context: OptionalCallContext,
): Commits<Pick<Query, 'query' | 'strategy' | 'by'> | null> {
  const { strategy, tried, key, labels, codeQueries, mayQuery } = task;
  if (context.model('rewrite').toolCalling !== 'none') {
    const { reply } = yield* callOptionalModelForTool(
      {
        key,
        purpose: 'rewrite',
        text: renderRewritePrompt(task),
        labels,
        maxOutputTokens: MAX_REWRITE_TOKENS,
        withinMs: REWRITE_TIMEOUT_MS,
      },
      context,
    );
    const query = reply === null ? '' : readQuery(reply.text);
    if (!isTried(query, tried) && mayQuery(query)) return { query, strategy, by: 'model' };
  }
  const untried = codeQueries.filter(({ query }) => !isTried(query, tried) && mayQuery(query));
  const next = untried.find((candidate) => candidate.strategy === strategy) ?? untried[0];
  return next ? { ...next, by: 'rule' } : null;
}

const renderRewritePrompt = ({ need, strategy, tried, failed }: RewriteTask): string =>
  renderPrompt('QUERY_REWRITE', {
    query: need,
    strategy,
    tried: [...tried],
    failed: failed.slice(0, MAX_FAILED_RESULTS).map(({ title }) => toOneLine(title, MAX_TITLE_LENGTH)),
  });

/** Accepts JSON or one line of plain text; '' for none. */
export function readQuery(text: string): string {
  const json = repairJson(text);
  if (json.ok && typeof json.value === 'object' && json.value !== null) {
    const query = getProperty(json.value, 'query');
    return typeof query === 'string' ? cleanQuery(query) : '';
  }
  const plain = extractVisibleText(text).trim();
  return plain.includes('\n') ? '' : cleanQuery(plain);
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
