/** The search engines there are, and one of them as a person set it up. */
import { brave } from './brave.ts';
import type { EngineAbout, EngineDialect } from './dialect.ts';
import { SearchFailure } from './failure.ts';
import { google } from './google.ts';
import { refusalIn, type EngineSite } from './refusals.ts';
import { searxng } from './searxng.ts';
import { tavily } from './tavily.ts';
import type { EngineConfig, EngineId, SearchEngine, SearchHit, SearchQuery } from './types.ts';
import { wikipedia } from './wikipedia.ts';
import { exchange, SEARCH_LIMITS, type SearchLimits } from './wire.ts';

export type { EngineAbout } from './dialect.ts';

const DIALECTS: Readonly<Record<EngineId, EngineDialect>> = { wikipedia, searxng, brave, tavily, google };

/** What an editor and a list of engines need to know of one. */
export const aboutEngine = (engine: EngineId): EngineAbout => DIALECTS[engine].about;

export const needsKey = (engine: EngineId): boolean => aboutEngine(engine).needsKey;

/** Where the words are sent. Wikipedia's stands for the hosts of all its languages. Null where no usable address is named. */
export function originOf(config: EngineConfig): string | null {
  const base = baseOf(config);
  return base === null ? null : new URL(base).origin;
}

/** For a person: the engine, and where it is when that is not its own address. */
export function labelOf(config: EngineConfig): string {
  const { name } = aboutEngine(config.engine);
  const base = baseOf(config);
  if (config.endpoint.trim() === '' || base === null) return name;
  const { host, pathname } = new URL(base);
  return `${name} (${host}${pathname === '/' ? '' : pathname})`;
}

/**
 * The engine. `fetch` adds the key where one is needed, in the header that belongs to the engine. `limits`: what differs
 * from the usual ones.
 */
export function engineOf(
  config: EngineConfig,
  fetch: typeof globalThis.fetch,
  limits: Partial<SearchLimits> = {},
): SearchEngine {
  const dialect = DIALECTS[config.engine];
  const base = baseOf(config);
  const label = labelOf(config);
  const site = { label, about: dialect.about };

  async function search(query: SearchQuery, signal: AbortSignal): Promise<readonly SearchHit[]> {
    if (base === null || (dialect.about.needsCx && config.cx.trim() === '')) throw notSetUp(site, base === null);
    const request = dialect.request(query, base, config);
    const answer = await exchange(fetch, request, { label, limits: { ...SEARCH_LIMITS, ...limits }, signal });
    const refusal = refusalIn(answer, dialect, site);
    if (refusal !== null) throw refusal;
    const items = dialect.items(answer.body);
    if (items === null) throw badShape(label);
    const most = Math.max(0, Math.floor(query.count) || 0);
    const hits: SearchHit[] = [];
    for (const item of items) {
      if (hits.length >= most) break;
      const hit = dialect.hit(item, request);
      if (hit !== null) hits.push(hit);
    }
    return hits;
  }

  return { id: config.engine, label, origin: originOf(config) ?? '', search };
}

/**
 * Base URL of the API, without a slash at the end. Null for what is no web address or has more to it than host and path:
 * a name and a password would go along in every request.
 */
function baseOf({ engine, endpoint }: EngineConfig): string | null {
  const address = endpoint.trim() || aboutEngine(engine).home;
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null;
  const { origin, pathname, username, password, search, hash } = new URL(address);
  return username + password + search + hash === '' ? `${origin}${pathname}`.replace(/\/{1,100}$/, '') : null;
}

function notSetUp({ label, about }: EngineSite, withoutAddress: boolean): SearchFailure {
  return new SearchFailure({
    code: 'search.refused',
    message: withoutAddress
      ? `${label} has no address that can be asked.`
      : `${label} needs the id of a search engine (cx).`,
    cure: withoutAddress
      ? 'In the settings, enter the address of the instance, such as https://search.example.org.'
      : `In the settings, enter the id; it is made at ${about.keysAt}.`,
  });
}

function badShape(label: string): SearchFailure {
  return new SearchFailure({
    code: 'search.bad-answer',
    message: `${label} answered, but not in the form in which it gives results.`,
    cure: 'Check its address in the settings: another service may stand there.',
  });
}
