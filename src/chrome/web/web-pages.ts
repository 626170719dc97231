/** Reads web pages anonymously, each fetched once per session. */
import type { Article, WebPage, WebPages } from '../../lib/agent/ports.ts';
import { UserFacingError } from '../../lib/base/errors.ts';
import { findAddressProblem, canonicaliseUrl } from '../../lib/pipeline/web/web-address.ts';
import { installRequestRules } from './request-rules.ts';
import { hasAllSites } from '../permissions.ts';
import type { SessionCache } from '../storage/session-cache.ts';
import { fetchPage, type FetchPage } from './web-fetch.ts';
import type { ReadBody } from '../offscreen/body-reader.ts';
import { WEB_ACCESS_ERROR, createAddressError, WEB_TIMEOUT_ERROR, RULES_REFUSED_ERROR } from './web-errors.ts';
import { runWithTimeout, type TimeoutOptions } from '../timeout.ts';

const PAGE_TIMEOUT_MS = 120_000;

export interface WebPagesDeps {
  readonly cache: SessionCache;
  readonly readBody: ReadBody;
  readonly fetchPage?: FetchPage;
  readonly hasAccess?: () => Promise<boolean>;
  readonly installRules?: () => Promise<unknown>;
}

export function createWebPages({
  cache,
  readBody,
  fetchPage: fetchBody = fetchPage,
  hasAccess = hasAllSites,
  installRules = installRequestRules,
}: WebPagesDeps): WebPages {
  const share = createSharedRunner<WebPage>();

  /** The cache is checked inside the shared work: a caller who waited finds the other fetch's result. */
  async function loadPage(url: string, signal: AbortSignal): Promise<WebPage> {
    const cached = await cache.get(url);
    if (cached !== undefined) return { article: JSON.parse(cached) as Article, fetched: false };
    if (!(await hasAccess())) throw new UserFacingError(WEB_ACCESS_ERROR);
    await installRules().catch((thrown: unknown) => {
      throw new UserFacingError(RULES_REFUSED_ERROR, { cause: thrown });
    });
    const article = await readBody(await fetchBody(url, signal), signal);
    const finalUrl = canonicaliseUrl(article.url);
    await cache.put(finalUrl === null ? [url] : [url, finalUrl], JSON.stringify(article));
    return { article, fetched: true };
  }

  return {
    async read(address, signal) {
      const reason = findAddressProblem(address);
      const url = canonicaliseUrl(address);
      if (reason !== null || url === null) throw new UserFacingError(createAddressError(reason ?? 'no-address'));
      const options = { signal, timeoutMs: PAGE_TIMEOUT_MS, error: WEB_TIMEOUT_ERROR };
      const { value, started: began } = await share(url, options, (stopSignal) => loadPage(url, stopSignal));
      return { article: value.article, fetched: value.fetched && began };
    },
  };
}

interface SharedWork<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
}

/** `share` resolves with the result of the work under that key and whether this call started it. */
function createSharedRunner<T>(): (
  key: string,
  options: TimeoutOptions,
  work: (signal: AbortSignal) => Promise<T>,
) => Promise<{ readonly value: T; readonly started: boolean }> {
  const running = new Map<string, SharedWork<T>>();

  function startWork(key: string, work: (signal: AbortSignal) => Promise<T>): SharedWork<T> {
    const controller = new AbortController();
    const shared: SharedWork<T> = { result: work(controller.signal), controller, waiting: 0 };
    const forget = (): void => {
      if (running.get(key) === shared) running.delete(key);
    };
    controller.signal.addEventListener('abort', forget);
    shared.result.then(forget, forget);
    running.set(key, shared);
    return shared;
  }

  return async (key, options, work) => {
    const existing = running.get(key);
    const shared = existing ?? startWork(key, work);
    shared.waiting += 1;
    try {
      return { value: await runWithTimeout(options, () => shared.result), started: existing === undefined };
    } finally {
      shared.waiting -= 1;
      if (shared.waiting === 0) shared.controller.abort();
    }
  };
}
