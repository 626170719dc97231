/**
 * Selecting with a real mouse, and reading it as the worker does: the store build with the worker's adapter beside it, in a
 * folder of its own. The rule: a page never helps; only the browser tells where a word stands.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { build } from 'vite';
import type { UserError } from '../../src/lib/base/errors.ts';
import type { PlainSelection, SelectedText } from '../../src/lib/pipeline/page/selection/selection.ts';
import { type Harness, launch, STORE_BUILD } from './harness.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const SCRIPT = 'src/content/selection.iife.js';
const ADAPTER = 'selections.js';

export const NOTHING_TOLD: PlainSelection = { text: '', url: '', title: '' };

/** Starts the browser with an extension that can read selections. `dispose` closes it and removes the folder. */
export async function launchSelecting(): Promise<{ x: Harness; dispose(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'kl-selecting-'));
  await cp(STORE_BUILD, folder, { recursive: true });
  await bundle('src/chrome/page/selections.ts', join(folder, ADAPTER));
  const x = await launch({ extension: folder });
  return {
    x,
    async dispose() {
      await x.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function bundle(entry: string, file: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    root: ROOT,
    publicDir: false,
    build: {
      target: 'chrome120',
      outDir: resolve(file, '..'),
      emptyOutDir: false,
      lib: {
        entry: join(ROOT, entry),
        formats: ['iife'],
        name: 'klSelections',
        fileName: () => file.slice(file.lastIndexOf('/') + 1),
      },
    },
  });
}

/** What the adapter's script lays down in the extension's page. */
declare const klSelections: typeof import('../../src/chrome/page/selections.ts');

export type Read = { readonly selected: SelectedText } | { readonly error: UserError };

/** What the adapter gives for the tab; in that frame of it where one is named by its address. */
export async function readSelected(x: Harness, page: Page, fallback = NOTHING_TOLD, frame?: string): Promise<Read> {
  const at = { url: page.url(), script: SCRIPT, fallback, frame: frame ?? null };
  return x.inExtension(async (own) => {
    await own.addScriptTag({ url: `/${ADAPTER}` });
    return own.evaluate(async ({ url, script, fallback: told, frame: address }) => {
      const tab = (await chrome.tabs.query({})).find((each) => each.url === url || each.pendingUrl === url);
      const [active] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
      const tabId = tab?.id ?? active?.id ?? -1;
      let frameId: number | null = null;
      if (address !== null) {
        const found = await chrome.scripting.executeScript({
          target: { tabId, allFrames: true },
          func: () => location.href,
        });
        frameId = found.find(({ result }) => result === address)?.frameId ?? null;
      }
      try {
        const selections = klSelections.createChromeSelections(script);
        return { selected: await selections.read(tabId, frameId, told, new AbortController().signal) };
      } catch (thrown) {
        return { error: (thrown as { error: UserError }).error };
      }
    }, at);
  });
}

/** Drags the mouse from the beginning of one text to the end of another, wherever in the page or its shadow trees. */
export async function drag(page: Page, from: string, to: string, where: Page | Frame = page): Promise<void> {
  await page.mouse.click(2, 2); // what is selected would be dragged along
  await where.evaluate(() => getSelection()?.removeAllRanges());
  const ends = await where.evaluate(placesOf, { from, to });
  const frame = where === page ? null : await (where as Frame).frameElement().then((el) => el.boundingBox());
  const [dx, dy] = [frame?.x ?? 0, frame?.y ?? 0];
  const [start, end] = ends;
  await page.mouse.move(start.x + dx, start.y + dy);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2 + dx, (start.y + end.y) / 2 + dy, { steps: 5 });
  await page.mouse.move(end.x + dx, end.y + dy, { steps: 5 });
  await page.mouse.up();
}

/** Runs in the page. A test page lays the roots it has closed into `closedRoots`. */
function placesOf({ from, to }: { from: string; to: string }) {
  const roots: Node[] = [document, ...((globalThis as { closedRoots?: Node[] }).closedRoots ?? [])];
  for (const root of roots)
    for (const el of (root as Document).querySelectorAll('*')) if (el.shadowRoot) roots.push(el.shadowRoot);
  const rangeOf = (text: string): Range => {
    for (const root of roots) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const node = walker.currentNode as Text;
        const at = node.data.indexOf(text);
        if (at === -1 || /^(?:script|style|annotation)$/i.test(node.parentElement?.localName ?? '')) continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + text.length);
        return range;
      }
    }
    throw new Error(`The page does not say: ${text}`);
  };
  const edge = (text: string, first: boolean) => {
    const range = rangeOf(text);
    const { startContainer: node, startOffset, endOffset } = range;
    const rtl = getComputedStyle(node.parentElement ?? document.body).direction === 'rtl';
    if (first) range.setEnd(node, startOffset + 1);
    else range.setStart(node, endOffset - 1);
    const box = range.getBoundingClientRect();
    return { x: first === rtl ? box.right - 0.5 : box.left + 0.5, y: box.top + box.height / 2, box, rtl };
  };
  rangeOf(from).startContainer.parentElement?.scrollIntoView({ block: 'center', behavior: 'instant' });
  const [start, end] = [edge(from, true), edge(to, false)];
  const last = end.rtl ? end.box.left + 0.5 : end.box.right - 0.5;
  return [
    { x: start.x, y: start.y },
    { x: last, y: end.y },
  ] as const;
}
