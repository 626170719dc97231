/** Creates a search engine from its settings. */
import { brave } from './brave.ts';
import type { EngineDialect } from './engine-dialect.ts';
import { formatEngineLabel, getEngineInfo, getSearchOrigin, resolveBaseUrl } from './engine-info.ts';
import { fitQuery } from './query-limits.ts';
import { SearchFailure, toSearchFailure, type EngineSite } from './search-failure.ts';
import { google } from './google-search.ts';
import { searxng } from './searxng.ts';
import { tavily } from './tavily.ts';
import type { EngineConfig, EngineId, SearchEngine, SearchHit, SearchQuery } from './types.ts';
import { wikipedia } from './wikipedia.ts';
import { exchangeWithEngine, SEARCH_LIMITS, type SearchLimits } from './engine-exchange.ts';

const DIALECTS: Readonly<Record<EngineId, EngineDialect>> = { wikipedia, searxng, brave, tavily, google };

/** `fetch` must add the key, in the engine's own header. */
export function createSearchEngine(
  config: EngineConfig,
  fetch: typeof globalThis.fetch,
  limits: Partial<SearchLimits> = {},
): SearchEngine {
  const dialect = DIALECTS[config.engine];
  const base = resolveBaseUrl(config);
  const label = formatEngineLabel(config);
  const site = { label, about: getEngineInfo(config.engine) };

  async function search(query: SearchQuery, signal: AbortSignal): Promise<readonly SearchHit[]> {
    if (base === null || (site.about.needsCx === true && config.cx.trim() === ''))
      throw createNotSetUpError(site, base === null);
    const request = dialect.buildRequest(fitQuery(query, dialect.limits), base, config);
    const answer = await exchangeWithEngine(fetch, request, { label, limits: { ...SEARCH_LIMITS, ...limits }, signal });
    const refusal = toSearchFailure(answer, dialect, site);
    if (refusal !== null) throw refusal;
    const items = dialect.parseItems(answer.body);
    if (items === null)
      throw new SearchFailure({
        code: 'search.bad-answer',
        message: `${label} answered, but not in the form in which it gives results.`,
        hint: 'Check its address in the settings. Another service may be there.',
      });
    const maxHits = Math.max(0, Math.floor(query.count) || 0);
    const hits: SearchHit[] = [];
    for (const item of items) {
      if (hits.length >= maxHits) break;
      const hit = dialect.parseHit(item, request);
      if (hit !== null) hits.push(hit);
    }
    return hits;
  }

  return { id: config.engine, label, origin: getSearchOrigin(config) ?? '', search };
}

function createNotSetUpError({ label, about }: EngineSite, withoutAddress: boolean): SearchFailure {
  return new SearchFailure({
    code: 'search.refused',
    message: withoutAddress
      ? `${label} has no address that can be asked.`
      : `${label} needs the id of a search engine (cx).`,
    hint: withoutAddress
      ? 'In the settings, enter the address of the instance, such as https://search.example.org.'
      : `In the settings, enter the id; it is made at ${about.keysAt}.`,
  });
}
