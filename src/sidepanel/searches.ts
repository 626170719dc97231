/**
 * What the searches of a question brought, as a person reads it: each result with its grade and what became of it. The one
 * rule: pure, and nothing that was found is left out of it, whatever it was graded.
 */
import type { JobName, SourceChoice } from '../lib/agent/frames.ts';
import { isAgentTool } from '../lib/jobs/agent-name.ts';
import { foundAs, isOver, openCalls, type AgentState, type Found } from '../lib/agent/state.ts';
import {
  choiceOf,
  mayCite,
  RESULTS,
  WEB,
  type ListedResult,
  type SearchRound,
  type WebSource,
} from '../lib/toolbox/web.ts';

type Graded = NonNullable<ReturnType<AgentState['grades']['get']>>;

/** What became of a result. */
export type Fate =
  | 'read'
  /** Only what the engine says of it is used. */
  | 'snippet'
  /** The person left it out. */
  | 'banned'
  /** It was graded as of no use. */
  | 'left-out'
  /** Nothing yet. */
  | 'open'
  | 'unused';

export interface SeenResult extends Omit<ListedResult, 'snippet' | 'engines' | 'published'> {
  readonly snippet: string;
  readonly published: string;
  readonly engines: readonly string[];
  /** Null as long as nobody has graded it. */
  readonly grade: Graded | null;
  readonly fate: Fate;
  /** Why it was not read; '' where that needs no word. */
  readonly why: string;
  readonly use: Use;
  /** An earlier search had brought it: its row stands there. */
  readonly isRepeat: boolean;
}

/** What the person says of a source. */
export type Use = 'pinned' | 'banned' | null;

export interface SeenRound extends Omit<SearchRound, 'results'> {
  readonly results: readonly SeenResult[];
}

/** All searches for one question, and for its answers anew from other sources. */
export interface SearchTable {
  /** The wish that it was searched for: its place among the wishes of the conversation. */
  readonly wish: number;
  readonly job: JobName;
  readonly goal: string;
  readonly rounds: readonly SeenRound[];
  /** Sources that no search brought: links and addresses that were read. */
  readonly others: readonly SeenResult[];
  readonly sums: Sums;
  /** Sources were used, and not one of them as more than the engine's words. */
  readonly onSnippets: boolean;
}

export interface Sums {
  readonly searches: number;
  readonly results: number;
  /** Null as long as nothing was graded. */
  readonly relevant: number | null;
  /** Null where none can be as yet, or nothing was found that could be. */
  readonly read: number | null;
}

/** A wish of the conversation, and which turns were for it. */
interface Asked {
  readonly job: JobName;
  readonly goal: string;
  readonly sources: SourceChoice | null;
}

/** The tables of a conversation, each by the wish that shows it: the last that was answered from those searches. */
export function searchTables(state: AgentState): ReadonlyMap<number, SearchTable> {
  // what an agent brought was searched for by it, and shows with its work
  const found = foundAs(state, RESULTS, WEB).filter(({ tool }) => !isAgentTool(tool));
  if (found.length === 0 || state.spec === null) return NONE;
  const wishes: readonly Asked[] = [...state.exchanges, state.spec];
  const wishOf = wishesOfTurns(state);
  const firsts = firstsOf(wishes);
  const tables = new Map<number, SearchTable>();
  for (const [wish, first] of firsts.entries()) {
    if (firsts[wish + 1] === first) continue; // a later one shows it
    const own = found.filter(({ turn }) => firsts[wishOf(turn)] === first);
    if (own.length > 0) tables.set(wish, tableOf(own, wish, wishes, state));
  }
  return tables;
}

const NONE: ReadonlyMap<number, SearchTable> = new Map();

/** Whether what is under way is a search, and its table in view: that tells of it, and no step need do so as well. */
export function isTold(state: AgentState): boolean {
  const calls = openCalls(state);
  const searches = calls.length > 0 && calls.every(({ tool }) => tool === 'search_web_for_info');
  return searches && searchTables(state).has(state.exchanges.length);
}

/** Which wish a turn was for: each wish but the first begins with a turn that says so. */
function wishesOfTurns({ past }: AgentState): (turn: number) => number {
  const begins: number[] = [];
  for (const [index, { decision }] of Array.from(past).entries()) if (decision === 'follow') begins.push(index);
  return (turn) => begins.filter((begin) => begin < turn).length;
}

/** For each wish the one that was searched for: itself, or for an answer anew the one before it. */
function firstsOf(wishes: readonly Asked[]): readonly number[] {
  const firsts: number[] = [];
  for (const [index, { sources }] of wishes.entries())
    firsts.push(sources !== null && index > 0 ? (firsts[index - 1] ?? index) : index);
  return firsts;
}

