/**
 * Pages of the web, read from a worker in real Chromium under the manifest of the store build. Servers stand behind public
 * names by the browser's own resolver rules, so that the guard has no hole for tests.
 */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOT_PUBLIC_PATTERNS } from '../../src/lib/pipeline/web/web-address.ts';
import { pageScript } from '../kit/page-script.ts';
import { pdfFile } from '../kit/pdf-files.ts';
import { startWebHost, type WebHost } from '../kit/web-host.ts';
import type { WebAnswer } from '../kit/web-worker.ts';
import { type Harness, launch, STORE_BUILD } from './harness.ts';

const NEWS = 'http://news.example.org';
const PAGES = 'http://pages.example.com';

let web: WebHost;
let inside: WebHost;
let folder: string;
let x: Harness;

beforeAll(async () => {
  let script: string;
  [web, inside, folder, script] = await Promise.all([
    startWebHost(),
    startWebHost(),
    mkdtemp(join(tmpdir(), 'web-')),
    pageScript('web-worker.ts'),
  ]);
  await cp(STORE_BUILD, folder, { recursive: true });
  await writeFile(join(folder, 'service-worker-loader.js'), script);
  const [out, home] = [`127.0.0.1:${String(web.port)}`, `127.0.0.1:${String(inside.port)}`];
  const names = [
    `MAP news.example.org ${out}`,
    `MAP pages.example.com ${out}`,
    `MAP nas.lan ${home}`,
    `MAP printer ${home}`,
  ];
  x = await launch({ extension: folder, args: [`--host-resolver-rules=${names.join(', ')}`] });
});
afterAll(async () => {
  await x.close();
  await Promise.all([web.close(), inside.close(), rm(folder, { recursive: true, force: true })]);
});

const read = (url: string): Promise<WebAnswer> => x.inWorker((address) => globalThis.readWeb(address), url);

async function troubleAt(url: string): Promise<string> {
  const answer = await read(url);
  return 'error' in answer ? answer.error.code : `read: ${answer.page.article.markdown.slice(0, 100)}`;
}

async function textAt(url: string): Promise<string> {
  const answer = await read(url);
  return 'page' in answer ? answer.page.article.markdown : `trouble: ${JSON.stringify(answer.error)}`;
}

let made = 0;

/** An address of one's own that answers so. */
function serve(type: string, body: string | Buffer, headers: Readonly<Record<string, string>> = {}): string {
  const path = `/made/${String((made += 1))}`;
  web.on(path, (_, response) => response.writeHead(200, { 'content-type': type, ...headers }).end(body));
  return path;
}

function sendOn(to: string): string {
  const path = `/on/${String((made += 1))}`;
  web.on(path, (_, response) => response.writeHead(302, { location: to }).end());
  return path;
}

const ARTICLE = `<!doctype html><html lang="en"><head><title>Herring | News</title><base href="/archive/">
  <link rel="stylesheet" href="/style.css"><script src="/script.js"></script><meta http-equiv="refresh" content="0; url=/away">
  <style>@import "/import.css"; body { background: url(/background.png) }</style></head>
  <body onload="fetch('/ran')"><main><h1>Herring</h1><p>The herring came in on <a href="1902.html">Tuesday</a>, which nobody
  had foreseen, and the price fell to a crown a barrel before noon.</p><p hidden>SECRET</p><img src="/picture.png" alt="Boats">
  <video src="/film.mp4"></video><iframe src="/frame"></iframe><object data="/object"></object>
  <p>${'The harbour was full and the bells were rung. '.repeat(20)}</p></main></body></html>`;

test('no page is asked for before the person has allowed it', async () => {
  expect(await troubleAt(NEWS + serve('text/html', ARTICLE))).toBe('web.no-access');
  expect(web.connections()).toBe(0);
  await x.grantHost('<all_urls>');
});

test('a page is read: its title, its text, its links made absolute', async () => {
  const answer = await read(NEWS + serve('text/html; charset=utf-8', ARTICLE));
  expect(answer).toMatchObject({ page: { fetched: true, article: { title: 'Herring', language: 'en' } } });
  const text = 'page' in answer ? answer.page.article.markdown : '';
  expect(text).toContain(`[Tuesday](${NEWS}/archive/1902.html)`);
  expect(text).toContain('a crown a barrel');
  expect(text).not.toContain('SECRET');
});

