/**
 * Pages of the web, read by a model's call in a run of the store build. Servers stand behind public names by the browser's own
 * resolver rules, so that the guard has no hole for tests.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOT_PUBLIC_PATTERNS } from '../../../src/lib/pipeline/web/private-hosts.ts';
import { findAddressProblem } from '../../../src/lib/pipeline/web/web-address.ts';
import { BLOCKED, PUBLIC } from '../../kit/web/addresses.ts';
import type { Frame, ToolResultFrame } from '../../../src/lib/agent/frames/frames.ts';
import { pastCalls, offeredTools } from '../../kit/models/model-server-agent.ts';
import { startModelServer, type ModelServer } from '../../kit/models/model-server.ts';
import { pdfFile } from '../../kit/pages/pdf-files.ts';
import { startSearchServer, type SearchServer } from '../../kit/web/search-server.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { placeHosts, startWebHost, type WebHost } from '../../kit/web/web-host.ts';
import { framesOfTheRun, storedText } from '../kit/asking.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { openWithPanel, useServer } from '../kit/reader.ts';
import { answered, askWeb, found, minded } from '../kit/researching.ts';
import { parseUrl } from '../../../src/lib/base/urls.ts';

const NEWS = 'http://news.example.org';
const PAGES = 'http://pages.example.com';
/** What the engine finds first, whatever it is asked. */
const KNOWN = found('Harbour', `${NEWS}/known`);

let web: WebHost;
let inside: WebHost;
let site: Site;
let server: ModelServer;
let engine: SearchServer;
let x: Harness;

beforeAll(async () => {
  [web, inside, site, server, engine] = await Promise.all([
    startWebHost(),
    startWebHost(),
    startSite(),
    startModelServer(),
    startSearchServer(() => [KNOWN]),
  ]);
  web.on('/known', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>The harbour.'));
  const outside = { 'news.example.org': web, 'pages.example.com': web };
  x = await launch({ args: placeHosts(outside, { 'nas.lan': inside, printer: inside, 'inside.example.net': inside }) });
  await useServer(x, server, { contextTokens: 128_000, search: { engines: [engine.config('searxng')] } });
});
afterAll(async () => {
  await x.close();
  await Promise.all([web, inside, site, server, engine].map((each) => each.close()));
});

/** What a model may call at once. */
const AT_ONCE = 8;

interface Page {
  readonly title: string;
  readonly language: unknown;
  readonly text: string;
}
type Answer = { readonly page: Page } | { readonly error: string };

/** Asks a question that names those addresses; the model reads them all at once. What came of each, in their order. */
async function readAll(urls: readonly string[]): Promise<readonly Answer[]> {
  if (urls.length > AT_ONCE)
    return [...(await readAll(urls.slice(0, AT_ONCE))), ...(await readAll(urls.slice(AT_ONCE)))];
  const calls = urls.map((ref) => ({ name: 'read_url', arguments: { reasoning: 'They named it.', ref } }));
  const answer: NonNullable<Parameters<typeof minded>[0]>['answer'] = (exchange) =>
    offeredTools(exchange).includes('read_url') && !pastCalls(exchange).some(({ name }) => name === 'read_url')
      ? { calls }
      : { text: 'It was read.' };
  server.respond(minded({ useful: [KNOWN.title], answer }));
  const { page, panel } = await openWithPanel(x, site.page('news'));
  await askWeb(panel, `What do these say? ${urls.join(' ')}`);
  await answered(panel);
  const frames = await framesOfTheRun(x);
  const answers: Answer[] = [];
  for (const frame of frames)
    if (frame.kind === 'tool.call' && frame.tool === 'read_url')
      answers[frame.ordinal] = await answerOf(frame.key, frames);
  expect(answers).toHaveLength(urls.length);
  await page.close();
  return answers;
}

async function answerOf(key: string, frames: readonly Frame[]): Promise<Answer> {
  const results = frames.filter((frame): frame is ToolResultFrame => frame.kind === 'tool.result' && frame.key === key);
  const error = results.at(-1)?.error;
  if (error) return { error: error.code };
  const all = frames.flatMap((frame) => (frame.kind === 'tool.result' ? frame.objects : []));
  const { title, uri } = results.at(-1)?.content.find((block) => block.type === 'resource') ?? {};
  const read = all.find((object) => object.name === 'web' && object.meta.url === uri);
  if (!read) throw new Error(`Nothing was read: ${JSON.stringify(results)}`);
  return {
    page: {
      title: title ?? '',
      language: read.name === 'web' ? read.meta.language : '',
      text: await storedText(x, read.body.hash),
    },
  };
}

async function read(url: string): Promise<Answer> {
  const [answer] = await readAll([url]);
  return answer ?? { error: 'Nothing was called.' };
}

const errorIn = (answer: Answer): string =>
  'error' in answer ? answer.error : `read: ${answer.page.text.slice(0, 100)}`;
const textIn = (answer: Answer): string => ('page' in answer ? answer.page.text : `error: ${answer.error}`);
const errorAt = async (url: string): Promise<string> => errorIn(await read(url));
const textAt = async (url: string): Promise<string> => textIn(await read(url));
const errorsAt = async (...urls: readonly string[]): Promise<readonly string[]> => (await readAll(urls)).map(errorIn);
const textsAt = async (...urls: readonly string[]): Promise<readonly string[]> => (await readAll(urls)).map(textIn);

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
  expect(await errorAt(NEWS + serve('text/html', ARTICLE))).toBe('web.no-access');
  expect(web.connections()).toBe(0);
  await x.grantHost('<all_urls>');
  await textAt(KNOWN.url);
});

