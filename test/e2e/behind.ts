/**
 * Pages in tabs behind the one in front, for what only an extension's or the browser's own page may do. The rule: they
 * take no focus and are gone again when the call returns, so that the product never meets them.
 */
import { randomUUID } from 'node:crypto';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';

export type Cdp = <T = unknown>(method: string, params?: object) => Promise<T>;

/** Commands to the whole browser. Playwright's types do not know the `Extensions` domain. */
export async function browserCdp(context: BrowserContext): Promise<Cdp> {
  const session: CDPSession | undefined = await context.browser()?.newBrowserCDPSession();
  if (session === undefined) throw new Error('This context belongs to no browser of its own.');
  const send = session.send.bind(session) as unknown as (method: string, params: object) => Promise<unknown>;
  return async <T = unknown>(method: string, params: object = {}) => (await send(method, params)) as T;
}

/** Opens an address behind the tab in front, hands it over, and closes it. */
export async function visitBehind<T>(
  context: BrowserContext,
  cdp: Cdp,
  address: string,
  visit: (page: Page) => Promise<T>,
): Promise<T> {
  const mark = `about:blank#${randomUUID()}`;
  const [page] = await Promise.all([
    context.waitForEvent('page', { predicate: (p) => p.url() === mark }),
    cdp('Target.createTarget', { url: mark, background: true }),
  ]);
  try {
    await page.goto(address);
    return await visit(page);
  } finally {
    await page.close();
  }
}

/** The part of `chrome.developerPrivate` (the API behind chrome://extensions) that tests use. */
export interface DeveloperPrivate {
  addHostPermission(id: string, pattern: string): Promise<void>;
  reload(id: string, options: object): Promise<void>;
  getExtensionInfo(id: string): Promise<{
    readonly runtimeErrors: readonly { readonly message: string; readonly severity: string }[];
    readonly manifestErrors: readonly { readonly message: string }[];
  }>;
}

/** Asks until the answer is yes. For the few states of a browser that no event tells of. */
export async function until(condition: () => Promise<boolean>, what: string, ms = 10_000): Promise<void> {
  const deadline = performance.now() + ms;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Timed out after ${ms / 1000} s waiting for ${what}.`);
    await new Promise((r) => setTimeout(r, 10));
  }
}
