/** Money stays: whatever is closed or restarted, and the same is not paid for twice. */
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { findBrowser } from '../../../scripts/lib/browser.mjs';
import { removeProfile, throwawayProfile } from '../../../scripts/lib/chrome.mjs';
import { gate, reply } from '../../kit/models/model-server-replies.ts';
import { startModelServer } from '../../kit/models/model-server.ts';
import { startSite } from '../../kit/pages/site.ts';
import { until } from '../kit/behind.ts';
import { launch } from '../kit/harness.ts';
import { finished, openSettings, openWithPanel, readReceipt, summarise, tokensOf, useServer } from '../kit/reader.ts';

const PRICES = { priceInput: 2, priceOutput: 8 };
const rowOf = (panel: Page, name: string): Promise<string> =>
  readReceipt(panel, (receipt) => receipt.locator('tr').filter({ hasText: name }).first().innerText());
const waitForSums = (panel: Page, amount: string): Promise<void> =>
  readReceipt(panel, async (receipt) => {
    await receipt.getByText(`Today ${amount}`).waitFor();
    await receipt.getByText(`this month ${amount}`).waitFor();
  });

test('closing tabs leaves the sums of session, day and month, also after a restart [R11.4]', async () => {
  const profile = await throwawayProfile(findBrowser() ?? '');
  const [site, server] = await Promise.all([startSite(), startModelServer(undefined, { cors: true })]);
  onTestFinished(async () => {
    await Promise.all([site.close(), server.close()]);
    await removeProfile(profile);
  });
  const x = await launch({ profile });
  onTestFinished(() => x.close());
  await useServer(x, server, PRICES);
  const sums = { input: 0, output: 0 };
  for (const [index, name] of (['news', 'wiki', 'tutorial'] as const).entries()) {
    const { page, panel } = await openWithPanel(x, site.page(name));
    await summarise(panel);
    await finished(panel);
    const { input, output, ...session } = await tokensOf(panel);
    sums.input += input;
    sums.output += output;
    expect(input).toBeGreaterThan(0);
    await until(async () => (await tokensOf(panel)).sessionInput === sums.input, 'the session to have its sum');
    expect((await tokensOf(panel)).sessionOutput).toBe(sums.output);
    expect(session.sessionInput).toBeLessThanOrEqual(sums.input);
    if (index === 2) {
      const cost = ((sums.input * PRICES.priceInput + sums.output * PRICES.priceOutput) / 1e6).toPrecision(4);
      expect(await rowOf(panel, 'This session')).toContain(String(Number(cost)));
      await waitForSums(panel, `$${String(Number(cost))}`);
    } else await page.close();
  }
  await x.close();
  const next = await launch({ profile });
  onTestFinished(() => next.close());
  const after = await openWithPanel(next, site.page('news'));
  await summarise(after.panel);
  await finished(after.panel);
  const { input, output } = await tokensOf(after.panel);
  const cost = ((sums.input + input) * PRICES.priceInput + (sums.output + output) * PRICES.priceOutput) / 1e6;
  await waitForSums(after.panel, `$${String(Number(cost.toPrecision(4)))}`);
  expect(await tokensOf(after.panel)).toMatchObject({ sessionInput: input, sessionOutput: output });
  sums.input += input;
  const settings = await openSettings(next, 'limits');
  const row = settings.locator('.spending tbody tr');
  await row.first().waitFor();
  expect(await row.count()).toBe(1);
  expect(await row.innerText()).toContain(sums.input.toLocaleString('en'));
  await settings.getByRole('button', { name: 'Clear spending' }).click();
  await settings.getByRole('button', { name: 'Yes, delete' }).click();
  await settings.getByText('Spending was cleared.').waitFor();
  expect(await row.count()).toBe(0);
});

test('the shortcut pressed twice asks the model’s server once', async () => {
  const [x, site, server] = await Promise.all([launch(), startSite(), startModelServer()]);
  onTestFinished(() => Promise.all([x.close(), site.close(), server.close()]).then(() => undefined));
  await useServer(x, server);
  const held = gate();
  server.respond(({ path }) =>
    path.endsWith('/chat/completions') ? reply({ text: 'One summary.', before: { 0: held.pass } }) : undefined,
  );
  const { page, panel } = await openWithPanel(x, site.page('news'));
  await x.command('summarise-page', page);
  await held.reached;
  await x.command('summarise-page', page);
  await until(
    async () => Object.keys(await x.storage.get('session')).every((key) => !key.startsWith('intent/')),
    'the second press',
  );
  held.release();
  expect(await finished(panel)).toContain('One summary.');
  expect(server.calls).toHaveLength(1);
});