test('nothing that the page names is loaded, nothing of it runs, and nobody learns who reads it', async () => {
  const page = await x.open(`${NEWS}${serve('text/html', '<p>in a tab</p>', { 'set-cookie': 'who=me; Path=/' })}`);
  await page.close();
  const from = web.visits.length;
  const path = serve('text/html', ARTICLE);
  expect(await textAt(NEWS + path)).toContain('herring');
  expect(await textAt(NEWS + serve('text/html', '<p>A page that is read after it.</p>'))).toContain('after it');
  const since = web.visits.slice(from);
  expect(since.map((visit) => visit.path)).toEqual([path, `/made/${String(made)}`]);
  for (const { headers } of since) {
    expect(headers.cookie).toBeUndefined();
    expect(headers.referer).toBeUndefined();
    expect(headers.origin).toBeUndefined();
  }
});

test('plain text, Markdown, JSON and a PDF are read', async () => {
  expect(await textAt(NEWS + serve('text/plain', 'Plain words & <b>signs</b>'))).toBe('Plain words & <b>signs</b>');
  expect(await textAt(NEWS + serve('text/markdown', '# Oars\n\nMade of ash.'))).toContain('Made of ash.');
  expect(await textAt(NEWS + serve('application/json', '{"oars": 2}'))).toBe('```json\n{"oars": 2}\n```');
  const pdf = pdfFile('guide') ?? '';
  expect(await textAt(NEWS + serve('application/pdf', pdf))).toContain('four crowns a night');
  expect(await textAt(NEWS + serve('application/octet-stream', pdf))).toContain('four crowns a night');
});

test('letters arrive in whatever charset: the header’s, the mark’s, the page’s own', async () => {
  const latin = (markup: string): Buffer => Buffer.from(markup, 'latin1');
  expect(await textAt(NEWS + serve('text/html; charset=iso-8859-1', latin('<p>Größe')))).toContain('Größe');
  expect(await textAt(NEWS + serve('text/html', latin('<meta charset="iso-8859-1"><p>Größe')))).toContain('Größe');
  expect(await textAt(NEWS + serve('text/html', '<p>Größe 漢字'))).toContain('Größe 漢字');
  expect(await textAt(NEWS + serve('text/html', Buffer.from('\ufeff<p>Größe 漢字', 'utf16le')))).toContain('漢字');
  const japanese = Buffer.from([0x93, 0xfa, 0x96, 0x7b]);
  expect(await textAt(NEWS + serve('text/plain; charset=Shift_JIS', japanese))).toBe('日本');
});

test('what is no page, is empty, or is refused says so', async () => {
  expect(await troubleAt(NEWS + serve('image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0])))).toBe('web.type');
  expect(await troubleAt(NEWS + serve('application/zip', 'PK'))).toBe('web.type');
  expect(await troubleAt(NEWS + serve('text/html', '<div id="app"></div><script>render()</script>'))).toBe('web.empty');
  expect(await troubleAt(`${NEWS}/nowhere`)).toBe('web.status');
  expect(await troubleAt('http://unknown.example.net:1/')).toBe('web.unreachable');
});

test('a page that is too large is left where it is, with or without being told its length', async () => {
  const large = Buffer.alloc(4_000_001, 'word ');
  expect(await troubleAt(NEWS + serve('text/html', large))).toBe('web.too-large');
  const path = '/endless';
  let stopped = (): void => undefined;
  const gone = new Promise<void>((done) => (stopped = done));
  web.on(path, (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const more = (): void => {
      while (!response.destroyed && response.write(large.subarray(0, 100_000)));
    };
    response.on('drain', more).on('close', stopped);
    more();
  });
  expect(await troubleAt(NEWS + path)).toBe('web.too-large');
  await gone;
});

test('a page that would hold a parser for minutes is read like any other', async () => {
  const bold = Array.from({ length: 2000 }, (_, i) => `<b id=${String(i)}>`).join('');
  for (const trap of [`${bold}${'<p>Words.'.repeat(2000)}`, '<div>'.repeat(700_000), '<template>'.repeat(300_000)])
    expect(await textAt(NEWS + serve('text/html', `<p>The herring came in.${trap}`))).toContain('herring');
});

test('a connection that breaks off, and a server that says nothing for too long, are told', async () => {
  web.on('/cut', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '100000' });
    response.write('<p>Half a', () => response.destroy());
  });
  expect(await troubleAt(`${NEWS}/cut`)).toBe('web.unreachable');
  web.on('/slow', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.write('<p>And then');
  });
  expect(await troubleAt(`${NEWS}/slow`)).toBe('web.timeout');
});

