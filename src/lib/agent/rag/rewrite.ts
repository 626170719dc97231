/**
 * Another query for the same need. The one rule: never one that was tried (P8); a model that offers such a one, or none, is
 * not asked again: code's own rewriting takes its place.
 */
import { oneLine } from '../../base/one-line.ts';
import { callAsideOf, type AsideContext } from '../aside.ts';
import type { Labels } from '../frames.ts';
import type { Effects } from '../journal.ts';
import { loadTemplate, renderTemplate } from '../prompts.ts';
import { repairJson } from '../repair.ts';
import { visibleText } from '../parse/visible.ts';
import type { Rewriting } from './rag.ts';
import { isTried } from './tried.ts';
import type { Query, Strategy } from './types.ts';

export interface RewriteTask extends Omit<Rewriting, 'number'> {
  readonly need: string;
  readonly key: string;
  readonly labels: Labels;
  /** Code's own queries for the need, by strategy, the best first. */
  readonly byWords: readonly { readonly query: string; readonly strategy: Strategy }[];
}

const REWRITING_MS = 20_000;
const LONGEST = 120;
/** Characters of the longest query that a model may write. */
const MOST_QUERY = 200;
const [MOST_FAILED, MOST_TITLE] = [6, 100];

export async function* rewriteQuery(
  task: RewriteTask,
  context: AsideContext,
): Effects<Pick<Query, 'query' | 'strategy' | 'by'> | null> {
  const { strategy, tried, key, labels, byWords } = task;
  if (context.model('rewrite').toolCalling !== 'none') {
    const { reply } = yield* callAsideOf(
      { key, purpose: 'rewrite', text: promptOf(task), labels, maxOutputTokens: LONGEST, withinMs: REWRITING_MS },
      context,
    );
    const query = reply === null ? '' : readQuery(reply.text);
    if (!isTried(query, tried)) return { query, strategy, by: 'model' };
  }
  const own = byWords.filter(({ query }) => !isTried(query, tried));
  const next = own.find((one) => one.strategy === strategy) ?? own[0];
  return next ? { ...next, by: 'rule' } : null;
}

const promptOf = ({ need, strategy, tried, failed }: RewriteTask): string =>
  renderTemplate(loadTemplate('QUERY_REWRITE'), {
    query: need,
    strategy,
    tried: [...tried],
    failed: failed.slice(0, MOST_FAILED).map(({ title }) => oneLine(title, MOST_TITLE)),
  });

/** The query in a reply, in JSON or in plain words of one line; '' where there is none. */
export function readQuery(text: string): string {
  const json = repairJson(text);
  if (json.ok && typeof json.value === 'object' && json.value !== null) {
    const query: unknown = Object.hasOwn(json.value, 'query') ? (json.value as { query: unknown }).query : undefined;
    return typeof query === 'string' ? bounded(query) : '';
  }
  const plain = visibleText(text).trim();
  return plain.includes('\n') ? '' : bounded(plain);
}

/** No operators: a query is words, and an engine's own syntax is no place for a model. */
const bounded = (query: string): string =>
  oneLine(query, MOST_QUERY)
    .replace(/["“”„«»]/g, ' ')
    .replace(/(?:^|\s)(?:site|inurl|intitle|filetype|ext|cache|link|related):\S*/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
