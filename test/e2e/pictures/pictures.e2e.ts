/** Pictures in the real panel: pasted, read on this machine, lit word by word, corrected, and so again when it reopens. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { dropFiles } from '../kit/dropping.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { checkLook } from '../kit/looks.ts';
import { button, openWithPanel } from '../kit/reader.ts';
import { encodeFlatPng } from '../../../src/lib/probe/pictures.ts';

let x: Harness;
let site: Site;
beforeAll(async () => {
  site = await startSite();
  x = await launch();
});
afterAll(async () => {
  await x.close();
  await site.close();
});

const [WIDTH, HEIGHT] = [900, 300];
/** Pastes a picture that says so, each line 80 pixels below the one before, and beside them has so many dashes at 520, 210. */
const pasteLines = (panel: Page, lines: readonly string[], dashes = 0): Promise<void> =>
  panel.evaluate(
    async ({ lines, dashes, width, height }) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('There is no canvas to draw on.');
      context.fillStyle = 'white';
      context.fillRect(0, 0, width, height);
      context.fillStyle = 'black';
      context.font = '40px sans-serif';
      for (const [at, line] of lines.entries()) context.fillText(line, 40, 80 * (at + 1));
      for (let at = 0; at < dashes; at += 1) context.fillRect(520 + at * 28, 210, 16, 8);
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([blob ?? ''], 'words.png', { type: 'image/png' }));
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    { lines, dashes, width: WIDTH, height: HEIGHT },
  );
const text = (panel: Page) => panel.getByRole('textbox', { name: 'Text of the picture' });
const lit = (panel: Page) => panel.locator('.picture-ground rect');

describe('a picture that is pasted into the panel', () => {
  it('is read, leads from its words to their boxes and back, and stays as it was corrected', async () => {
    const { page, panel } = await openWithPanel(x, site.page('news'));
    await pasteLines(panel, ['The gates close', 'at three today']);
    await button(panel, 'Read its text').click();
    await expect.poll(() => text(panel).inputValue(), { timeout: 60_000 }).toBe('The gates close\nat three today');

    const place = await text(panel).boundingBox();
    await panel.mouse.move((place?.x ?? 0) + 20, (place?.y ?? 0) + 24);
    await lit(panel).waitFor();
    expect(Number(await lit(panel).getAttribute('y'))).toBeLessThan(90);
    await panel.mouse.move(0, 0);
    await lit(panel).waitFor({ state: 'detached' });

    await panel.locator('.picture-ground').click({ position: await onScreen(panel, 70, 145) });
    const selected = () =>
      text(panel).evaluate((field: HTMLTextAreaElement) => getSelection()?.toString() ?? field.value);
    expect(await selected()).toBe('at');
    await panel.keyboard.press('ArrowRight');
    await panel.keyboard.press('ArrowRight');
    await expect.poll(async () => Number(await lit(panel).getAttribute('x'))).toBeGreaterThan(80);

    await text(panel).fill('The gates close\nat three tomorrow');
    await button(panel, 'Undo changes').waitFor();
    await expect
      .poll(() => panel.evaluate(async () => JSON.stringify(await chrome.storage.session.get(null))))
      .toContain('tomorrow');
    await panel.reload();
    await expect.poll(() => text(panel).inputValue()).toBe('The gates close\nat three tomorrow');
    await page.close();
  });
});

describe('what could not be read in a picture', () => {
  it('is marked and counted, and led to, in both themes and at any width', async () => {
    const { page, panel } = await openWithPanel(x, site.page('news'));
    await pasteLines(panel, ['The gates close', 'at three today'], 12);
    await button(panel, 'Read its text').click();
    await panel.getByText('1 unread place').waitFor({ timeout: 60_000 });
    expect(await text(panel).inputValue()).toContain('The gates close');
    const marked = panel.locator('rect.unread');
    const place = await marked.evaluate((rect: SVGRectElement) => [rect.x.baseVal.value, rect.y.baseVal.value]);
    expect(place[0]).toBeGreaterThan(480);
    expect(place[1]).toBeGreaterThan(180);
    await checkLook(x, panel, 'unread');
    await button(panel, 'Next unread place').click();
    await panel.locator('rect:not(.unread)').waitFor();
    await page.close();
  });
});

describe('a picture that a person brings', () => {
  const FILE = { width: 64, height: 64, bytes: Buffer.from(encodeFlatPng([40, 90, 200], 64), 'base64') };
  const chip = (panel: Page) => panel.locator('.picture-chips').getByText('64 × 64');
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kl-pictures-'));
    await writeFile(join(folder, 'blue.png'), FILE.bytes);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('by dropping its file anywhere on the panel is what the question is about', async () => {
    const { page, panel } = await openWithPanel(x, site.page('news'));
    await dropFiles(x, panel, join(folder, 'blue.png'));
    await chip(panel).waitFor();
    await panel.locator('.drop-zone').waitFor({ state: 'detached' });
    await page.close();
  });

  it('from the clipboard is pasted by its key, into the field too', async () => {
    const { page, panel } = await openWithPanel(x, site.page('news'));
    await x.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': new Blob([bytes], { type: 'image/png' }) })]);
    }, FILE.bytes.toString('base64'));
    await panel.bringToFront();
    const box = panel.getByRole('textbox', { name: 'Ask about this page' });
    await box.fill('What is blue?');
    await panel.keyboard.press('ControlOrMeta+V');
    await chip(panel).waitFor();
    expect(await box.inputValue()).toBe('What is blue?');
    await page.close();
  });
});

/** A point of the picture where it is on screen. */
async function onScreen(panel: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  const shown = await panel.locator('.picture-ground').boundingBox();
  const scale = (shown?.width ?? WIDTH) / WIDTH;
  return { x: x * scale, y: y * scale };
}
