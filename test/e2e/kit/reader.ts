/** What a user does with the panel, as a few verbs for tests. The rule: only what can be seen or clicked. */
import type { Locator, Page } from 'playwright-core';
import { within } from '../../../scripts/lib/chrome.mjs';
import type { SettingsPlace } from '../../../src/lib/protocol/settings/places.ts';
import type { ModelServer } from '../../kit/models/model-server.ts';
import type { OneModel } from '../../kit/protocol/settings.ts';
import { canary } from './canary.ts';
import type { Harness } from './harness.ts';

/** The settings of somebody who uses that server. Its access is granted as the browser does when settings are saved. */
export async function useServer(x: Harness, server: ModelServer, changes: OneModel = {}): Promise<void> {
  await useModel(x, server.url, changes);
}

/** The same of any address. The key is a canary: the harness looks where it has got to when the browser closes. */
export async function useModel(x: Harness, endpoint: string, changes: OneModel = {}, key = canary()): Promise<void> {
  await x.grantHost('http://127.0.0.1/*');
  await x.setSettings({ endpoint, model: 'test-model', ...changes });
  await x.storage.set('local', { [`key/${new URL(endpoint).origin}`]: key });
}

/** The settings, at that place of theirs. */
export const openSettings = (x: Harness, place: SettingsPlace): Promise<Page> =>
  x.open(x.url(`src/options/index.html#${place}`));

let opened = 0;

/**
 * A tab with that address, and the panel over it with access, as one click on the icon gives. Each gets a fragment of its
 * own: the click finds its tab by URL, and one that has just been closed may still be listed.
 */
export async function openWithPanel(x: Harness, address: string): Promise<{ page: Page; panel: Page }> {
  opened += 1;
  const page = await x.open(`${address}#${String(opened)}`);
  await x.clickAction(page);
  const panel = await x.sidePanel();
  return { page, panel };
}

export const button = (panel: Page, name: string) => panel.getByRole('button', { name, exact: true });

/** Picks an item of the composer's menu. */
export async function command(panel: Page, name: string): Promise<void> {
  await button(panel, 'Add or start').click();
  const item = panel.locator('.composer').getByRole('button', { name, exact: true });
  await telling(panel, item.and(panel.locator(':not([aria-disabled=true])')).click());
}

/** Picks an item of the header's menu. */
export async function openFromMenu(panel: Page, name: 'Agents' | 'Settings'): Promise<void> {
  await button(panel, 'More').click();
  await button(panel, name).click();
}

export const summaryOf = (panel: Page) => panel.getByRole('article', { name: 'Summary' });

/** Awaits something that the panel should come to; when it does not, says what it shows instead. */
export async function telling<T>(panel: Page, awaited: Promise<T>): Promise<T> {
  return awaited.catch(async (thrown: unknown) => {
    const [shown, tabs] = await panel.evaluate(async () => {
      const { id } = await chrome.windows.getCurrent();
      const all = await chrome.tabs.query(id === undefined ? {} : { windowId: id });
      const { access } = await chrome.storage.session.get('access');
      const seen = all.map((tab) => ({
        id: tab.id,
        active: tab.active,
        status: tab.status,
        url: tab.url ?? 'no access',
      }));
      return [document.body.innerText, JSON.stringify({ seen, access: access })] as const;
    });
    const message = thrown instanceof Error ? thrown.message : '';
    throw new Error(`${message}\nThe panel shows:\n${shown}\nTabs as it sees them: ${tabs}`, { cause: thrown });
  });
}

/** Waits until the panel knows what the next question costs: from then on it can be asked. */
export async function waitForEstimate(panel: Page): Promise<void> {
  const price = panel.getByText(/^A question: likely |^Questions are free/);
  await telling(panel, price.first().waitFor());
}

/** Clicks the one button of the panel, once that says what a summary takes. */
export async function summarise(panel: Page): Promise<void> {
  await telling(panel, panel.getByText('Estimate:').waitFor());
  await telling(panel, panel.getByRole('button', { name: 'Summarise this page' }).click());
}

/** Waits for something outside the panel, such as a request at the server. */
export async function comes(panel: Page, awaited: Promise<unknown>, what: string): Promise<void> {
  await telling(panel, within(awaited, 30_000, what));
}

/** Resolves with the summary's text when the run has ended well. */
export async function finished(panel: Page, ms = 45_000): Promise<string> {
  const ready = panel.getByRole('status').filter({ hasText: /Summary ready|Partial summary/ });
  await telling(panel, ready.first().waitFor({ timeout: ms }));
  return summaryOf(panel).innerText();
}

/** Waits until the summary shows that text. */
export async function shows(panel: Page, text: string | RegExp): Promise<void> {
  await telling(panel, summaryOf(panel).filter({ hasText: text }).waitFor());
}

/** Waits until the panel says of something that went wrong what matches, the next step included. */
export async function warns(panel: Page, text: RegExp, ms = 30_000): Promise<void> {
  await telling(panel, panel.getByRole('alert').filter({ hasText: text }).first().waitFor({ timeout: ms }));
}

/** Opens the receipt for as long as it is read. */
export async function readReceipt<T>(panel: Page, read: (receipt: Locator) => Promise<T>): Promise<T> {
  const badge = panel.getByRole('button', { name: /^Receipt: / }).last();
  await telling(panel, badge.click());
  const value = await read(panel.getByRole('dialog', { name: 'Receipt' }).getByLabel('Tokens', { exact: true }));
  await panel.keyboard.press('Escape');
  return value;
}

/** Tokens of this run and of the session, as the panel shows them. */
export async function tokensOf(
  panel: Page,
): Promise<Record<'input' | 'output' | 'sessionInput' | 'sessionOutput', number>> {
  const data = await readReceipt(panel, (receipt) =>
    receipt.evaluate((element) => Object.fromEntries(Object.entries((element as HTMLElement).dataset))),
  );
  const figure = (name: string): number => Number(data[name]);
  return {
    input: figure('input'),
    output: figure('output'),
    sessionInput: figure('sessionInput'),
    sessionOutput: figure('sessionOutput'),
  };
}