test('a page is read: its title, its text, its links made absolute', async () => {
  const answer = await read(NEWS + serve('text/html; charset=utf-8', ARTICLE));
  expect(answer).toMatchObject({ page: { title: 'Herring', language: 'en' } });
  const text = textIn(answer);
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
  const since = web.visits.slice(from).filter(({ path: visited }) => visited !== '/favicon.ico'); // of the tab before
  expect(since.map((visit) => visit.path)).toEqual([path, `/made/${String(made)}`]);
  for (const { headers } of since) {
    expect(headers.cookie).toBeUndefined();
    expect(headers.referer).toBeUndefined();
    expect(headers.origin).toBeUndefined();
  }
});

test('plain text, Markdown, JSON and a PDF are read', async () => {
  const pdf = pdfFile('guide') ?? '';
  const [plain, markdown, data, ...pdfs] = await textsAt(
    NEWS + serve('text/plain', 'Plain words & <b>signs</b>'),
    NEWS + serve('text/markdown', '# Oars\n\nMade of ash.'),
    NEWS + serve('application/json', '{"oars": 2}'),
    NEWS + serve('application/pdf', pdf),
    NEWS + serve('application/octet-stream', pdf),
  );
  expect(plain).toBe('Plain words & <b>signs</b>');
  expect(markdown).toContain('Made of ash.');
  expect(data).toBe('- **oars:** 2');
  expect(pdfs).toHaveLength(2);
  for (const text of pdfs) expect(text).toContain('four crowns a night');
});

test('letters arrive in whatever charset: the header’s, the mark’s, the page’s own', async () => {
  const latin = (markup: string): Buffer => Buffer.from(markup, 'latin1');
  const japanese = Buffer.from([0x93, 0xfa, 0x96, 0x7b]);
  const [header, own, none, mark, shift] = await textsAt(
    NEWS + serve('text/html; charset=iso-8859-1', latin('<p>Größe')),
    NEWS + serve('text/html', latin('<meta charset="iso-8859-1"><p>Größe')),
    NEWS + serve('text/html', '<p>Größe 漢字'),
    NEWS + serve('text/html', Buffer.from('\ufeff<p>Größe 漢字', 'utf16le')),
    NEWS + serve('text/plain; charset=Shift_JIS', japanese),
  );
  expect(header).toContain('Größe');
  expect(own).toContain('Größe');
  expect(none).toContain('Größe 漢字');
  expect(mark).toContain('漢字');
  expect(shift).toBe('日本');
});

test('what is no page, is empty, or is refused says so', async () => {
  const errors = await errorsAt(
    NEWS + serve('image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0])),
    NEWS + serve('application/zip', 'PK'),
    NEWS + serve('text/html', '<div id="app"></div><script>render()</script>'),
    `${NEWS}/nowhere`,
    'http://unknown.example.net:1/',
  );
  expect(errors).toEqual(['web.type', 'web.type', 'web.empty', 'web.status', 'web.unreachable']);
});

test('a page that is too large is left where it is, with or without being told its length', async () => {
  const large = Buffer.alloc(4_000_001, 'word ');
  expect(await errorAt(NEWS + serve('text/html', large))).toBe('web.too-large');
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
  expect(await errorAt(NEWS + path)).toBe('web.too-large');
  await gone;
});

test('a page that would hold a parser for minutes is read like any other', async () => {
  const bold = Array.from({ length: 2000 }, (_, i) => `<b id=${String(i)}>`).join('');
  const traps = [`${bold}${'<p>Words.'.repeat(2000)}`, '<div>'.repeat(700_000), '<template>'.repeat(300_000)];
  const texts = await textsAt(...traps.map((trap) => NEWS + serve('text/html', `<p>The herring came in.${trap}`)));
  for (const text of texts) expect(text).toContain('herring');
});

test('a connection that breaks off, and a server that says nothing for too long, are told', async () => {
  web.on('/cut', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '100000' });
    response.write('<p>Half a', () => response.destroy());
  });
  web.on('/slow', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.write('<p>And then');
  });
  expect(await errorsAt(`${NEWS}/cut`, `${NEWS}/slow`)).toEqual(['web.unreachable', 'web.timeout']);
});

