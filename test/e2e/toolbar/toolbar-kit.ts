/**
 * The selection toolbar in a real browser, as a user meets it, and a stand-in for the worker behind it. The rule: its
 * closed root is looked into from outside, through DevTools; the toolbar has no door for tests.
 */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { within } from '../../../scripts/lib/chrome.mjs';
import { until } from '../kit/behind.ts';
import { type Harness, launch, STORE_BUILD } from '../kit/harness.ts';

/** Where the build puts what the worker registers. */
const TOOLBAR = 'src/content/toolbar.iife.js';
const SITES = ['http://page.test', 'http://other.test'];

export const ALL = ['Explain', 'Simplify', 'Translate', 'Search the web', 'Ask…', 'More'];
export const STYLE =
  '<style>body { margin: 0; padding: 120px 40px; font: 16px/24px monospace } p { width: fit-content }</style>';
export const TEXT = '<p id="text">Ash is heavier than spruce.</p><p id="other">Oars are long.</p>';
export const PLAIN = `<!doctype html>${STYLE}${TEXT}`;
export const WORDS = 'Ash is heavier than spruce.';

interface Node {
  readonly nodeId: number;
  readonly backendNodeId: number;
  readonly nodeName: string;
  readonly nodeValue: string;
  readonly attributes?: readonly string[];
  readonly children?: readonly Node[];
  readonly shadowRoots?: readonly Node[];
  readonly contentDocument?: Node;
}
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}
type Said = Readonly<Record<string, unknown>>;
type Reply = { ok: true; value: unknown } | { ok: false; error: { message: string; hint: string } } | 'silence';

/** The store build with another worker. */
async function extension(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'kl-toolbar-'));
  await cp(STORE_BUILD, copy, { recursive: true });
  await writeFile(join(copy, 'worker.js'), `(${standIn.toString()})();`);
  return copy;
}

/** Stands in for the worker: notes what it hears, and answers as told. */
function standIn(): void {
  globalThis.said = [];
  globalThis.reply = { ok: true, value: null };
  chrome.runtime.onMessage.addListener((message: Said, _sender, answer) => {
    globalThis.said.push(message);
    if (globalThis.reply !== 'silence') answer(globalThis.reply);
    return globalThis.reply === 'silence';
  });
}

export type Bench = Awaited<ReturnType<typeof startBench>>;

/** A bench for all tests of a file, handed over before the first; after each its pages are closed. */
export function withBench(take: (bench: Bench) => void): void {
  let bench: Bench;
  beforeAll(async () => take((bench = await startBench())), 120_000);
  afterEach(async () => {
    for (const page of bench.x.context.pages()) if (page.url().includes('.test/')) await page.close();
  });
  afterAll(() => bench.close());
}

async function startBench() {
  const folder = await extension();
  const x = await launch({ extension: folder, args: ['--touch-events=enabled'] });
  for (const site of SITES) await x.grantHost(`${site}/*`);
  const pages = new Map<string, { body: string; headers?: Record<string, string> }>();
  await x.route(
    (url) => SITES.includes(url.origin),
    (route) => {
      const { body = '', headers = {} } = pages.get(route.request().url()) ?? {};
      return route.fulfill({ contentType: 'text/html; charset=utf-8', headers, body });
    },
  );
  await register(x);
  let made = 0;
  return {
    x,
    /** A page of that markup, in front, under an address of its own. */
    async open(body: string, headers: Record<string, string> = {}, others: Record<string, string> = {}) {
      made += 1;
      const address = `http://page.test/${made}`;
      pages.set(address, { body, headers });
      for (const [at, content] of Object.entries(others)) pages.set(at, { body: content });
      await x.inWorker(() => {
        globalThis.said = [];
        globalThis.reply = { ok: true, value: null };
      });
      const page = await x.open(address);
      const devtools = await x.context.newCDPSession(page);
      return { page, devtools };
    },
    said: () => x.inWorker(() => globalThis.said),
    /** The next message that is heard, counted from the page's opening. */
    async hears(count = 1): Promise<readonly Said[]> {
      await until(async () => (await x.inWorker(() => globalThis.said.length)) >= count, 'a message');
      return x.inWorker(() => globalThis.said);
    },
    reply: (reply: Reply) => x.inWorker((r) => void (globalThis.reply = r), reply),
    /** Runs in the isolated world of the tab's main frame. */
    async inWorld<T>(page: Page, func: () => T): Promise<T> {
      const code = `(${func.toString()})()`;
      const world = await isolatedWorld(x, page);
      const { result } = await world.devtools.send('Runtime.evaluate', {
        expression: code,
        contextId: world.id,
        returnByValue: true,
      });
      return result.value as T;
    },
    /** Injects the script into a page that is open already. */
    inject: (page: Page) =>
      x.inWorker(
        async ({ url, file }) => {
          const [tab] = await chrome.tabs.query({ url });
          await chrome.scripting.executeScript({ target: { tabId: tab?.id ?? -1 }, files: [file] });
        },
        { url: page.url(), file: TOOLBAR },
      ),
    async close() {
      await x.close();
      await rm(folder, { recursive: true });
    },
  };
}

