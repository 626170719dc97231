/**
 * A schedule of Chrome's own reading list, made in the settings. The permission stands in the manifest of this copy of the build:
 * nobody can answer the browser's question here.
 */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { KeptSchedule } from '../../../src/lib/protocol/schedules.ts';
import { startModelServer, type ModelServer } from '../../kit/models/model-server.ts';
import { placeHosts, startWebHost, type WebHost } from '../../kit/web/web-host.ts';
import { until } from '../kit/behind.ts';
import { launch, STORE_BUILD, type Harness } from '../kit/harness.ts';
import { checkLook } from '../kit/looks.ts';
import { button, openSettings, useServer } from '../kit/reader.ts';

const SITE = 'http://news.example.org';
let x: Harness;
let web: WebHost;
let model: ModelServer;
let extension: string;

beforeAll(async () => {
  [web, model] = await Promise.all([startWebHost(), startModelServer()]);
  extension = await mkdtemp(join(tmpdir(), 'knowledgelens-list-'));
  await cp(STORE_BUILD, extension, { recursive: true });
  const path = join(extension, 'manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8')) as Record<string, readonly string[]>;
  const optional = manifest['optional_permissions']?.filter((name) => name !== 'readingList') ?? [];
  const permissions = [...(manifest['permissions'] ?? []), 'readingList'];
  await writeFile(path, JSON.stringify({ ...manifest, permissions, optional_permissions: optional }));
  x = await launch({ extension, args: placeHosts({ 'news.example.org': web }) });
  await useServer(x, model);
  await x.grantHost('<all_urls>');
});
afterAll(async () => {
  await x.close();
  await Promise.all([web.close(), model.close(), rm(extension, { recursive: true })]);
});

const loadKept = async (): Promise<KeptSchedule | undefined> =>
  ((await x.storage.get('local'))['schedules'] as { readonly schedules: readonly KeptSchedule[] } | undefined)
    ?.schedules[0];
const addEntry = (path: string): Promise<void> =>
  x.inExtension((page) =>
    page.evaluate(
      (url) => chrome.readingList.addEntry({ url, title: `About ${url}`, hasBeenRead: false }),
      SITE + path,
    ),
  );

test('a page that is added to the reading list wakes the worker, and runs once, with those added beside it [R7.6b]', async () => {
  for (const path of ['/gauge', '/locks'])
    web.on(path, (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(
        `<title>${path}</title><main><h1>${path}</h1><p>The harbour says what is new of ${path} today.</p></main>`,
      );
    });
  await addEntry('/old');
  const settings = await openSettings(x, 'schedules');
  await button(settings, 'Add a schedule').click();
  await button(settings, 'Summary').click();
  await button(settings, 'When the reading list grows').click();
  await checkLook(x, settings, 'schedule-list-editor');
  await button(settings, 'Save schedule').click();
  await settings.getByText('Summary · when the reading list grows').waitFor();
  await until(async () => (await loadKept())?.outcomes[0]?.kind === 'first', 'the first look');
  expect(model.calls).toHaveLength(0);

  const before = (await loadKept())?.next ?? 0;
  await x.killWorker();
  await addEntry('/gauge');
  await addEntry('/locks');
  await until(async () => ((await loadKept())?.next ?? before) < before - 3_600_000, 'the look to be soon');
  const [kept] = [await loadKept()];
  await x.storage.set('local', { schedules: { version: 1, schedules: [{ ...kept, next: Date.now() - 1 }] } });
  await x.inExtension((page) => page.evaluate(() => chrome.alarms.create('schedules', { when: Date.now() })));
  await settings.getByText('Done. The answer is in History.').waitFor();
  const prompts = JSON.stringify(model.calls.map(({ body }) => body));
  expect(prompts).toContain('new of /gauge today');
  expect(prompts).toContain('new of /locks today');
  expect(prompts).not.toContain('/old');
  await settings.getByText('2 pages', { exact: true }).waitFor();
  await checkLook(x, settings, 'schedule-list-row');
  expect(await x.problems()).toEqual([]);
});
