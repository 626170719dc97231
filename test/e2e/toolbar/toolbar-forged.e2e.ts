/** Messages that the extension's own script in a page sends, as somebody would who has taken it over: they bring nothing about. */
import type { CDPSession } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../src/lib/protocol/settings/defaults.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { putToolbarOn } from '../kit/pressing.ts';
import { isolatedWorld } from './toolbar-kit.ts';

let x: Harness;
let site: Site;
let world: { readonly devtools: CDPSession; readonly id: number };
beforeAll(async () => {
  [x, site] = await Promise.all([launch(), startSite()]);
  await x.storage.set('local', { settings: DEFAULT_SETTINGS });
  await putToolbarOn(x, site.url);
  world = await isolatedWorld(x, await x.open(site.page('news')));
});
afterAll(() => Promise.all([x.close(), site.close()]));

/** What the worker answers. */
async function send(message: string, gesture: boolean): Promise<unknown> {
  const { result } = await world.devtools.send('Runtime.evaluate', {
    expression: `chrome.runtime.sendMessage(${message})`,
    ...{ contextId: world.id, userGesture: gesture, awaitPromise: true, returnByValue: true },
  });
  return result.value;
}

const act = (action: string): string =>
  `{ type: 'selection.act', action: '${action}', preset: '', text: 'Forged words.', commandId: crypto.randomUUID() }`;
const REFUSED = { ok: false, error: { code: 'selection.not-pressed' } };
const runs = async (): Promise<readonly string[]> =>
  Object.keys(await x.storage.get('session')).filter((key) => /^(?:run|intent|about)\//.test(key));
const toolbar = async (): Promise<unknown> =>
  ((await x.storage.get('local'))['settings'] as { toolbar: unknown }).toolbar;

test('a press that no gesture brought starts nothing, however often it is sent', async () => {
  const answers: unknown[] = [];
  for (const action of ['explain', 'search', 'simplify', 'ask'])
    for (let i = 0; i < 10; i += 1) answers.push(await send(act(action), false));
  expect(answers).toMatchObject(Array(40).fill(REFUSED));
  expect(await runs()).toEqual([]);
});

test('the toolbar is not switched off by it', async () => {
  const before = await toolbar();
  for (const where of ['site', 'everywhere'])
    expect(await send(`{ type: 'selection.hide', where: '${where}' }`, false)).toMatchObject(REFUSED);
  expect(await toolbar()).toEqual(before);
});

test('nor is hiding it undone by it, but in the tab where it was hidden, by a press', async () => {
  const before = await toolbar();
  const { settings } = await x.storage.get('local');
  const after = { ...(before as object), where: 'nowhere' };
  const tabId = await x.inWorker(async () => (await chrome.tabs.query({ active: true })).at(0)?.id ?? -1);
  await x.storage.set('local', { settings: { ...(settings as object), toolbar: after } });
  await x.storage.set('session', { 'toolbar.hidden': { tabId, before, after } });
  expect(await send(`{ type: 'selection.show' }`, false)).toMatchObject(REFUSED);
  expect(await toolbar()).toEqual(after);
  expect(await send(`{ type: 'selection.show' }`, true)).toMatchObject({ ok: true });
  expect(await toolbar()).toEqual(before);
  expect(await send(`{ type: 'selection.show' }`, true)).toMatchObject({ error: { code: 'selection.not-restored' } });
  expect(await send(`{ type: 'selection.hide', where: 'everywhere' }`, true)).toMatchObject({ ok: true });
  expect(await toolbar()).toMatchObject({ where: 'nowhere' });
  expect(await send(`{ type: 'selection.show' }`, true)).toMatchObject({ ok: true });
  expect(await toolbar()).toEqual(before);
});

test('nor does a real gesture help where the toolbar is off', async () => {
  const { settings } = await x.storage.get('local');
  await x.storage.set('local', { settings: { ...(settings as object), toolbar: DEFAULT_SETTINGS.toolbar } });
  expect(await send(act('search'), true)).toMatchObject(REFUSED);
  expect(await runs()).toEqual([]);
  await x.storage.set('local', { settings });
  expect(await send(act('explain'), true)).toMatchObject({ ok: true });
});
