/** A browser with the product, pages of any markup with the access that a click on the icon gives, and a region asked for on them. */
import type { CDPSession, Page } from 'playwright-core';
import { until } from '../kit/behind.ts';
import { clears, dims, dragOver, isDimmed, nextRequest, pixelsOf, type Pixels, type Rect } from '../kit/choosing.ts';
import { launch, type Harness } from '../kit/harness.ts';

export const SITE = 'http://cells.test';
export const REGION: Rect = { x: 110, y: 130, width: 250, height: 170 };
export type RegionBench = Awaited<ReturnType<typeof start>>;

export async function start(args: readonly string[] = []) {
  const x = await launch({ args });
  const pages = new Map<string, { body: string; headers: Record<string, string> }>();
  await x.route(
    (url) => url.origin === SITE,
    (route) => {
      const { body = '', headers = {} } = pages.get(route.request().url()) ?? {};
      return route.fulfill({ contentType: 'text/html; charset=utf-8', headers, body });
    },
  );
  let made = 0;
  return {
    x,
    /** A page in front, with the access that a click on the icon gives and the panel that it opens. */
    async open(body: string, headers: Record<string, string> = {}): Promise<{ page: Page; devtools: CDPSession }> {
      made += 1;
      const address = `${SITE}/${made}`;
      pages.set(address, { body, headers });
      const page = await x.open(address);
      await grantAccess(x, page);
      return { page, devtools: await x.context.newCDPSession(page) };
    },
    async ask(page: Page, devtools: CDPSession): Promise<void> {
      await x.command('read-region', page);
      // unlike the real key, this one grants nothing, and a busy machine may lose the click that did
      await until(() => isDimmed(devtools), 'the page to be dimmed', 5000).catch(async () => {
        await grantAccess(x, page);
        await x.command('read-region', page);
        await dims(devtools);
      });
    },
  };
}

async function grantAccess(x: Harness, page: Page): Promise<void> {
  let clickedAt = -Infinity;
  // DevTools may lose a click on a busy machine
  await until(async () => {
    if (performance.now() - clickedAt > 2000) {
      await x.clickAction(page);
      clickedAt = performance.now();
    }
    return access(await x.sidePanel());
  }, 'access to the tab');
}

/** How many regions are waited for. */
export const asked = async (x: Harness): Promise<number> =>
  Object.keys(await x.storage.get('session')).filter((key) => key.startsWith('region/')).length;

const access = (panel: Page): Promise<boolean> =>
  panel.evaluate(async () => {
    const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
    const { id = -1, url = '' } = tab ?? {};
    return url !== '' && `gesture/${String(id)}` in (await chrome.storage.session.get(null));
  });

/** Chooses the usual region and resolves with what is kept of it. */
export async function chosen(
  x: Harness,
  page: Page,
  devtools: CDPSession,
  before: ReadonlySet<string>,
): Promise<Pixels> {
  await dragOver(page, REGION);
  await clears(devtools);
  const request = await nextRequest(x, before);
  return pixelsOf(x, request.pictures[0]?.hash ?? '');
}
