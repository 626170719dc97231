/** The configured search engines, with cached answers; each is called with its own key only. */
import type { Clock, EngineConfig, Search, SearchEngine, SearchHit } from '../../lib/agent/ports.ts';
import { getSearchOrigin } from '../../lib/pipeline/engines/engine-info.ts';
import { createSearchEngine } from '../../lib/pipeline/engines/engines.ts';
import { SearchFailure, type SearchErrorCode } from '../../lib/pipeline/engines/search-failure.ts';
import { createHealth } from '../../lib/pipeline/engines/engine-health.ts';
import { createKeyedFetch, type KeyName } from '../storage/keys.ts';
import { hasAccess } from '../permissions.ts';
import { limitToPublic } from './public-fetch.ts';
import type { SessionCache } from '../storage/session-cache.ts';

const TRANSIENT_FAILURES: ReadonlySet<SearchErrorCode> = new Set<SearchErrorCode>([
  'search.rate-limited',
  'search.bad-answer',
  'search.server',
  'search.timeout',
  'search.unreachable',
]);

interface SearchDeps {
  readonly cache: SessionCache;
  readonly clock: Pick<Clock, 'now'>;
  readonly createEngine?: (config: EngineConfig) => SearchEngine;
}

export function createSearchEngines({ cache, clock, createEngine = createLiveEngine }: SearchDeps): Search {
  const health = createHealth();
  return {
    health,
    getEngine(config) {
      const engine = createEngine(config);
      const name = JSON.stringify(config);
      return {
        ...engine,
        async search(query, signal) {
          const key = JSON.stringify([name, query.words, query.count, query.language]);
          const cached = await cache.get(key);
          if (cached !== undefined) return JSON.parse(cached) as readonly SearchHit[];
          try {
            const hits = await engine.search(query, signal);
            health.markAnswered(name);
            await cache.put([key], JSON.stringify(hits));
            return hits;
          } catch (thrown) {
            if (thrown instanceof SearchFailure && TRANSIENT_FAILURES.has(thrown.error.code as SearchErrorCode))
              health.recordFailure(name, clock.now(), thrown.error.message);
            throw thrown;
          }
        },
      };
    },
  };
}

/** Without a cache. `key`: as for `createKeyedFetch`. */
export function createLiveEngine(config: EngineConfig, key?: KeyName): SearchEngine {
  const origin = getSearchOrigin(config) ?? '';
  const fetch = createKeyedFetch(config.engine, origin, key);
  // an address that the user typed may be in their own network
  const engine = createSearchEngine(config, config.endpoint === '' ? limitToPublic(fetch) : fetch);
  return {
    ...engine,
    async search(query, signal) {
      if (origin !== '' && config.engine !== 'wikipedia' && !(await hasAccess(origin)))
        throw new SearchFailure({
          code: 'search.no-access',
          message: `The browser doesn’t let KnowledgeLens reach ${engine.label}.`,
          hint: 'Allow it in Settings, beside the engine.',
        });
      return engine.search(query, signal);
    },
  };
}