function tableOf(found: readonly Found[], wish: number, wishes: readonly Asked[], state: AgentState): SearchTable {
  const isPresent = wish === wishes.length - 1;
  const sources = new Map<string, WebSource>();
  for (const { name, meta } of found)
    if (name === WEB) sources.set((meta as unknown as WebSource).url, meta as unknown as WebSource);
  const choice = choiceAt(wish, wishes, state);
  const open = isPresent && !isOver(state.status);
  const see = (result: ListedResult, isRepeat: boolean): SeenResult => {
    const [grade, source] = [state.grades.get(result.url) ?? null, sources.get(result.url)];
    const use = saidOf(result.url, choice);
    return { ...result, grade, use, isRepeat, fate: fateOf(use, grade, source, open), why: source?.why ?? '' };
  };
  const known = new Set<string>();
  const rounds = found.flatMap(({ name, meta }) => {
    if (name !== RESULTS) return [];
    const round = meta as unknown as SearchRound;
    const results = round.results.map((result) => {
      const isRepeat = known.has(result.url);
      known.add(result.url);
      return see(result, isRepeat);
    });
    return [{ ...round, results }];
  });
  const others = [...sources.values()]
    .filter(({ url }) => !known.has(url))
    .map((source) => see(asListed(source), false));
  const distinct = [...rounds.flatMap(({ results }) => results), ...others].filter(({ isRepeat }) => !isRepeat);
  const { job = 'research', goal = '' } = wishes[wish] ?? {};
  return {
    wish,
    job,
    goal,
    rounds,
    others,
    sums: sumsOf(rounds.length, distinct, open),
    onSnippets: sources.size > 0 && [...sources.values()].every(({ how }) => how === 'snippet'),
  };
}

/** A source that no search brought has no words of an engine. */
const asListed = ({ ref, url, title }: WebSource): ListedResult => ({
  ref,
  url,
  title,
  snippet: '',
  published: '',
  engines: [],
});

/** What the person had said of sources by then. */
function choiceAt(wish: number, wishes: readonly Asked[], state: AgentState): SourceChoice {
  if (wish === wishes.length - 1) return choiceOf(state);
  return wishes.slice(0, wish + 1).findLast(({ sources }) => sources !== null)?.sources ?? { pinned: [], banned: [] };
}

export function saidOf(url: string, { pinned, banned }: SourceChoice): Use {
  if (banned.includes(url)) return 'banned';
  return pinned.includes(url) ? 'pinned' : null;
}

function fateOf(use: Use, grade: Graded | null, source: WebSource | undefined, open: boolean): Fate {
  if (use === 'banned') return 'banned';
  if (source !== undefined) return source.how === 'page' ? 'read' : 'snippet';
  if (grade?.relevance === 'not_relevant' && use === null) return 'left-out';
  return open ? 'open' : 'unused';
}

function sumsOf(searches: number, distinct: readonly SeenResult[], open: boolean): Sums {
  const graded = distinct.filter(({ grade }) => grade !== null && grade.by !== 'nobody');
  const read = distinct.filter(({ fate }) => fate === 'read').length;
  return {
    searches,
    results: distinct.length,
    relevant: graded.length === 0 ? null : graded.filter(({ grade }) => grade?.relevance === 'relevant').length,
    read: read === 0 && (open || distinct.length === 0) ? null : read,
  };
}

/** The choice with another word on one source. */
export function withUse({ pinned, banned }: SourceChoice, url: string, use: Use): SourceChoice {
  const others = (urls: readonly string[]): readonly string[] => urls.filter((other) => other !== url);
  return {
    pinned: use === 'pinned' ? [...others(pinned), url] : others(pinned),
    banned: use === 'banned' ? [...others(banned), url] : others(banned),
  };
}

export interface Difference {
  /** The person says something else than before. */
  readonly differs: boolean;
  /** An answer from those sources could be another one. */
  readonly matters: boolean;
}

/**
 * What another choice of sources changes: something is to be used that was not, or is not to be used that an answer may
 * rest on.
 */
export function differenceTo(choice: SourceChoice, state: AgentState): Difference {
  const before = choiceOf(state);
  const urls = new Set([...before.pinned, ...before.banned, ...choice.pinned, ...choice.banned]);
  const changed = [...urls].filter((url) => saidOf(url, before) !== saidOf(url, choice));
  const chosen: AgentState = { ...state, spec: state.spec && { ...state.spec, sources: choice } };
  const matters = changed.some(
    (url) => saidOf(url, choice) === 'pinned' || mayCite(url, state) !== mayCite(url, chosen),
  );
  return { differs: changed.length > 0, matters };
}
