/** Files of a question, as a user picks them. */
import type { Locator, Page } from 'playwright-core';
import { command, telling } from './reader.ts';

/** By the menu, as the keyboard can. */
export async function pickFiles(panel: Page, ...paths: readonly string[]): Promise<void> {
  const choosing = panel.waitForEvent('filechooser');
  await command(panel, 'Upload file or picture…');
  await (await choosing).setFiles([...paths]);
}

export const fileChips = (panel: Page): Locator =>
  panel.getByRole('list', { name: 'Attached files' }).getByRole('listitem');

/** Once a file is there to be asked about. */
export async function askAboutFiles(panel: Page, question: string): Promise<void> {
  const box = panel.getByRole('textbox', { name: 'Ask about this page' });
  await telling(panel, fileChips(panel).first().waitFor());
  await box.fill(question);
  await box.press('Enter');
}

/** Opens the first quote of the answer among the words around it, and returns what is marked there. */
export async function showQuoteInFile(panel: Page): Promise<string> {
  const entry = panel.locator('.quotes .entry').first();
  if (!(await entry.isVisible())) await panel.locator('.quotes summary').first().click();
  await entry.click();
  const sheet = panel.getByRole('dialog', { name: 'In the file' });
  await telling(panel, sheet.locator('mark').waitFor());
  const text = await sheet.locator('mark').innerText();
  await panel.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  return text;
}
