/** Forms that are filled in with the keyboard and pressed through with a hand that counts. */
import type { Page } from 'playwright-core';
import { t as settingsWords } from '../../../src/options/strings/strings.ts';
import { t } from '../../../src/sidepanel/strings/strings.ts';
import { enabled, type Hand } from './hand.ts';
import type { Harness } from './harness.ts';
import { button, telling } from './reader.ts';

const NAME = 'Date finder';
const FIELDS = [
  ['name', NAME],
  ['description', 'Finds dates.'],
  ['routing', 'Use it for dates.'],
  ['instructions', 'You find dates.'],
] as const;

/** From the panel to the page of a new agent, and back. */
export async function addAgent(hand: Hand, panel: Page): Promise<void> {
  const { open, title, editor, form } = t.agents;
  await hand.click(button(panel, t.menu));
  await hand.click(button(panel, open));
  await hand.click(button(panel, editor.new));
  for (const [name, words] of FIELDS)
    await telling(panel, panel.getByRole('textbox', { name: form.labels[name], exact: true }).fill(words));
  await hand.click(enabled(button(panel, editor.save)));
  for (const name of [NAME, title]) {
    await telling(panel, panel.getByRole('heading', { name, exact: true }).waitFor());
    await button(panel, t.back).click();
  }
}

interface NewModel {
  readonly x: Harness;
  readonly panel: Page;
  /** Of a server that lists one model, `test-model`, and may be reached. */
  readonly address: string;
}

/** From the panel to a saved model of that server. */
export async function addModel(hand: Hand, { x, panel, address }: NewModel): Promise<void> {
  const opened = x.context.waitForEvent('page');
  await hand.click(button(panel, t.menu));
  await hand.click(button(panel, t.settings));
  const settings = await opened;
  await hand.click(button(settings, settingsWords.add));
  await hand.click(button(settings, 'Other (OpenAI-compatible)'));
  await settings.getByLabel(settingsWords.endpoint, { exact: true }).fill(address);
  await hand.click(button(settings, settingsWords.next));
  await settings.getByRole('radio', { name: 'test-model', checked: true }).waitFor(); // the only one
  await hand.click(button(settings, settingsWords.save));
  await settings.getByText(settingsWords.modelSaved('server:test-model')).waitFor();
  await settings.close();
}
