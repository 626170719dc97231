/** Builds the tables of a question's searches. Pure; no result is left out, whatever its grade. */
import type { JobName, SourceChoice } from '../../lib/agent/frames/frames.ts';
import { isAgentTool } from '../../lib/jobs/agent-tool-name.ts';
import { findArtifactsByName, type FoundArtifact } from '../../lib/agent/state/artifacts.ts';
import { isOver } from '../../lib/agent/state/run-status.ts';
import { listOpenCalls } from '../../lib/agent/state/turns.ts';
import type { AgentState } from '../../lib/agent/state/agent-state.ts';
import type { ListedResult, SearchRound, WebSource } from '../../lib/agent/frames/web-search.ts';
import { WEB } from '../../lib/toolbox/page/page-artifacts.ts';
import { getLatestSourceChoice, canCite, SEARCH_RESULTS } from '../../lib/toolbox/web/web-artifacts.ts';

type Graded = NonNullable<ReturnType<AgentState['grades']['get']>>;

export type Fate = 'read' | 'snippet' | 'banned' | 'left-out' | 'open' | 'unused';

export interface ResultRow extends Omit<ListedResult, 'snippet' | 'engines' | 'published'> {
  readonly snippet: string;
  readonly published: string;
  readonly engines: readonly string[];
  /** Null until it is graded. */
  readonly grade: Graded | null;
  readonly fate: Fate;
  /** Why it was not read; '' if there is nothing to explain. */
  readonly why: string;
  readonly use: Use;
  /** Its row is in the table of an earlier search. */
  readonly isRepeat: boolean;
}

export type Use = 'pinned' | 'banned' | null;

export interface RoundRows extends Omit<SearchRound, 'results'> {
  readonly results: readonly ResultRow[];
}

export interface SearchTable {
  /** Index of the request in the conversation. */
  readonly request: number;
  readonly job: JobName;
  readonly goal: string;
  readonly rounds: readonly RoundRows[];
  /** Links and addresses that were read but not found by a search. */
  readonly others: readonly ResultRow[];
  readonly sums: SearchTotals;
  readonly usesOnlySnippets: boolean;
}

interface SearchTotals {
  readonly searches: number;
  readonly results: number;
  /** Null until something is graded. */
  readonly relevant: number | null;
  /** Null while none can have been read, or if nothing was found. */
  readonly read: number | null;
}

interface TableRequest {
  readonly job: JobName;
  readonly goal: string;
  readonly sources: SourceChoice | null;
}

/** Tables by the index of the request that shows each: the last one answered from those searches. */
export function buildSearchTables(state: AgentState): ReadonlyMap<number, SearchTable> {
  // results of an agent are shown with its work
  const found = findArtifactsByName(state, SEARCH_RESULTS, WEB).filter(({ tool }) => !isAgentTool(tool));
  if (found.length === 0 || state.spec === null) return NO_TABLES;
  const requests: readonly TableRequest[] = [...state.exchanges, state.spec];
  const getRequestIndex = createRequestLookup(state);
  const searchedRequests = listSearchedRequests(requests);
  const tables = new Map<number, SearchTable>();
  for (const [request, first] of searchedRequests.entries()) {
    if (searchedRequests[request + 1] === first) continue; // a later request shows it
    const requestArtifacts = found.filter(({ turn }) => searchedRequests[getRequestIndex(turn)] === first);
    if (requestArtifacts.length > 0) tables.set(request, buildTable(requestArtifacts, request, requests, state));
  }
  return tables;
}

const NO_TABLES: ReadonlyMap<number, SearchTable> = new Map();

/** Only searches are in progress and their table is in view. */
export function isSearchTableShown(state: AgentState): boolean {
  const calls = listOpenCalls(state);
  const searches = calls.length > 0 && calls.every(({ tool }) => tool === 'search_web_for_info');
  return searches && buildSearchTables(state).has(state.exchanges.length);
}

/** Each request but the first begins with a `follow` turn. */
function createRequestLookup({ past }: AgentState): (turn: number) => number {
  const begins: number[] = [];
  for (const [index, { decision }] of Array.from(past).entries()) if (decision === 'follow') begins.push(index);
  return (turn) => begins.filter((begin) => begin < turn).length;
}

/** Index of the request that was searched for: itself, or the previous one for a repeated answer. */
function listSearchedRequests(requests: readonly TableRequest[]): readonly number[] {
  const firsts: number[] = [];
  for (const [index, { sources }] of requests.entries())
    firsts.push(sources !== null && index > 0 ? (firsts[index - 1] ?? index) : index);
  return firsts;
}

