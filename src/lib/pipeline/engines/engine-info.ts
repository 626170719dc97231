/** What settings must know of each search engine; its wire format is in its dialect. */
import type { EngineConfig, EngineId } from './types.ts';
import { parseWebUrl } from '../../base/urls.ts';

export interface EngineInfo {
  readonly name: string;
  /** '' if only users' own instances exist. */
  readonly home: string;
  readonly needsKey?: true;
  readonly needsEndpoint?: true;
  readonly needsCx?: true;
  /** Address at which a user gets a key; '' if none is needed. */
  readonly keysAt: string;
}

const ENGINES: Readonly<Record<EngineId, EngineInfo>> = {
  wikipedia: { name: 'Wikipedia', home: 'https://wikipedia.org', keysAt: '' },
  searxng: {
    name: 'SearXNG',
    home: '',
    needsEndpoint: true,
    keysAt: 'https://docs.searxng.org/admin/installation.html',
  },
  brave: {
    name: 'Brave Search',
    home: 'https://api.search.brave.com',
    needsKey: true,
    keysAt: 'https://api-dashboard.search.brave.com/',
  },
  tavily: { name: 'Tavily', home: 'https://api.tavily.com', needsKey: true, keysAt: 'https://app.tavily.com/' },
  google: {
    name: 'Google',
    home: 'https://www.googleapis.com',
    needsKey: true,
    needsCx: true,
    keysAt: 'https://developers.google.com/custom-search/v1/overview',
  },
};

export const getEngineInfo = (engine: EngineId): EngineInfo => ENGINES[engine];

/** Wikipedia's represents all its languages. Null if no usable address is configured. */
export function getSearchOrigin(config: EngineConfig): string | null {
  const base = resolveBaseUrl(config);
  return base === null ? null : new URL(base).origin;
}

export function formatEngineLabel(config: EngineConfig): string {
  const { name } = getEngineInfo(config.engine);
  const base = resolveBaseUrl(config);
  if (config.endpoint.trim() === '' || base === null) return name;
  const { host, pathname } = new URL(base);
  return `${name} (${host}${pathname === '/' ? '' : pathname})`;
}

/** No trailing slash. Null if more than host and path: credentials would be sent with every request. */
export function resolveBaseUrl({ engine, endpoint }: EngineConfig): string | null {
  const address = endpoint.trim() || getEngineInfo(engine).home;
  const url = parseWebUrl(address);
  if (!url) return null;
  const { origin, pathname, username, password, search, hash } = url;
  return username + password + search + hash === '' ? `${origin}${pathname}`.replace(/\/{1,100}$/, '') : null;
}
