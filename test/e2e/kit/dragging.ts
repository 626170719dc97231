/** A region dragged over a page and read, as a user does it from the panel. The rule: only what can be seen or clicked. */
import type { Page } from 'playwright-core';
import type { Site } from '../../kit/pages/site.ts';
import type { Rect } from './choosing.ts';
import type { Harness } from './harness.ts';
import { command, openWithPanel, telling } from './reader.ts';

/** A tab that shows that page, with the panel over it. */
export async function openShowing(x: Harness, site: Site, html: string): Promise<{ page: Page; panel: Page }> {
  const opened = await openWithPanel(x, site.bad('plain'));
  await opened.page.setContent(html);
  return opened;
}

export const textOfPicture = (panel: Page) => panel.getByRole('textbox', { name: 'Text of the picture' });

/** Presses “Capture area” and drags over the page; CSS pixels of the view. All of what is in view unless told. */
export async function dragRegion(page: Page, panel: Page, over?: Rect): Promise<void> {
  await command(panel, 'Capture area');
  await telling(panel, page.locator('kl-region').waitFor({ state: 'attached' }));
  const view = await page.evaluate(() => ({ x: 1, y: 1, width: innerWidth - 2, height: innerHeight - 2 }));
  const { x, y, width, height } = over ?? view;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.move(x + width, y + height);
  await page.mouse.up();
}

/** The text in the panel once the picture has been read. */
export async function textRead(panel: Page): Promise<string> {
  const ready = panel.getByRole('status').filter({ hasText: 'Text ready' });
  await telling(panel, ready.first().waitFor({ timeout: 60_000 }));
  return textOfPicture(panel).inputValue();
}
