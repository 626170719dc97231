/** A web of engines and pages that a test makes up, and what was asked of it. */
import type { EngineConfig, RunPorts, SearchHit } from '../../../src/lib/agent/ports.ts';
import { SearchFailure } from '../../../src/lib/pipeline/engines/search-failure.ts';
import { UserFacingError } from '../../../src/lib/base/errors.ts';
import type { ModelRequest } from '../../../src/lib/models/model.ts';
import type { Say } from '../models/agent-model.ts';

export const WIKIPEDIA: EngineConfig = { engine: 'wikipedia', endpoint: '', cx: '' };
export const BRAVE: EngineConfig = { engine: 'brave', endpoint: '', cx: '' };

export const hit = (name: string, snippet = `About ${name}.`): SearchHit => ({
  url: `https://${name}.example.org/page`,
  title: `Page ${name}`,
  snippet,
  published: '',
});

export interface MadeWeb {
  /** What engines find, by query; one that fails is an error. */
  readonly find: (query: string, engine: EngineConfig['engine']) => readonly SearchHit[] | Error;
  /** Markdown of pages by address; one that is an error cannot be read. */
  readonly page?: (url: string) => string | Error;
  /** Whose pages hold their text only as data. */
  readonly fromData?: (url: string) => boolean;
}

export const down = (): SearchFailure =>
  new SearchFailure({ code: 'search.unreachable', message: 'It cannot be reached.', hint: 'Try later.' });

export function webWorld({ find, page = (url) => `# ${url}\n\nWords of ${url}.`, fromData = () => false }: MadeWeb) {
  const queries: string[] = [];
  const fetched: string[] = [];
  const ports: Pick<RunPorts, 'search' | 'web'> = {
    search: {
      getEngine: ({ engine }) => ({
        id: engine,
        label: engine,
        origin: `https://${engine}.example`,
        async search({ words }) {
          queries.push(words);
          await Promise.resolve();
          const found = find(words, engine);
          if (found instanceof Error) throw found;
          return found;
        },
      }),
      health: { getPause: () => null, pause: () => undefined, markAnswered: () => undefined },
    },
    web: {
      async read(url) {
        fetched.push(url);
        await Promise.resolve();
        const markdown = page(url);
        if (markdown instanceof Error) throw markdown;
        const about = { url, title: `Title of ${url}`, byline: '', published: '', language: 'en', site: '' };
        return { article: { ...about, markdown, ...(fromData(url) && { isFromData: true }) }, fetched: true };
      },
    },
  };
  return { ports, queries, fetched };
}

export const unreadable = (code = 'web.timeout'): UserFacingError =>
  new UserFacingError({ code, message: 'It did not answer in time.', hint: 'Try later.' });

/** What a request is for, of those that a search makes. */
export function taskOf(request: ModelRequest): 'grade' | 'rewrite' | 'other' {
  const text = JSON.stringify(request.messages);
  if (text.includes('Judge for each search result')) return 'grade';
  return /Write (?:one other query|\d other queries)/.test(text) ? 'rewrite' : 'other';
}

/** How many results a request to grade lists. */
export const listedIn = (request: ModelRequest): number => (textOf(request).match(/^\d+\. title:/gm) ?? []).length;

export const textOf = ({ messages }: ModelRequest): string =>
  messages.flatMap(({ content }) => content.map((part) => (part.type === 'text' ? part.text : ''))).join('\n');

/** Replies to what a search asks of a model. `grades`: of the results listed, in order. */
export const judging =
  (grade: (request: ModelRequest, count: number) => string, rewrite: (request: ModelRequest) => string = () => '') =>
  (request: ModelRequest): Say => {
    const task = taskOf(request);
    if (task === 'grade') return { text: grade(request, listedIn(request)) };
    return { text: task === 'rewrite' ? rewrite(request) : 'Nothing to say.' };
  };

/** The reply of a grader that finds those results relevant, by their place from 1. */
export const gradesFor = (count: number, isRelevant: (index: number) => boolean): string =>
  JSON.stringify(
    Array.from({ length: count }, (_, i) => ({
      index: i + 1,
      relevance: isRelevant(i + 1) ? 'relevant' : 'not_relevant',
      confidence: 0.9,
      reason: 'because',
    })),
  );
