/**
 * Runs by the clock, in the store build: made in the settings, started by the browser's own alarm, seen in History. Its page
 * stands behind a public name by the browser's resolver rules; what a night asleep leaves is written into the storage.
 */
import type { ServerResponse } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { KeptSchedule } from '../../../src/lib/protocol/schedules.ts';
import { agentReply, pastCalls } from '../../kit/models/model-server-agent.ts';
import { startModelServer, type ModelServer } from '../../kit/models/model-server.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { placeHosts, startWebHost, type WebHost } from '../../kit/web/web-host.ts';
import { until } from '../kit/behind.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { checkLook } from '../kit/looks.ts';
import { button, openSettings, openWithPanel, telling, useServer } from '../kit/reader.ts';

const NEWS = 'http://news.example.org';
const HOUR = 60 * 60_000;
let x: Harness;
let web: WebHost;
let site: Site;
let model: ModelServer;

beforeAll(async () => {
  [web, site, model] = await Promise.all([startWebHost(), startSite(), startModelServer()]);
  x = await launch({ args: placeHosts({ 'news.example.org': web }) });
  await useServer(x, model);
  await x.grantHost(`${NEWS}/*`); // the browser's question, answered with yes
});
afterAll(async () => {
  await x.close();
  await Promise.all([web, site, model].map((each) => each.close()));
});

const answer = (response: ServerResponse, ...lines: readonly string[]): unknown =>
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end(`<title>Harbour</title><main><h1>Harbour</h1>${lines.map((line) => `<p>${line}</p>`).join('')}</main>`);

const kept = async (name: string): Promise<KeptSchedule | undefined> => {
  const { schedules } = (await x.storage.get('local'))['schedules'] as { readonly schedules: readonly KeptSchedule[] };
  return schedules.find(({ schedule }) => schedule.name === name);
};
const outcome = async (name: string, kind: string): Promise<boolean> => (await kept(name))?.outcomes[0]?.kind === kind;
const row = (settings: Page, name: string) => settings.locator('ul.models > li').filter({ hasText: name });

async function addSchedule(settings: Page, name: string, path: string, change: () => Promise<void>): Promise<void> {
  await button(settings, 'Add a schedule').click();
  await settings.getByLabel('Address of the page', { exact: true }).fill(NEWS + path);
  await settings.getByLabel('Name', { exact: true }).fill(name);
  await change();
  await button(settings, 'Save schedule').click();
  await row(settings, name).waitFor();
}

/** As after a night asleep: it was due two hours ago, and the browser's alarm rings. */
async function wakeLate(name: string): Promise<void> {
  await until(isAtRest, 'the worker to have written what it does');
  const { schedules } = (await x.storage.get('local'))['schedules'] as { readonly schedules: readonly KeptSchedule[] };
  const late = schedules.map((each) =>
    each.schedule.name === name ? { ...each, next: Date.now() - 2 * HOUR, seenAt: Date.now() - 2 * HOUR } : each,
  );
  await x.storage.set('local', { schedules: { version: 1, schedules: late } });
  await ring();
}
/** The worker sets the alarm near before it does anything, and far once it is done. */
const isAtRest = (): Promise<boolean> =>
  x.inExtension((page) =>
    page.evaluate(async () => ((await chrome.alarms.get('schedules'))?.scheduledTime ?? 0) > Date.now() + 90_000),
  );
const ring = (): Promise<void> =>
  x.inExtension((page) => page.evaluate(() => chrome.alarms.create('schedules', { when: Date.now() })));

test('a schedule is made in the settings, runs by its alarm, late and said, and stands in History [R7.6a]', async () => {
  web.on('/today', (_, response) => void answer(response, 'The harbour is closed for dredging until Friday noon.'));
  const settings = await openSettings(x, 'schedules');
  await button(settings, 'Add a schedule').click();
  await button(settings, 'Save schedule').click();
  await settings.getByText('Write what to ask.').or(settings.getByText('Enter an address')).first().waitFor();
  await checkLook(x, settings, 'schedule-editor');
  await button(settings, 'Cancel').click();
  await addSchedule(settings, 'Morning', '/today', () => button(settings, 'Summary').click());
  await row(settings, 'Morning').getByText('Next: ').waitFor();
  expect(model.calls).toHaveLength(0);
  await wakeLate('Morning');
  await row(settings, 'Morning').getByText('Done. The answer is in History.').waitFor();
  await row(settings, 'Morning').getByText('Late. It was due at').waitFor();
  expect(model.calls).toHaveLength(1);
  expect(JSON.stringify(model.calls[0]?.body)).toContain('dredging');
  const { claim, months, next } = (await kept('Morning')) ?? {};
  expect(claim).toBeNull();
  expect(months?.[0]?.spent).toBeGreaterThan(0);
  expect(next).toBeGreaterThan(Date.now());
  await checkLook(x, settings, 'schedule-list');
  await settings.close();

  const { page, panel } = await openWithPanel(x, site.page('news'));
  await telling(panel, button(panel, 'History').click());
  const entry = panel.getByRole('listitem').filter({ hasText: 'By schedule: Morning' });
  await telling(panel, entry.waitFor());
  await checkLook(x, panel, 'schedule-history');
  await entry.getByRole('button').first().click();
  await telling(panel, panel.getByRole('article', { name: 'Summary' }).waitFor());
  await page.close();
});

