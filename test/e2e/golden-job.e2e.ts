/** The main job on pages of every kind: the summary streams, the counter counts, stop stops, reopening replays. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gate, reply, figuresOf } from '../kit/model-server-replies.ts';
import { startModelServer, type ModelServer } from '../kit/model-server.ts';
import { golden, goldenNames, startSite, type Site } from '../kit/site.ts';
import { launch, type Harness } from './harness.ts';
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
} from './reader.ts';

let x: Harness;
let site: Site;
let server: ModelServer;

beforeAll(async () => {
  [x, site, server] = await Promise.all([launch(), startSite(), startModelServer()]);
});
afterAll(() => Promise.all([x.close(), site.close(), server.close()]));

describe.each(goldenNames())('%s', (name) => {
  const { ready, title } = golden(name);

  test('without a model: one click gives a summary in the page’s own words [J2a] [J8e]', async () => {
    await x.setSettings({});
    const { page, panel } = await openWithPanel(x, site.page(name));
    if (ready !== undefined) await page.locator(ready).first().waitFor();
    await summarise(panel);
    const text = await finished(panel);
    expect(text.length).toBeGreaterThan(60);
    const tokens = await tokensOf(panel);
    expect(tokens.input).toBeGreaterThan(0);
    expect(tokens.output).toBeGreaterThan(0);
    await page.close();
  });

  test('with a model server: streams, counts, stops, replays [J2a] [J6b]', async () => {
    await useServer(x, server, { contextTokens: 128_000 });
    const held = gate();
    server.respond(() => reply({ before: { 5: held.pass } }));
    const { page, panel } = await openWithPanel(x, site.page(name));
    if (ready !== undefined) await page.locator(ready).first().waitFor();
    await summarise(panel);
    await comes(panel, held.reached, 'the held event');
    await shows(panel, title.slice(0, 8)); // part of the answer is there before the rest has been sent

    await x.closeSidePanel();
    await x.clickAction(page);
    const again = await x.sidePanel();
    await shows(again, title.slice(0, 8)); // a panel opened in the middle shows what was streamed so far
    held.release();
    const text = await finished(again);
    expect(text).toContain(`Summary of ${title}`);
    const exchange = server.calls.at(-1);
    const usage = exchange && figuresOf(exchange, '');
    expect((await tokensOf(again)).input).toBe(usage?.input);

    const second = gate();
    server.respond(() => reply({ before: { 8: second.pass } }));
    await command(again, 'Summarise this page');
    await comes(again, second.reached, 'the second held event');
    await shows(again, 'Summary of');
    await button(again, 'Stop').click();
    await again.getByRole('status').filter({ hasText: 'Stopped' }).waitFor();
    expect(await summaryOf(again).innerText()).toContain('Summary of'); // what had come stays
    expect((await server.settled(server.requests.length - 1)).state).toBe('cut');
    second.release();
    await page.close();
  });
});

test('no error was left in the panel or the worker', async () => {
  expect(await x.problems()).toEqual([]);
});
