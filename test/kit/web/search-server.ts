/**
 * A local search server for tests: real HTTP on 127.0.0.1 that answers as any of the five engines, each in its own format.
 * The one rule: which engine is asked is read off the request, as that engine would know it.
 */
import type { EngineConfig, EngineId } from '../../../src/lib/pipeline/engines/types.ts';
import { startModelServer, type Behaviour, type Exchange } from '../models/model-server.ts';
import { json } from '../models/wire-bytes.ts';
import { chatCompletions } from '../wire/chat-completions.ts';

/** A result in nobody's format. Wikipedia's have no address of their own: it is made of the title. */
export interface ScriptedResult {
  readonly url: string;
  readonly title: string;
  readonly snippet: string;
  /** ISO 8601 date. */
  readonly published?: string;
}

/** A search as the server saw it. */
interface SearchRequest {
  readonly engine: EngineId;
  readonly words: string;
  readonly exchange: Exchange;
}

/** What an engine finds for some words. */
export type Finds = (words: string, engine: EngineId) => readonly ScriptedResult[];
/** What a server does instead of answering; undefined leaves it to its results. */
type Misbehaves = (request: SearchRequest) => Behaviour | undefined;

export interface SearchServer {
  readonly origin: string;
  /** The engine, set up so that it asks here. */
  config(engine: EngineId): EngineConfig;
  /** Every search, oldest first. */
  readonly searches: readonly SearchRequest[];
  /** Requests of any kind. */
  readonly requests: readonly Exchange[];
  /** From now on, this is found. */
  find(finds: Finds): void;
  /** From now on, this decides first. */
  misbehave(how: Misbehaves): void;
  /** The next search that nobody has awaited yet. */
  nextSearch(): Promise<SearchRequest>;
  /** Resolves when the search has sent `count` pieces of its answer. */
  sent(request: SearchRequest, count: number): Promise<void>;
  /** Resolves when the exchange is over. */
  settled(request: SearchRequest): Promise<Exchange>;
  close(): Promise<void>;
}

/** Ids are what Google gives a user who sets up a search engine there. */
export const TEST_CX = '017576662512468239146:omuauf_lfve';

export async function startSearchServer(finds: Finds = () => []): Promise<SearchServer> {
  let found = finds;
  let decide: Misbehaves = () => undefined;
  const server = await startModelServer(
    (exchange) => {
      const request = searchIn(exchange);
      if (request === null) return undefined;
      return decide(request) ?? json(200, answerOf(request, found(request.words, request.engine)));
    },
    { cors: true, models: null, format: { ...chatCompletions, isCall: (exchange) => searchIn(exchange) !== null } },
  );
  const searchOf = (exchange: Exchange): SearchRequest => {
    const request = searchIn(exchange);
    if (request === null) throw new Error(`${exchange.method} ${exchange.path} is no search.`);
    return request;
  };
  return {
    origin: server.origin,
    config: (engine) => ({ engine, endpoint: server.origin, cx: engine === 'google' ? TEST_CX : '' }),
    get searches() {
      return server.calls.map(searchOf);
    },
    requests: server.requests,
    find: (how) => (found = how),
    misbehave: (how) => (decide = how),
    nextSearch: async () => searchOf(await server.nextRequest()),
    sent: ({ exchange }, count) => server.chunkSent(exchange.index, count),
    settled: ({ exchange }) => server.settled(exchange.index),
    close: () => server.close(),
  };
}

/** The hosts at which engines answer of themselves. */
const OWN = /^https:\/\/(?:[a-z-]+\.wikipedia\.org|api\.search\.brave\.com|api\.tavily\.com|www\.googleapis\.com)$/;

/** A `fetch` that takes requests to the engines' own hosts to this server, and keeps where they were meant to go. */
export function fetchAt(server: Pick<SearchServer, 'origin'>): { fetch: typeof fetch; readonly meant: readonly URL[] } {
  const meant: URL[] = [];
  return {
    meant,
    fetch: (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      meant.push(url);
      const { pathname, search } = url;
      return globalThis.fetch(OWN.test(url.origin) ? `${server.origin}${pathname}${search}` : url, init);
    },
  };
}

/** Null for what is no search. */
function searchIn(exchange: Exchange): SearchRequest | null {
  const { pathname, searchParams } = new URL(exchange.path, 'http://localhost');
  const asked = `${exchange.method} ${pathname}`;
  const of = (engine: EngineId, words: string | null): SearchRequest => ({ engine, words: words ?? '', exchange });
  if (asked === 'GET /w/api.php') return of('wikipedia', searchParams.get('srsearch'));
  if (asked === 'GET /search') return of('searxng', searchParams.get('q'));
  if (asked === 'GET /res/v1/web/search') return of('brave', searchParams.get('q'));
  if (asked === 'GET /customsearch/v1') return of('google', searchParams.get('q'));
  if (asked === 'POST /search') return of('tavily', (exchange.body as { query?: string } | undefined)?.query ?? '');
  return null;
}

function answerOf({ engine, words }: SearchRequest, results: readonly ScriptedResult[]): unknown {
  switch (engine) {
    case 'wikipedia': {
      const search = results.map(({ title, snippet }, at) => ({
        ns: 0,
        title,
        pageid: 1000 + at,
        snippet: marked(snippet, words, '<span class="searchmatch">', '</span>'),
      }));
      return { batchcomplete: true, query: { search } };
    }
    case 'searxng': {
      const listed = results.map(({ url, title, snippet, published }, at) => ({
        url,
        title,
        content: snippet,
        publishedDate: published === undefined ? null : `${published}T00:00:00`,
        engine: 'duckduckgo',
        template: 'default.html',
        engines: ['duckduckgo'],
        positions: [at + 1],
        score: 1 / (at + 1),
        category: 'general',
      }));
      return { query: words, number_of_results: 0, results: listed, answers: [], unresponsive_engines: [] };
    }
    case 'brave': {
      const listed = results.map(({ url, title, snippet, published }) => ({
        title: escaped(title),
        url,
        description: marked(snippet, words, '<strong>', '</strong>'),
        ...(published === undefined ? {} : { page_age: `${published}T09:30:00` }),
        type: 'search_result',
      }));
      const web = listed.length === 0 ? {} : { web: { type: 'search', results: listed } };
      return { type: 'search', query: { original: words }, ...web };
    }
    case 'tavily': {
      const listed = results.map(({ url, title, snippet, published }, at) => ({
        title,
        url,
        content: snippet,
        score: 1 / (at + 1),
        raw_content: null,
        ...(published === undefined ? {} : { published_date: new Date(`${published}T12:00:00Z`).toUTCString() }),
      }));
      return { query: words, answer: null, images: [], results: listed, response_time: '0.1' };
    }
    case 'google': {
      const items = results.map(({ url, title, snippet, published }) => ({
        kind: 'customsearch#result',
        title,
        link: url,
        snippet,
        ...(published === undefined ? {} : { pagemap: { metatags: [{ 'article:published_time': published }] } }),
      }));
      const searchInformation = { searchTime: 0.1, totalResults: String(items.length) };
      return { kind: 'customsearch#search', searchInformation, ...(items.length === 0 ? {} : { items }) };
    }
  }
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);

/** As HTML, with the words that were asked for marked. */
function marked(text: string, words: string, open: string, close: string): string {
  const asked = new Set(words.toLowerCase().split(/\s+/));
  return text
    .split(/(\s+)/)
    .map((word) => (asked.has(word.toLowerCase()) ? `${open}${escaped(word)}${close}` : escaped(word)))
    .join('');
}
