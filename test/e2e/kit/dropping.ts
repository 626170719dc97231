/** Files dropped on the panel, as the browser itself hears of it. The rule: only what a hand with a file can do. */
import type { Page } from 'playwright-core';
import { until } from './behind.ts';
import type { Harness } from './harness.ts';

/** Drags files from the desktop over the panel and lets go of them. */
export async function dropFiles(x: Harness, panel: Page, ...files: readonly string[]): Promise<void> {
  const devtools = await x.context.newCDPSession(panel);
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    devtools.send('Input.dispatchDragEvent', { type, x: 100, y: 100, data });
  await send('dragEnter');
  // a hand that moves says so again and again: a busy browser may miss the first
  await until(async () => {
    await send('dragOver');
    return panel.locator('.drop-zone').isVisible();
  }, 'the panel to see the file');
  // a drop that it missed leaves the zone where it is, and ends the drag; a missed step is not answered
  await until(async () => {
    if (await panel.locator('.drop-zone').isHidden()) return true;
    for (const step of ['dragEnter', 'dragOver', 'drop'] as const) void send(step).catch(() => undefined);
    return false;
  }, 'the panel to take the file');
  await devtools.detach();
}
