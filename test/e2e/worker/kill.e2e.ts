/** It finishes: the worker is killed at ten moments that the model server or the panel can see, and the answer is the same. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Frame } from '../../../src/lib/agent/frames/frames.ts';
import { gate, reply } from '../../kit/models/model-server-replies.ts';
import { startModelServer, type Exchange, type ModelServer } from '../../kit/models/model-server.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { framesIn, over } from '../kit/asking.ts';
import { until } from '../kit/behind.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { comes, finished, openWithPanel, shows, summarise, useServer } from '../kit/reader.ts';

let x: Harness;
let site: Site;
let server: ModelServer;
let undisturbed = '';
let price: unknown;
let calls = 0;

/** Three parts and a whole with this window. */
const WORDS = 3000;
const CONTEXT = 2600;

beforeAll(async () => {
  [x, site, server] = await Promise.all([launch(), startSite(), startModelServer()]);
  await useServer(x, server, { contextTokens: CONTEXT });
  const { page, panel } = await openWithPanel(x, site.book(WORDS));
  await summarise(panel);
  undisturbed = await finished(panel);
  calls = server.calls.length;
  price = await readPrice();
  await page.close();
});
afterAll(() => Promise.all([x.close(), site.close(), server.close()]));
beforeEach(() => server.respond(() => reply()));

test('an undisturbed run takes several parts and one whole, each asked once', () => {
  expect(calls).toBeGreaterThanOrEqual(4);
  expect(new Set(server.calls.map(bodyOf)).size).toBe(calls);
});

const bodyOf = (exchange: Exchange): string => JSON.stringify(exchange.body);

interface Moment {
  readonly reached: Promise<void>;
  readonly release: () => void;
}
/** Prepares the server for a run whose calls begin at `first`; `nth` counts the run's calls, from the end when negative. */
type Prepare = (first: number) => Moment;
const isCall = (exchange: Exchange, first: number, nth: number): boolean =>
  server.calls.indexOf(exchange) === first + (nth < 0 ? calls + nth : nth);

/** The moment in which a call stands at a text event. */
const atEvent =
  (nth: number, event: number): Prepare =>
  (first) => {
    const held = gate();
    server.respond((exchange) => reply(isCall(exchange, first, nth) ? { before: { [event]: held.pass } } : {}));
    return { reached: held.reached, release: () => held.release() };
  };
/** The moment in which the server has sent a call's whole reply. */
const afterCall =
  (nth: number): Prepare =>
  (first) => {
    let tell = (): void => undefined;
    const reached = new Promise<void>((resolve) => (tell = resolve));
    server.respond((exchange) => async (ex, wire) => {
      await reply()(ex, wire);
      if (isCall(exchange, first, nth)) tell();
    });
    return { reached, release: () => undefined };
  };

const MOMENTS = [
  ['as the first part is asked', atEvent(0, 0)],
  ['in the middle of the first part', atEvent(0, 6)],
  ['when the first part has been sent', afterCall(0)],
  ['as the second part is asked', atEvent(1, 0)],
  ['in the middle of the third part', atEvent(2, 3)],
  ['when the third part has been sent', afterCall(2)],
  ['as the whole is asked', atEvent(-1, 0)],
  ['at the first word of the whole', atEvent(-1, 1)],
  ['in the middle of the whole', atEvent(-1, 12)],
  ['when the whole has been sent', afterCall(-1)],
] as const;

test.each(MOMENTS)('killed %s [R11.9]', async (_name, prepare) => {
  await survives(prepare, true);
});
test.each(MOMENTS)('killed %s, with no panel open [R11.9]', async (_name, prepare) => {
  await survives(prepare, false);
});

/** The frames of the latest run. */
async function latestFrames(): Promise<readonly Frame[]> {
  const cells = await x.storage.get('session');
  return framesIn(cells, (cells['runs'] as readonly string[]).at(-1) ?? '');
}

/** What the latest run's calls cost, as its receipt has it. */
const readPrice = async (): Promise<unknown> =>
  (await latestFrames()).flatMap((frame) =>
    frame.kind === 'usage' ? [[frame.source, frame.input, frame.output, frame.cached]] : [],
  );

async function survives(prepare: Prepare, hasPanel: boolean): Promise<void> {
  const first = server.calls.length;
  const moment = prepare(first);
  const { page, panel } = await openWithPanel(x, site.book(WORDS));
  await summarise(panel);
  await comes(panel, moment.reached, 'the moment of the kill');
  if (!hasPanel) await x.closeSidePanel();
  expect(await x.killWorker()).toBe(true);
  moment.release();
  if (!hasPanel) {
    await until(async () => over(await latestFrames()), 'the run to end by itself', 30_000);
    await x.clickAction(page);
  }
  expect(await finished(hasPanel ? panel : await x.sidePanel())).toBe(undisturbed);
  expect(await readPrice()).toEqual(price);
  const made = server.calls.slice(first);
  const bodies = made.map(bodyOf);
  expect([made.length, new Set(bodies).size]).toEqual([calls, calls]);
  await page.close();
}

test('killed while the page is being read', async () => {
  await useServer(x, server, { contextTokens: 1_000_000, tokenBudget: 2_000_000 }); // a book of 80,000 words in one call
  const read = async (disturb: (panel: Page) => Promise<void>): Promise<string> => {
    const first = server.calls.length;
    const { page, panel } = await openWithPanel(x, site.book(80_000));
    await panel.getByRole('button', { name: 'Summarise this page' }).waitFor();
    const reading = panel.getByRole('status').filter({ hasText: /read/i }).first().waitFor();
    await summarise(panel);
    await reading;
    expect(server.calls).toHaveLength(first); // the page is still being read
    await disturb(panel);
    const text = await finished(panel, 90_000);
    expect(server.calls).toHaveLength(first + 1);
    await page.close();
    return text;
  };
  const whole = await read(() => Promise.resolve());
  const cut = await read(async () => {
    expect(await x.killWorker()).toBe(true);
  });
  expect(cut).toBe(whole);
}, 240_000);

test('a restart is said', async () => {
  await useServer(x, server, { contextTokens: 128_000 });
  const held = gate();
  server.respond(() => reply({ before: { 6: held.pass } }));
  const { page, panel } = await openWithPanel(x, site.page('news'));
  await summarise(panel);
  await comes(panel, held.reached, 'the held event');
  await shows(panel, 'Summary of');
  expect(await x.killWorker()).toBe(true);
  held.release();
  await finished(panel);
  await panel.getByText(/^Worked /).click();
  await panel
    .getByText(/interruption/i)
    .first()
    .waitFor();
  await page.close();
});

test('no error was left behind', async () => {
  // what the browser says of calls that a worker being killed had under way
  expect((await x.problems()).filter((problem) => !problem.includes('No SW'))).toEqual([]);
});