declare global {
  var said: Said[];
  var reply: Reply;
}

async function register(x: Harness): Promise<void> {
  await x.inExtension((page) =>
    page.evaluate(
      async ({ file, sites }) => {
        await chrome.scripting.registerContentScripts([
          {
            id: 'toolbar-test',
            js: [file],
            matches: sites.map((site) => `${site}/*`),
            allFrames: true,
            runAt: 'document_start',
          },
        ]);
      },
      { file: TOOLBAR, sites: SITES },
    ),
  );
}

/** The extension's world in the tab's main frame, through DevTools. */
export async function isolatedWorld(x: Harness, page: Page): Promise<{ devtools: CDPSession; id: number }> {
  const devtools = await x.context.newCDPSession(page);
  const main = await mainFrameId(devtools);
  const found = new Promise<number>((resolve) => {
    devtools.on('Runtime.executionContextCreated', ({ context }) => {
      const { frameId } = (context.auxData ?? {}) as { frameId?: string };
      if (context.origin === `chrome-extension://${x.id}` && frameId === main) resolve(context.id);
    });
  });
  await devtools.send('Runtime.enable');
  return { devtools, id: await found };
}

async function mainFrameId(devtools: CDPSession): Promise<string> {
  return (await devtools.send('Page.getFrameTree')).frameTree.frame.id;
}

/** Our element in the page or in one of its frames of the same process; null when there is none. */
async function hostIn(devtools: CDPSession): Promise<Node | null> {
  const { root } = (await devtools.send('DOM.getDocument', { depth: -1, pierce: true })) as unknown as { root: Node };
  return find(root, (node) => node.nodeName.toLowerCase() === 'kl-selection');
}

function find(node: Node, wanted: (node: Node) => boolean): Node | null {
  if (wanted(node)) return node;
  for (const child of childrenOf(node)) {
    const found = find(child, wanted);
    if (found !== null) return found;
  }
  return null;
}

const childrenOf = (node: Node): readonly Node[] => [
  ...(node.shadowRoots ?? []),
  ...(node.children ?? []),
  ...(node.contentDocument === undefined ? [] : [node.contentDocument]),
];

function attribute(node: Node, name: string): string | undefined {
  const at = (node.attributes ?? []).findIndex((word, i) => i % 2 === 0 && word === name);
  return at === -1 ? undefined : node.attributes?.[at + 1];
}

const textOf = (node: Node): string =>
  node.nodeName === '#text' ? node.nodeValue : childrenOf(node).map(textOf).join('');
const nameOf = (node: Node): string => attribute(node, 'aria-label') ?? textOf(node);

function all(node: Node, wanted: (node: Node) => boolean): readonly Node[] {
  return [...(wanted(node) ? [node] : []), ...childrenOf(node).flatMap((child) => all(child, wanted))];
}

/** Whether the toolbar is in the page at all. */
export const isThere = async (devtools: CDPSession): Promise<boolean> => (await hostIn(devtools)) !== null;

/** The names of its buttons, in their order; null while it is not there or has not yet been put in its place. */
export async function buttonsOf(devtools: CDPSession): Promise<readonly string[] | null> {
  const host = await hostIn(devtools);
  const box = host && find(host, (node) => attribute(node, 'popover') === 'manual');
  if (box === null || !attribute(box, 'style')?.includes('visibility: visible')) return null;
  return all(box, (node) => node.nodeName === 'BUTTON').map(nameOf);
}

/** Whether presses on that part of it count: it has been seen in its place for a while. */
export async function isReady(devtools: CDPSession, part = 'bar'): Promise<boolean> {
  const host = await hostIn(devtools);
  const found = host && find(host, (node) => attribute(node, 'class') === part);
  return found !== null && attribute(found, 'aria-disabled') === 'false';
}