function buildTable(
  found: readonly FoundArtifact[],
  request: number,
  requests: readonly TableRequest[],
  state: AgentState,
): SearchTable {
  const isPresent = request === requests.length - 1;
  const sources = new Map<string, WebSource>();
  for (const { name, meta } of found) if (name === WEB) sources.set(meta.url, meta);
  const choice = getSourceChoice(request, requests, state);
  const open = isPresent && !isOver(state.status);
  const toResultRow = (result: ListedResult, isRepeat: boolean): ResultRow => {
    const [grade, source] = [state.grades.get(result.url) ?? null, sources.get(result.url)];
    const use = getUse(result.url, choice);
    return { ...result, grade, use, isRepeat, fate: resolveFate(use, grade, source, open), why: source?.why ?? '' };
  };
  const seenUrls = new Set<string>();
  const rounds = found.flatMap(({ name, meta }) => {
    if (name !== SEARCH_RESULTS) return [];
    const results = meta.results.map((result) => {
      const isRepeat = seenUrls.has(result.url);
      seenUrls.add(result.url);
      return toResultRow(result, isRepeat);
    });
    return [{ ...meta, results }];
  });
  const others = [...sources.values()]
    .filter(({ url }) => !seenUrls.has(url))
    .map((source) => toResultRow(toListedResult(source), false));
  const distinct = [...rounds.flatMap(({ results }) => results), ...others].filter(({ isRepeat }) => !isRepeat);
  const { job = 'research', goal = '' } = requests[request] ?? {};
  return {
    request,
    job,
    goal,
    rounds,
    others,
    sums: computeTotals(rounds.length, distinct, open),
    usesOnlySnippets: sources.size > 0 && [...sources.values()].every(({ how }) => how === 'snippet'),
  };
}

/** A source that no search found has no snippet. */
const toListedResult = ({ ref, url, title }: WebSource): ListedResult => ({
  ref,
  url,
  title,
  snippet: '',
  published: '',
  engines: [],
});

function getSourceChoice(request: number, requests: readonly TableRequest[], state: AgentState): SourceChoice {
  if (request === requests.length - 1) return getLatestSourceChoice(state);
  return (
    requests.slice(0, request + 1).findLast(({ sources }) => sources !== null)?.sources ?? { pinned: [], banned: [] }
  );
}

export function getUse(url: string, { pinned, banned }: SourceChoice): Use {
  if (banned.includes(url)) return 'banned';
  return pinned.includes(url) ? 'pinned' : null;
}

function resolveFate(use: Use, grade: Graded | null, source: WebSource | undefined, open: boolean): Fate {
  if (use === 'banned') return 'banned';
  if (source !== undefined) return source.how === 'page' ? 'read' : 'snippet';
  if (grade?.relevance === 'not_relevant' && use === null) return 'left-out';
  return open ? 'open' : 'unused';
}

function computeTotals(searches: number, distinct: readonly ResultRow[], open: boolean): SearchTotals {
  const graded = distinct.filter(({ grade }) => grade !== null && grade.by !== 'none');
  const read = distinct.filter(({ fate }) => fate === 'read').length;
  return {
    searches,
    results: distinct.length,
    relevant: graded.length === 0 ? null : graded.filter(({ grade }) => grade?.relevance === 'relevant').length,
    read: read === 0 && (open || distinct.length === 0) ? null : read,
  };
}

export function applyUse({ pinned, banned }: SourceChoice, url: string, use: Use): SourceChoice {
  const others = (urls: readonly string[]): readonly string[] => urls.filter((other) => other !== url);
  return {
    pinned: use === 'pinned' ? [...others(pinned), url] : others(pinned),
    banned: use === 'banned' ? [...others(banned), url] : others(banned),
  };
}

/** `matters`: an answer from those sources could differ. It does if a source is newly pinned, or one that an answer may cite is added or removed. */
export function compareSourceChoice(choice: SourceChoice, state: AgentState) {
  const before = getLatestSourceChoice(state);
  const urls = new Set([...before.pinned, ...before.banned, ...choice.pinned, ...choice.banned]);
  const changed = [...urls].filter((url) => getUse(url, before) !== getUse(url, choice));
  const chosen: AgentState = { ...state, spec: state.spec && { ...state.spec, sources: choice } };
  const matters = changed.some(
    (url) => getUse(url, choice) === 'pinned' || canCite(url, state) !== canCite(url, chosen),
  );
  return { differs: changed.length > 0, matters };
}
