/**
 * Hidden pages, for what only an extension's or the browser's own page may do. The rule: they are in no window and are
 * no tabs, so that the product never meets them. One per address stays open, since opening one costs a tenth of a second.
 */
import { randomUUID } from 'node:crypto';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { type TargetInfo, within } from '../../../scripts/lib/chrome.mjs';

export type Cdp = <T = unknown>(method: string, params?: object) => Promise<T>;

/** Commands to the whole browser. Playwright's types do not know the `Extensions` domain. */
export async function browserCdp(context: BrowserContext): Promise<Cdp> {
  const session: CDPSession | undefined = await context.browser()?.newBrowserCDPSession();
  if (session === undefined) throw new Error('This context belongs to no browser of its own.');
  const send = session.send.bind(session) as unknown as (method: string, params: object) => Promise<unknown>;
  return async <T = unknown>(method: string, params: object = {}) => (await send(method, params)) as T;
}

/** Opens tabs. They begin with their address, unless a test answers requests in place of a server. */
export function createTabs(context: BrowserContext, cdp: Cdp) {
  let isRouted = false;
  return {
    /** A new tab in front, loaded. */
    async open(address: string): Promise<Page> {
      const page = isRouted ? await openEmptyTab(context, address) : await openTab(context, cdp, address);
      await page.bringToFront();
      return page;
    },
    /** Has the test answer such requests itself, in every page that is opened from now on. */
    async route(...given: Parameters<BrowserContext['route']>): Promise<void> {
      isRouted = true;
      await context.route(...given);
    },
  };
}

/** A tab that is empty first and then goes there: Playwright sees all that it asks for. */
async function openEmptyTab(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

/**
 * A tab that begins with that address, loaded. An empty one that goes there takes the processor a third longer; but what is to
 * answer in place of a server hears of this one too late.
 */
async function openTab(context: BrowserContext, cdp: Cdp, address: string): Promise<Page> {
  const url = new URL(address).href;
  const [page] = await Promise.all([
    context.waitForEvent('page', { predicate: (p) => p.url() === url }),
    cdp('Target.createTarget', { url }),
  ]);
  await waitUntilLoaded(page);
  return page;
}

/** Playwright does not hear that a page has loaded to which it attached only then; to ask the page would be a user's gesture. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await Promise.any([page.waitForLoadState(), page.waitForLoadState('networkidle')]);
}

/** The browser says the address of a tab that has only begun to load a moment after the page does. */
export async function waitForTab(listTargets: () => Promise<readonly TargetInfo[]>, address: string): Promise<void> {
  const isListed = async () => (await listTargets()).some(({ type, url }) => type === 'tab' && url === address);
  await until(isListed, `a tab at ${address}`);
}

/** Calls a function with the hidden page of an address, which it opens when there is none. */
export function keepHiddenPage(context: BrowserContext, cdp: Cdp, address: string) {
  let kept: Promise<Page> | undefined;
  async function open(): Promise<Page> {
    const mark = `about:blank#${randomUUID()}`;
    const [page] = await Promise.all([
      context.waitForEvent('page', { predicate: (p) => p.url() === mark }),
      cdp('Target.createTarget', { url: mark, hidden: true }),
    ]);
    await page.goto(address);
    return page;
  }
  return async <T>(visit: (page: Page) => Promise<T>): Promise<T> => {
    if (kept === undefined || (await kept).isClosed()) kept = open();
    return visit(await kept);
  };
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

/** From one question to the next, in milliseconds: a tenth of the time that it has taken so far, within these. */
const [LEAST_PAUSE, MOST_PAUSE] = [10, 250];

/** Asks until the answer is yes. For the few states of a browser that no event tells of. */
export async function until(condition: () => Promise<boolean>, what: string, ms = 20_000): Promise<void> {
  let isOver = false;
  async function repeat(): Promise<void> {
    const began = performance.now();
    while (!isOver && !(await condition())) {
      const pause = Math.min(MOST_PAUSE, Math.max(LEAST_PAUSE, (performance.now() - began) / 10));
      await new Promise((r) => setTimeout(r, pause));
    }
  }
  await within(repeat(), ms, what).finally(() => (isOver = true));
}