/** A message of its own has no bar. */
export async function appears(devtools: CDPSession): Promise<readonly string[]> {
  await until(async () => (await buttonsOf(devtools)) !== null, 'the toolbar');
  if ((await buttonsOf(devtools))?.includes('More')) await until(() => isReady(devtools), 'it to have been seen');
  return (await buttonsOf(devtools)) ?? [];
}

export async function goes(devtools: CDPSession): Promise<void> {
  await until(async () => !(await isThere(devtools)), 'the toolbar to go');
}

/** That it goes upon an act after which it may soon come back: to look again and again could miss it. */
export async function goesUpon(devtools: CDPSession, act: () => Promise<void>): Promise<void> {
  const host = await hostIn(devtools);
  if (host === null) throw new Error('There is no toolbar.');
  const gone = new Promise<void>((resolve) => {
    devtools.on('DOM.childNodeRemoved', ({ nodeId }) => nodeId === host.nodeId && resolve());
  });
  await act();
  await within(gone, 20_000, 'the toolbar to go');
}

/** Its words, outside the buttons too. */
export async function wordsOf(devtools: CDPSession): Promise<string> {
  const host = await hostIn(devtools);
  return host === null ? '' : textOf(host);
}

/** Where one of its buttons is on the screen, or the whole `toolbar`. One that moves has no box for moments. */
export async function rectOf(devtools: CDPSession, name: string): Promise<Rect> {
  let rect = await findRect(devtools, name);
  await until(async () => (rect ??= await findRect(devtools, name)) !== null, `a place of ${name}`);
  if (rect === null) throw new Error(`${name} is nowhere.`);
  return rect;
}

async function findRect(devtools: CDPSession, name: string): Promise<Rect | null> {
  const host = await hostIn(devtools);
  const wanted = (node: Node): boolean =>
    name === 'toolbar' ? attribute(node, 'popover') === 'manual' : node.nodeName === 'BUTTON' && nameOf(node) === name;
  const node = host && find(host, wanted);
  if (node === null) throw new Error(`The toolbar has no ${name}.`);
  const box = await devtools.send('DOM.getBoxModel', { backendNodeId: node.backendNodeId }).catch(() => null);
  if (box === null) return null;
  const [xs, ys] = [0, 1].map((odd) => box.model.border.filter((_n, i) => i % 2 === odd));
  return {
    left: Math.min(...(xs ?? [])),
    right: Math.max(...(xs ?? [])),
    top: Math.min(...(ys ?? [])),
    bottom: Math.max(...(ys ?? [])),
  };
}

/** A real click. `origin`: where the frame lies that DevTools measures in. */
export async function press(page: Page, devtools: CDPSession, name: string, origin = { x: 0, y: 0 }): Promise<void> {
  const { left, right, top, bottom } = await rectOf(devtools, name);
  await page.mouse.click(origin.x + (left + right) / 2, origin.y + (top + bottom) / 2);
}

/** Drags with the mouse over the text of an element, from its first to its last line. */
export async function drag(page: Page, selector: string, frame: Page | Frame = page): Promise<void> {
  const box = await frame.locator(selector).boundingBox();
  if (box === null) throw new Error(`There is no ${selector}.`);
  if (frame !== page) await waitUntilFrameHasMouse(page, frame, [box.x + 1, box.y + 6]);
  await sweep(page, [box.x + 1, box.y + 6], [box.x + box.width - 1, box.y + box.height - 6]);
}

type Point = readonly [x: number, y: number];
/** A frame of another process gets the mouse only once the browser has drawn it. */
export async function waitUntilFrameHasMouse(page: Page, frame: Page | Frame, [x, y]: Point): Promise<void> {
  const moved = frame.evaluate(
    () => new Promise<void>((resolve) => window.addEventListener('mousemove', () => resolve(), { once: true })),
  );
  let isReached = false;
  void moved.then(() => (isReached = true));
  await until(async () => {
    await page.mouse.move(x - 1, y);
    await page.mouse.move(x, y);
    return isReached;
  }, 'the frame to get the mouse');
}

export async function sweep(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
  await page.mouse.move(...to);
  await page.mouse.up();
}

/** What a toolbar would have needed to come: a timer of the same page, set later and for longer, has fired. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((resolve) => setTimeout(() => requestAnimationFrame(() => resolve()), 400)));
