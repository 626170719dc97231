/** A run's web results and pages; any other address needs approval (SAFETY D3). */
import type { Grade, Labels, SourceChoice } from '../../agent/frames/frames.ts';
import { findGrade } from '../../agent/frames/grade.ts';
import type { ListedResult, SearchRound } from '../../agent/frames/web-search.ts';
import { findArtifactsByName, type FoundArtifact } from '../../agent/state/artifacts.ts';
import type { AgentState } from '../../agent/state/agent-state.ts';
import { COMMENTS, WEB, type Source } from '../page/page-artifacts.ts';
import { listSources } from '../sources.ts';
import type { SearchableText } from '../page/passage-search.ts';
import type { ToolContext } from '../../agent/tool-calls/index.ts';
import { parseUrl } from '../../base/urls.ts';

/** Name of the artifact that holds the results of one search. */
export const SEARCH_RESULTS = 'results';

export function getWebLabels(url: string): Labels {
  return { integrity: 'untrusted', confidentiality: 'public', origin: parseUrl(url)?.origin ?? 'web' };
}

/** Oldest first, of turns `from` (inclusive) to `to` (exclusive). */
export const listSearchRounds = (state: AgentState, from = 0, to = Infinity): readonly SearchRound[] =>
  findArtifactsByName(state, SEARCH_RESULTS).flatMap(({ meta, turn }) => (turn >= from && turn < to ? [meta] : []));

export const listResults = (rounds: readonly SearchRound[]): readonly ListedResult[] =>
  rounds.flatMap(({ results }) => results);

/** The latest reading of each, in the order of first finding. */
export const listWebSources = (state: AgentState): readonly FoundArtifact<typeof WEB>[] =>
  listSources(state).filter((source) => source.name === WEB);

export const findReadPage = (url: string, state: AgentState): FoundArtifact<typeof WEB> | undefined =>
  listWebSources(state).find(({ meta }) => meta.url === url && meta.how === 'page');

const NO_CHOICE: SourceChoice = { pinned: [], banned: [] };

export function getLatestSourceChoice({ spec, exchanges }: Pick<AgentState, 'spec' | 'exchanges'>): SourceChoice {
  if (spec?.sources) return spec.sources;
  for (const { sources } of exchanges.iterateNewestFirst()) if (sources) return sources;
  return NO_CHOICE;
}

export function getCurrentSearches(state: AgentState): {
  readonly rounds: readonly SearchRound[];
  readonly isFor: (source: FoundArtifact<typeof WEB>) => boolean;
} {
  const since = findQuestionStart(state);
  const rounds = listSearchRounds(state, since);
  const urls = new Set(listResults(rounds).map(({ url }) => url));
  return { rounds, isFor: (source) => source.turn >= since || urls.has(source.meta.url) };
}

/** Returns true, or the reason: the user wants an answer from chosen sources. */
export const checkSearchAllowed = ({ spec }: Pick<AgentState, 'spec'>): true | string =>
  spec?.sources ? 'the person wants an answer from the sources that were found and chosen.' : true;

export function checkSearched(state: AgentState): true | string {
  if (listSearchRounds(state).length === 0) return 'nothing has been searched yet; call search_web_for_info first.';
  return checkSearchAllowed(state);
}

/** Decides by the user's choice first, then by the latest grade. */
export function canCite(url: string, state: AgentState): boolean {
  return isAcceptable(url, state.grades.get(url), state);
}

/** It may be irrelevant to other needs of the same question. */
export const isRelevantTo = (need: string, url: string, state: AgentState): boolean =>
  isAcceptable(url, findGrade(url, need, state), state);

function isAcceptable(url: string, grade: Grade | undefined, state: AgentState): boolean {
  const { pinned, banned } = getLatestSourceChoice(state);
  if (banned.includes(url)) return false;
  return pinned.includes(url) || grade?.relevance === 'relevant';
}

/** Index of a turn. A repeated answer from other sources belongs to its original question. */
export function findQuestionStart({ spec, exchanges, past, request: { firstTurn: since } }: AgentState): number {
  if (!spec?.sources) return since;
  let remaining = 1;
  for (const { sources } of exchanges.iterateNewestFirst()) {
    if (!sources) break;
    remaining += 1;
  }
  let turn = past.length;
  for (const { decision } of past.iterateNewestFirst()) {
    turn -= 1;
    if (decision === 'follow') remaining -= 1;
    if (remaining < 0) return turn + 1;
  }
  return 0;
}

export const isUsable = (source: FoundArtifact, state: AgentState): boolean =>
  source.name !== WEB || canCite(source.meta.url, state);

const IN_COMMENTS = 'In comments and reviews';

/** In order; '' for one that may not be used or is not included. */
export async function readSourceTexts(
  sources: readonly Source[],
  { state, read }: Pick<ToolContext, 'state' | 'read'>,
  isIncluded: (source: Source) => boolean = (source) => isUsable(source, state()),
): Promise<readonly SearchableText[]> {
  return Promise.all(
    sources.map(async (source) => ({
      text: isIncluded(source) ? await read(source.body.hash) : '',
      language: source.meta.language,
      ...(source.name === COMMENTS && { place: IN_COMMENTS }),
    })),
  );
}
