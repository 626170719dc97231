/**
 * Pages of the web, read without the person's name. The one rule: a page is fetched once a session, however often and by
 * however many it is wanted.
 */
import type { Article, WebPage, WebPages } from '../lib/agent/ports.ts';
import { TroubleError } from '../lib/base/errors.ts';
import { canonicalUrl } from '../lib/pipeline/web/canonical.ts';
import { notPublic } from '../lib/pipeline/web/guard.ts';
import { ruleOwnRequests } from './own-requests.ts';
import { hasAllSites } from './permissions.ts';
import type { SessionCache } from './session-cache.ts';
import { sharing } from './sharing.ts';
import { fetchPage, type FetchPage } from './web-fetch.ts';
import type { ReadBody } from './web-text.ts';
import { NO_ACCESS, privateAddress, TIMEOUT, UNGUARDED } from './web-troubles.ts';

/** Pages remembered, and how long: a run may wait that long, and what is older has changed. */
export const PAGES_KEPT = { name: 'web/pages', most: 200, keepMs: 6 * 3_600_000 } as const;

/** Of a page from the first byte to its last word, PDFs included. */
const PAGE_MS = 120_000;

export interface WebPagesDeps {
  readonly kept: SessionCache;
  readonly readBody: ReadBody;
  readonly fetchPage?: FetchPage;
  readonly hasAccess?: () => Promise<boolean>;
  /** Resolves once the browser's own rules stand. */
  readonly guarded?: () => Promise<unknown>;
}

export function webPages(deps: WebPagesDeps): WebPages {
  const { kept, readBody, fetchPage: get = fetchPage, hasAccess = hasAllSites, guarded = ruleOwnRequests } = deps;
  const share = sharing<WebPage>();

  /** Looked for within the turn: who comes while another fetches it finds it here. */
  async function page(url: string, signal: AbortSignal): Promise<WebPage> {
    const known = await kept.get(url);
    if (known !== undefined) return { article: JSON.parse(known) as Article, fetched: false };
    if (!(await hasAccess())) throw new TroubleError(NO_ACCESS);
    await guarded().catch((thrown: unknown) => {
      throw new TroubleError(UNGUARDED, { cause: thrown });
    });
    const article = await readBody(await get(url, signal), signal);
    const found = canonicalUrl(article.url);
    await kept.put(found === null ? [url] : [url, found], JSON.stringify(article));
    return { article, fetched: true };
  }

  return {
    async read(address, signal) {
      const why = notPublic(address);
      const url = canonicalUrl(address);
      if (why !== null || url === null) throw new TroubleError(privateAddress(why ?? 'no-address'));
      const bound = { signal, within: PAGE_MS, trouble: TIMEOUT };
      const { value, began } = await share(url, bound, (over) => page(url, over));
      return { article: value.article, fetched: value.fetched && began };
    },
  };
}
