/**
 * Real idling, with no debugger on the worker: a first word that takes 45 s, a silence of 60 s in mid-reply, and a worker
 * killed with no page of the extension open. These wait in real time, so they run side by side.
 */
import { within } from '../../../scripts/lib/chrome.mjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gate, refuse, reply } from '../../kit/models/model-server-replies.ts';
import { startModelServer, type ModelServer } from '../../kit/models/model-server.ts';
import { settingsOf } from '../../kit/protocol/settings.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { until } from '../kit/behind.ts';
import { rawLaunch, type RawHarness, type RawPage } from '../kit/raw.ts';

const SLOW_MS = 45_000;
const SILENT_MS = 60_000;
const LONG = 180_000;

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

/** Settings for that server, with the browser's grant for it. */
async function useServer(x: RawHarness, server: ModelServer): Promise<void> {
  await x.grantHost('http://127.0.0.1/*');
  await x.setSettings(settingsOf({ endpoint: server.url, model: 'm', contextTokens: 128_000 }));
}

/** Resolves when the page's text matches. Asked from outside: what is awaited inside a page can be lost with it. */
async function shows(page: RawPage, pattern: RegExp, ms: number): Promise<void> {
  let text = '';
  const matches = async (): Promise<boolean> => {
    const asked = within(page.evaluate<string>('document.body.innerText'), 5000, 'an answer of the page');
    text = await asked.catch(() => text);
    return pattern.test(text);
  };
  await until(matches, `${String(pattern)} to show`, ms).catch((thrown: unknown) => {
    throw new Error(`Instead the page shows:\n${text}`, { cause: thrown });
  });
}

const click = (page: RawPage, label: string): Promise<unknown> =>
  page.evaluate((name: string) => {
    const found = [...document.querySelectorAll('button')].find((b) => b.innerText.includes(name));
    if (!found) throw new Error(`No button ${name} in: ${document.body.innerText}`);
    found.click();
  }, label);

/** The panel over an article, with the summary just begun. */
async function begin(x: RawHarness, server: ModelServer): Promise<{ page: RawPage; panel: RawPage }> {
  await useServer(x, server);
  const page = await x.open(site.page('news'));
  await x.clickAction(page);
  const panel = await x.sidePanel();
  await shows(panel, /Summarise this page/, 20_000);
  await click(panel, 'Summarise this page');
  return { page, panel };
}

describe.concurrent('with no debugger attached', () => {
  test(
    'a first word that takes 45 s arrives, and the panel says meanwhile what it waits for',
    async () => {
      const server = await startModelServer(() =>
        reply({ before: { 0: () => new Promise((resolve) => setTimeout(resolve, SLOW_MS)) } }),
      );
      const x = await rawLaunch();
      try {
        const { panel } = await begin(x, server);
        await shows(panel, /waiting for the model/i, 20_000);
        await shows(panel, /Fingerprint/, 90_000);
        expect(server.calls).toHaveLength(1);
      } finally {
        await x.close();
        await server.close();
      }
    },
    LONG,
  );

  test(
    'a silence of 60 s in mid-reply is sat out: one call, and the whole answer',
    async () => {
      const server = await startModelServer(() =>
        reply({ before: { 4: () => new Promise((resolve) => setTimeout(resolve, SILENT_MS)) } }),
      );
      const x = await rawLaunch();
      try {
        const { panel } = await begin(x, server);
        await shows(panel, /Summary of/, 20_000);
        await shows(panel, /Fingerprint/, 105_000);
        expect(server.calls).toHaveLength(1);
        expect(server.calls[0]?.state).toBe('finished');
      } finally {
        await x.close();
        await server.close();
      }
    },
    LONG,
  );

  test(
    'killed mid-stream with no page of the extension open: the reply goes on, the next worker takes it up, nothing is asked again [R11.9]',
    async () => {
      const held = gate();
      const server = await startModelServer(() => reply({ before: { 6: held.pass } }));
      const x = await rawLaunch();
      try {
        const { page, panel } = await begin(x, server);
        await within(held.reached, 30_000, 'the call to be under way');
        await server.nextRequest();
        await panel.close();
        expect(await x.killWorker()).toBe(true);
        await until(() => Promise.resolve(x.workerRuns()), 'the hidden page to wake the next worker', 20_000);
        held.release();
        expect((await server.settled(0)).state).toBe('finished');
        await x.clickAction(page);
        await shows(await x.sidePanel(), /Fingerprint/, 60_000);
        expect(server.calls).toHaveLength(1);
      } finally {
        await x.close();
        await server.close();
      }
    },
    LONG,
  );

  test(
    'killed between two calls with no page of the extension open: the alarm wakes the worker and the run ends the same [R6.2b]',
    async () => {
      const server = await startModelServer(({ index }) =>
        index === 0 ? refuse(429, 'Slow down.', 'rate_limit', { 'retry-after': '5' }) : reply(),
      );
      const x = await rawLaunch();
      try {
        const { page, panel } = await begin(x, server);
        await shows(panel, /too many requests|slow down|wait/i, 20_000);
        await server.nextRequest();
        await panel.close();
        expect(await x.killWorker()).toBe(true);
        const again = await within(server.nextRequest(), 90_000, 'the alarm to wake the worker'); // nothing else can have
        expect((await server.settled(again.index)).state).toBe('finished');
        await x.clickAction(page);
        await shows(await x.sidePanel(), /Fingerprint/, 60_000);
        expect(server.calls[1]?.body).toEqual(server.calls[0]?.body);
      } finally {
        await x.close();
        await server.close();
      }
    },
    LONG,
  );
});
