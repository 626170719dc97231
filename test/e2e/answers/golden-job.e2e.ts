/** The main job on pages of every kind: the summary streams, the counter counts, stop stops, reopening replays. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gate, reply, figuresOf } from '../../kit/models/model-server-replies.ts';
import { startModelServer, type ModelServer } from '../../kit/models/model-server.ts';
import { golden, goldenNames, startSite, type Site } from '../../kit/pages/site.ts';
import { launch, type Harness } from '../kit/harness.ts';
import {
  button,
  comes,
  command,
  finished,
  openWithPanel,
  shows,
  summarise,
  summaryOf,
  tokensOf,
  useServer,
} from '../kit/reader.ts';

let x: Harness;
let site: Site;
let server: ModelServer;

beforeAll(async () => {
  [x, site, server] = await Promise.all([launch(), startSite(), startModelServer()]);
});
afterAll(() => Promise.all([x.close(), site.close(), server.close()]));

async function openGolden(name: string): Promise<{ page: Page; panel: Page }> {
  const { ready } = golden(name);
  const opened = await openWithPanel(x, site.page(name));
  if (ready !== undefined) await opened.page.locator(ready).first().waitFor();
  return opened;
}

test.each(goldenNames())(
  '%s: one click gives a summary, in the page’s own words without a model, streamed and counted with one [J2a] [J6b] [J8e]',
  async (name) => {
    const { title } = golden(name);
    await x.setSettings({});
    const { page, panel } = await openGolden(name);
    await summarise(panel);
    expect((await finished(panel)).length).toBeGreaterThan(60);
    const tokens = await tokensOf(panel);
    expect(tokens.input).toBeGreaterThan(0);
    expect(tokens.output).toBeGreaterThan(0);

    await useServer(x, server, { contextTokens: 128_000 });
    const held = gate();
    server.respond(() => reply({ before: { 5: held.pass } }));
    await button(panel, 'New conversation').click();
    await summaryOf(panel).waitFor({ state: 'detached' });
    await summarise(panel);
    await comes(panel, held.reached, 'the held event');
    await shows(panel, title.slice(0, 8)); // part of the answer is there before the rest has been sent
    held.release();
    expect(await finished(panel)).toContain(`Summary of ${title}`);
    const exchange = server.calls.at(-1);
    const usage = exchange && figuresOf(exchange, '');
    expect((await tokensOf(panel)).input).toBe(usage?.input);
    await page.close();
  },
);

test('a panel that is opened in the middle shows what was streamed so far, and Stop keeps what had come [J2a]', async () => {
  const [name = ''] = goldenNames();
  const start = golden(name).title.slice(0, 8);
  await useServer(x, server, { contextTokens: 128_000 });
  const held = gate();
  server.respond(() => reply({ before: { 5: held.pass } }));
  const { page, panel } = await openGolden(name);
  await summarise(panel);
  await comes(panel, held.reached, 'the held event');
  await shows(panel, start);
  await x.closeSidePanel();
  await x.clickAction(page);
  const again = await x.sidePanel();
  await shows(again, start);
  held.release();
  await finished(again);

  const second = gate();
  server.respond(() => reply({ before: { 8: second.pass } }));
  await command(again, 'Summarise this page');
  await comes(again, second.reached, 'the second held event');
  await shows(again, 'Summary of');
  await button(again, 'Stop').click();
  await again.getByRole('status').filter({ hasText: 'Stopped' }).waitFor();
  expect(await summaryOf(again).innerText()).toContain('Summary of');
  expect((await server.settled(server.requests.length - 1)).state).toBe('cut');
  second.release();
  await page.close();
});

test('no error was left in the panel or the worker', async () => {
  expect(await x.problems()).toEqual([]);
});