test('a worker that dies between alarm and start leads to one request [R7.6a]', async () => {
  let held: ServerResponse | null = null;
  web.on('/held', (_, response) => {
    if (held === null) held = response;
    else void answer(response, 'The pilots strike on Monday, the port authority says.');
  });
  const settings = await openSettings(x, 'schedules');
  await addSchedule(settings, 'Held', '/held', () => button(settings, 'Summary').click());
  const had = model.calls.length;
  await wakeLate('Held');
  await until(() => Promise.resolve(held !== null), 'the page to be asked for');
  expect((await kept('Held'))?.claim?.state).toBe('claimed');
  expect(await x.killWorker()).toBe(true);
  await ring();
  await until(() => outcome('Held', 'done'), 'the run to be over');
  expect(model.calls).toHaveLength(had + 1);
  await until(isAtRest, 'the worker to be done');
  const rungAt = Date.now();
  await ring();
  await until(async () => ((await kept('Held'))?.seenAt ?? 0) >= rungAt, 'the alarm to be heard');
  await until(isAtRest, 'the worker to be done');
  expect((await kept('Held'))?.claim).toBeNull();
  expect(model.calls).toHaveLength(had + 1);
  await settings.close();
});

test('a page that changes runs it, with the difference; a look that finds nothing new takes no tokens', async () => {
  const lines = ['The ferry sails at eight in the morning.'];
  web.on('/ferry', (_, response) => void answer(response, ...lines));
  const settings = await openSettings(x, 'schedules');
  await addSchedule(settings, 'Ferry', '/ferry', async () => {
    await button(settings, 'Question').click();
    await settings.getByLabel('Question', { exact: true }).fill('When does it sail?');
    await button(settings, 'When the page changes').click();
  });
  await row(settings, 'Ferry').getByText('First check').waitFor();
  const had = model.calls.length;
  await wakeLate('Ferry');
  await row(settings, 'Ferry').getByText('Nothing has changed.').waitFor();
  expect(model.calls).toHaveLength(had);
  lines.push('A second ferry sails at noon from next week.');
  await wakeLate('Ferry');
  await row(settings, 'Ferry').getByText('Done. The answer is in History.').waitFor();
  expect(JSON.stringify(model.calls.at(-1)?.body)).toContain('+ A second ferry sails at noon');
  await row(settings, 'Ferry').getByText('What changed').click();
  await row(settings, 'Ferry').locator('ins').getByText('A second ferry').waitFor();
  await checkLook(x, settings, 'schedule-change');
  await settings.close();
});

test('a run that needs a yes waits for it, says so, and holds up the next [R7.6a]', async () => {
  web.on('/links', (_, response) => void answer(response, 'More at the office of the port.'));
  await useServer(x, model, { contextTokens: 128_000 });
  model.respond(() =>
    agentReply((exchange) => {
      const [opened] = pastCalls(exchange).filter(({ name }) => name === 'open_link');
      if (opened) return { text: 'It was not opened.' };
      return { calls: [{ name: 'open_link', arguments: { reasoning: 'See.', url: 'https://port.example.net/' } }] };
    }),
  );
  const settings = await openSettings(x, 'schedules');
  await addSchedule(settings, 'Links', '/links', async () => {
    await button(settings, 'Question').click();
    await settings.getByLabel('Question', { exact: true }).fill('What does the port say?');
  });
  await wakeLate('Links');
  await row(settings, 'Links').getByText('Needs your answer').waitFor();
  const badge = (): Promise<string> => x.inExtension((page) => page.evaluate(() => chrome.action.getBadgeText({})));
  await until(async () => (await badge()) === '?', 'the icon to say so');
  await wakeLate('Links');
  await row(settings, 'Links').getByText('Not run. The run before still waits for your answer in History.').waitFor();

  const { page, panel } = await openWithPanel(x, site.page('news'));
  await telling(panel, button(panel, 'History').click());
  await telling(
    panel,
    panel.getByRole('listitem').filter({ hasText: 'By schedule: Links' }).getByRole('button').first().click(),
  );
  await telling(panel, button(panel, 'Continue here').click());
  await telling(panel, button(panel, 'Decline').waitFor());
  await button(panel, 'Decline').click({ delay: 500 });
  await row(settings, 'Links').getByText('Done. The answer is in History.').waitFor();
  await until(async () => (await badge()) === '', 'the icon to be as before');
  await page.close();
  await settings.close();
  model.respond(() => undefined);
});

test('a schedule that is removed is brought back, switched off does not run, and runs at once by a press', async () => {
  web.on('/off', (_, response) => void answer(response, 'Nothing to see in the old port.'));
  const settings = await openSettings(x, 'schedules');
  await addSchedule(settings, 'Off', '/off', () => button(settings, 'Summary').click());
  await button(settings, 'Remove Off').click();
  await button(settings, 'Undo removing Off').click();
  await settings.getByLabel('Off: on', { exact: true }).click();
  await row(settings, 'Off').getByText('Off ·').waitFor();
  const had = model.calls.length;
  await button(settings, 'Run now: Off').click();
  await row(settings, 'Off').getByText('Done. The answer is in History.').waitFor();
  expect(model.calls).toHaveLength(had + 1);
  await settings.close();
});