test('a redirect to another public host is followed, and the page is known by where it was found', async () => {
  const there = serve('text/html', '<p>Moved here with all its words.</p>');
  const from = NEWS + sendOn(PAGES + there);
  expect(await textAt(from)).toContain('Moved here');
  const visits = web.visits.length;
  expect(await textsAt(PAGES + there, from)).toEqual(Array(2).fill(expect.stringContaining('Moved here')));
  expect(web.visits).toHaveLength(visits);
});

test('a redirect towards a private host reaches no server, at the first hop or a later one', async () => {
  const port = String(inside.port);
  inside.on('/s', (_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('the secret'));
  const hosts = [
    ...['127.0.0.1', 'localhost', 'localhost.', '2130706433', '0x7f.1', '0177.0.0.1', '[::ffff:127.0.0.1]', '[::1]'],
    ...['user:pass@127.0.0.1', '0.0.0.0', '127.0.0.1.', '127.9.9.9', 'a.localhost', '%31%32%37.0.0.1'],
  ].map((host) => `http://${host}:${port}/s`);
  const targets = [...hosts, 'http://nas.lan/s', 'http://NAS.LAN./s', 'http://printer/s', 'http://printer./s'];
  const ways = targets.flatMap((target) => [NEWS + sendOn(target), NEWS + sendOn(PAGES + sendOn(target))]);
  expect(await errorsAt(...ways)).toEqual(ways.map(() => 'web.redirected'));
  const named = targets.filter((target) => !target.includes('@')); // of one that has a name and a key the user is asked first
  expect(await errorsAt(...named)).toEqual(named.map(() => 'web.private'));
  expect(inside.connections()).toBe(0);
}, 180_000);

test('a public name that resolves to a private address is asked for nothing, at the first hop or a later one', async () => {
  inside.on('/s', (_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('the secret'));
  const target = 'http://inside.example.net/s';
  const ways = [target, NEWS + sendOn(target), NEWS + sendOn(PAGES + sendOn(target))];
  const errors = await errorsAt(...ways);
  expect(errors).toEqual(['web.unreachable', 'web.redirected', 'web.redirected']);
  expect(inside.visits).toEqual([]);
});

test('the browser’s rules say of every address what the guard says', async () => {
  const addresses = [...BLOCKED, ...PUBLIC]
    .filter((address) => /^https?:$/.test(parseUrl(address)?.protocol ?? ''))
    .map((address) => new URL(address).href);
  const hosts = addresses.filter((address) => !/no-address|credentials/.test(findAddressProblem(address) ?? ''));
  const stopped = await x.inWorker(async (urls) => {
    const initiator = `chrome-extension://${chrome.runtime.id}`;
    const outcomes = urls.map((url) =>
      chrome.declarativeNetRequest.testMatchOutcome({ url, initiator, type: 'xmlhttprequest', method: 'get' }),
    );
    return (await Promise.all(outcomes)).map(({ matchedRules }) => matchedRules.length > 0);
  }, hosts);
  expect(hosts.length).toBeGreaterThan(300);
  expect(hosts.filter((address, i) => stopped[i] !== (findAddressProblem(address) !== null))).toEqual([]);
});

test('a redirect that never ends is given up', async () => {
  web.on('/round', (_, response) => response.writeHead(302, { location: '/round' }).end());
  expect(await errorAt(`${NEWS}/round`)).toBe('web.redirected');
});

test('a server that the person set up is reached where it is, and a redirect towards it is not', async () => {
  const own = `${engine.origin}/search?q=herring`;
  const before = engine.searches.length;
  expect(await errorsAt(NEWS + sendOn(own), NEWS + sendOn(`${own}#own-${'0'.repeat(32)}`))).toEqual([
    'web.redirected',
    'web.redirected',
  ]);
  expect(engine.searches).toHaveLength(before + 1); // the question's own
  expect(engine.searches.map(({ words }) => words)).not.toContain('herring');
});

test('several readers of one page at once make one request; so does a worker that has died meanwhile', async () => {
  const path = serve('text/html', '<p>Wanted by many at once.</p>');
  const asked = (): number => web.visits.filter((visit) => visit.path === path).length;
  const texts = await textsAt(NEWS + path, `${NEWS}${path}#a`, `${NEWS}${path}?utm_source=x`);
  for (const text of texts) expect(text).toContain('Wanted by many');
  expect(asked()).toBe(1);
  expect(await x.killWorker()).toBe(true);
  expect(await textAt(NEWS + path)).toContain('Wanted by many');
  expect(asked()).toBe(1);
  const rules = await x.inWorker(() => chrome.declarativeNetRequest.getSessionRules());
  expect(rules).toHaveLength(NOT_PUBLIC_PATTERNS.length + 1); // they outlive the worker, as what it had fetched does
});
