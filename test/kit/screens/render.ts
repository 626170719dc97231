/** Generated screens as the real browser draws them. The one rule: only a whole picture comes out, at the ratio asked for. */
import { type Browser, chromium } from 'playwright-core';
import { findBrowser } from '../../../scripts/lib/browser.mjs';
import { QUIET_FLAGS, sandboxFlags } from '../../../scripts/lib/chrome.mjs';
import { HEIGHT, type Screen, WIDTH } from './page.ts';

/** Device pixels per CSS pixel. */
export type Ratio = 1 | 2;

export async function withRenderer<T>(
  use: (draw: (screen: Screen, ratio: Ratio) => Promise<Buffer>) => Promise<T>,
): Promise<T> {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error('No browser was found. `npm test` installs one or says how.');
  const browser = await chromium.launch({ executablePath, args: ['--disable-gpu', ...QUIET_FLAGS, ...sandboxFlags()] });
  try {
    return await use((screen, ratio) => drawn(browser, screen, ratio));
  } finally {
    await browser.close();
  }
}

async function drawn(browser: Browser, { html, isCropped, jpeg }: Screen, ratio: Ratio): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT }, deviceScaleFactor: ratio });
  const shoot = (how: { type: 'png' } | { type: 'jpeg'; quality: number }): Promise<Buffer> =>
    isCropped ? page.locator('main').screenshot(how) : page.screenshot({ ...how, fullPage: true });
  try {
    await page.setContent(html);
    if (jpeg === undefined) return await shoot({ type: 'png' });
    const url = `data:image/jpeg;base64,${(await shoot({ type: 'jpeg', quality: jpeg })).toString('base64')}`;
    await page.setContent(`<body style="margin:0"><img src="${url}" style="display:block;zoom:${1 / ratio}">`);
    await page.locator('img').evaluate((image: HTMLImageElement) => image.decode());
    return await page.locator('img').screenshot({ type: 'png' });
  } finally {
    await page.close();
  }
}