test('a redirect to another public host is followed, and the page is known by where it was found', async () => {
  const there = serve('text/html', '<p>Moved here with all its words.</p>');
  const from = NEWS + sendOn(PAGES + there);
  expect(await read(from)).toMatchObject({ page: { article: { url: PAGES + there }, fetched: true } });
  expect(await read(PAGES + there)).toMatchObject({ page: { fetched: false } });
  expect(await read(from)).toMatchObject({ page: { fetched: false } });
});

test('a redirect towards a private host reaches no server, at the first hop or a later one', async () => {
  const port = String(inside.port);
  inside.on('/s', (_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('the secret'));
  const hosts = [
    ...['127.0.0.1', 'localhost', 'localhost.', '2130706433', '0x7f.1', '0177.0.0.1', '[::ffff:127.0.0.1]', '[::1]'],
    ...['user:pass@127.0.0.1', '0.0.0.0', '127.0.0.1.', '127.9.9.9', 'a.localhost', '%31%32%37.0.0.1'],
  ].map((host) => `http://${host}:${port}/s`);
  for (const target of [...hosts, 'http://nas.lan/s', 'http://NAS.LAN./s', 'http://printer/s', 'http://printer./s']) {
    expect(await troubleAt(NEWS + sendOn(target)), target).toBe('web.redirected');
    expect(await troubleAt(NEWS + sendOn(PAGES + sendOn(target))), target).toBe('web.redirected');
    expect(await troubleAt(target), target).toBe('web.private');
  }
  expect(inside.connections()).toBe(0);
});

test('a redirect that never ends is given up', async () => {
  web.on('/round', (_, response) => response.writeHead(302, { location: '/round' }).end());
  expect(await troubleAt(`${NEWS}/round`)).toBe('web.redirected');
});

test('a server that the person set up is reached where it is, and a redirect towards it is not', async () => {
  const own = `http://127.0.0.1:${String(inside.port)}`;
  inside.on('/models', (_, response) => response.end('own models'));
  const ask = (path: string): Promise<string> =>
    x.inWorker(([endpoint, at]) => globalThis.askOwn(endpoint, at), [own, path] as const);
  expect(await ask('/models')).toBe('own models');
  expect(inside.visits.map(({ path }) => path)).toEqual(['/models']);
  expect(await troubleAt(NEWS + sendOn(`${own}/models`))).toBe('web.redirected');
  expect(await troubleAt(NEWS + sendOn(`${own}/models#own-${'0'.repeat(32)}`))).toBe('web.redirected');
  expect(inside.visits).toHaveLength(1);
});

test('several readers of one page at once make one request; so does a worker that has died meanwhile', async () => {
  const path = serve('text/html', '<p>Wanted by many at once.</p>');
  const asked = (): number => web.visits.filter((visit) => visit.path === path).length;
  const answers = await Promise.all([read(NEWS + path), read(`${NEWS}${path}#a`), read(`${NEWS}${path}?utm_source=x`)]);
  expect(answers.every((answer) => 'page' in answer)).toBe(true);
  expect(asked()).toBe(1);
  expect(await x.killWorker()).toBe(true);
  expect(await read(NEWS + path)).toMatchObject({ page: { fetched: false } });
  expect(asked()).toBe(1);
  const rules = await x.inWorker(() => chrome.declarativeNetRequest.getSessionRules());
  expect(rules).toHaveLength(NOT_PUBLIC_PATTERNS.length + 1); // they outlive the worker, as what it had fetched does
});
