/**
 * The web's search engines as the person set them up. The one rule: an engine is asked the same thing once in a while, and
 * then answers from memory; whoever is asked is asked with its own key and no other.
 */
import type { Clock, EngineConfig, Search, SearchEngine, SearchHit } from '../lib/agent/ports.ts';
import { engineOf } from '../lib/pipeline/web/engines.ts';
import { SearchFailure, type SearchTrouble } from '../lib/pipeline/web/failure.ts';
import { createHealth, type Health } from '../lib/pipeline/web/health.ts';
import { keyedFetch, type KeyName } from './keys.ts';
import { hasAccess } from './permissions.ts';
import type { SessionCache } from './session-cache.ts';

/** Answers remembered; what is new on the web is found again soon. */
export const RESULTS_KEPT = { name: 'web/results', most: 100, keepMs: 10 * 60_000 } as const;

/** The person alone can heal the others, and asks again when that is done. */
const HEALS: ReadonlySet<SearchTrouble> = new Set<SearchTrouble>([
  'search.rate-limited',
  'search.bad-answer',
  'search.server',
  'search.timeout',
  'search.unreachable',
]);

export interface SearchDeps {
  readonly kept: SessionCache;
  readonly clock: Pick<Clock, 'now'>;
  readonly engine?: (config: EngineConfig) => SearchEngine;
}

export function searchEngines({ kept, clock, engine = liveEngine }: SearchDeps): Search {
  const health = createHealth();
  return {
    health,
    engineFor: (config) => remembering(engine(config), JSON.stringify(config), { kept, clock, health }),
  };
}

/** The engine itself, nothing remembered. `key`: as for `keyedFetch`. */
export function liveEngine(config: EngineConfig, key?: KeyName): SearchEngine {
  const { origin } = engineOf(config, fetch);
  const engine = engineOf(config, keyedFetch(config.engine, origin, key));
  return {
    ...engine,
    async search(query, signal) {
      if (origin !== '' && config.engine !== 'wikipedia' && !(await hasAccess(origin))) throw noAccess(engine);
      return engine.search(query, signal);
    },
  };
}

function remembering(
  engine: SearchEngine,
  name: string,
  { kept, clock, health }: { readonly kept: SessionCache; readonly clock: Pick<Clock, 'now'>; readonly health: Health },
): SearchEngine {
  return {
    ...engine,
    async search(query, signal) {
      const key = JSON.stringify([name, query.words, query.count, query.language]);
      const known = await kept.get(key);
      if (known !== undefined) return JSON.parse(known) as readonly SearchHit[];
      try {
        const hits = await engine.search(query, signal);
        health.answered(name);
        await kept.put([key], JSON.stringify(hits));
        return hits;
      } catch (thrown) {
        if (thrown instanceof SearchFailure && HEALS.has(thrown.trouble.code as SearchTrouble))
          health.failed(name, clock.now(), thrown.trouble.message);
        throw thrown;
      }
    },
  };
}

function noAccess({ label }: SearchEngine): SearchFailure {
  return new SearchFailure({
    code: 'search.no-access',
    message: `The browser does not let KnowledgeLens reach ${label}.`,
    cure: 'Allow it in Settings, beside the engine.',
  });
}
