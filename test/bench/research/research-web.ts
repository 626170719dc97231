/**
 * A web for the benchmark of research: engines and pages on real HTTP of this computer, pages with a fixed delay. The one rule:
 * what is counted is counted where it arrives, not where it is sent.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EngineConfig, RunPorts, WebPages } from '../../../src/lib/agent/ports.ts';
import { systemClock } from '../../../src/lib/base/clock.ts';
import { createTokenCounter } from '../../../src/lib/models/tokens/token-counter.ts';
import { createSearchEngine } from '../../../src/lib/pipeline/engines/engines.ts';
import { createHealth } from '../../../src/lib/pipeline/engines/engine-health.ts';
import { startSearchServer, type ScriptedResult } from '../../kit/web/search-server.ts';

/** Milliseconds until a page is answered. */
export const PAGE_MS = 150;
/** What answers, on every page. */
export const FACT = 'the tide at Hamburg rose 5.70 metres above the usual level';

const TEXTS = ['news', 'wiki', 'tutorial', 'docs', 'forum', 'long-read'].map((name) =>
  readFileSync(new URL(`../../fixtures/pages/${name}/expected.md`, import.meta.url), 'utf8'),
);

/** Table read once, as in the product. */
export const tokens = createTokenCounter(() =>
  Promise.resolve(new Uint8Array(readFileSync(new URL('../../../public/tok/o200k_base.bin', import.meta.url)))),
);

/** What an engine finds: pages that the grader will take for good ones, and others. */
export type Finds = (words: string) => { readonly good: number; readonly poor: number };

/** Those of a query are others than those of another one. */
function resultsFor(words: string, { good, poor }: ReturnType<Finds>, pages: string): readonly ScriptedResult[] {
  const named = (kind: string, count: number): ScriptedResult[] =>
    Array.from({ length: count }, (_, i) => ({
      url: `${pages}/${kind}/${encodeURIComponent(words)}/${String(i)}`,
      title: `${kind === 'good' ? 'The tide in Hamburg in 1962' : 'Something else'}, page ${String(i)}`,
      snippet: `${kind === 'good' ? 'How high the tide of the Elbe rose' : 'What one finds everywhere'}. `.repeat(4),
    }));
  return [...named('poor', poor), ...named('good', good)];
}

export interface ResearchWeb {
  readonly ports: Pick<RunPorts, 'search' | 'web' | 'clock' | 'tokens'>;
  /** Engines that answer, and one at an address where nothing listens. */
  readonly engines: readonly EngineConfig[];
  readonly gone: EngineConfig;
  /** Paths of pages, in the order in which they were asked for. */
  readonly fetched: readonly string[];
  /** Most pages that were being answered at once. */
  readonly atOnce: () => number;
  /** From the first page that was asked for to the last that was sent. */
  readonly readingMs: () => number;
  /** Requests to engines, also those that reached none. */
  readonly asked: () => number;
  close(): Promise<void>;
}

export async function researchWeb(finds: Finds): Promise<ResearchWeb> {
  const pages = await startPages();
  const search = await startSearchServer((words) => resultsFor(words, finds(words), pages.origin));
  const closed = await startSearchServer();
  const gone = closed.config('brave');
  await closed.close();
  const health = createHealth();
  let asked = 0;
  const counting: typeof fetch = (input, init) => {
    asked += 1;
    return fetch(input, init);
  };
  return {
    ports: {
      clock: systemClock,
      tokens,
      search: { health, getEngine: (config) => createSearchEngine(config, counting) },
      web: overFetch,
    },
    engines: [search.config('searxng'), search.config('tavily')],
    gone,
    fetched: pages.asked,
    atOnce: pages.atOnce,
    readingMs: pages.readingMs,
    asked: () => asked,
    close: () => Promise.all([search.close(), pages.close()]).then(() => undefined),
  };
}

/** Pages as they are served: Markdown, which needs no extraction. */
const overFetch: WebPages = {
  async read(url, signal) {
    const markdown = await (await fetch(url, { signal })).text();
    const about = { url, title: 'The tide of 1962', byline: '', published: '', language: 'en', site: '' };
    return { article: { ...about, markdown }, fetched: true };
  },
};

/** Milliseconds that it takes to read the same pages one after another. */
export async function oneByOneMs(urls: readonly string[]): Promise<number> {
  const began = performance.now();
  for (const url of urls) await overFetch.read(url, new AbortController().signal);
  return performance.now() - began;
}

async function startPages() {
  const asked: string[] = [];
  let [open, most, first, last] = [0, 0, Infinity, 0];
  const server = createServer((request, response) => {
    asked.push(`${origin}${request.url ?? ''}`);
    first = Math.min(first, performance.now());
    most = Math.max(most, (open += 1));
    const text = TEXTS[asked.length % TEXTS.length] ?? '';
    setTimeout(() => {
      open -= 1;
      response.writeHead(200, { 'content-type': 'text/markdown' });
      response.end(`${text}\n\n## The tide\n\nOn 17 February 1962 ${FACT}.\n`, () => (last = performance.now()));
    }, PAGE_MS);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    origin,
    asked,
    atOnce: () => most,
    readingMs: () => last - first,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
