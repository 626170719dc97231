/**
 * Regions of pages as a user chooses them, and the pictures that come of it, for tests. The rule: each place of a test page has
 * a colour of its own, so that a picture's pixels tell which place they show; and the product's word is asked for nothing.
 */
import type { CDPSession, Page } from 'playwright-core';
import { unpackCommit } from '../../../src/lib/agent/store/packed-commit.ts';
import { until } from './behind.ts';
import type { Harness } from './harness.ts';

/** Side of a cell, in the page's pixels. */
const CELL = 40;
const COLUMNS = 30;
const ROWS = 40;

/** A page of cells. Whatever `head` and `body` add must leave the cells where they are. */
export function cellPage({ head = '', body = '', dark = false } = {}): string {
  const channel = (n: number): number => (dark ? n : 255 - n);
  const cells = Array.from({ length: COLUMNS * ROWS }, (_, i) => {
    const [column, row] = [i % COLUMNS, Math.floor(i / COLUMNS)];
    const colour = `rgb(${channel(column * 4)},${channel(row * 2)},${channel((i % 2) * 40)})`;
    return `<i style="left:${column * CELL}px;top:${row * CELL}px;background:${colour}"></i>`;
  });
  const style = `html,body{margin:0;background:${dark ? '#000' : '#fff'}}main{position:relative;width:${COLUMNS * CELL}px;height:${ROWS * CELL}px}i{position:absolute;width:${CELL}px;height:${CELL}px}`;
  return `<!doctype html><title>Cells</title><style>${style}</style>${head}<main>${cells.join('')}</main>${body}`;
}

/** The colour of the page at that place of it. */
function colourAt(x: number, y: number, dark = false): readonly [number, number, number] {
  const channel = (n: number): number => (dark ? n : 255 - n);
  const [column, row] = [Math.floor(x / CELL), Math.floor(y / CELL)];
  return [channel(column * 4), channel(row * 2), channel(((row * COLUMNS + column) % 2) * 40)];
}

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, alpha of each pixel. */
  readonly data: Uint8Array;
}

interface Request {
  readonly job: string;
  readonly tabId: number;
  readonly pictures: readonly { readonly hash: string; readonly url: string; readonly title: string }[];
}

/** What runs were asked for, as they are stored. */
export async function requests(x: Harness): Promise<readonly (Request & { readonly runId: string })[]> {
  const stored = await x.storage.get('session');
  const runIds = Object.keys(stored).flatMap((key) => /^run\/([^/]+)\/0$/.exec(key)?.[1] ?? []);
  return runIds.flatMap((runId) =>
    (unpackCommit(runId, 0, stored[`run/${runId}/0`]) ?? []).flatMap((frame) =>
      frame.kind === 'agent.invoked' ? [{ ...frame.spec, runId }] : [],
    ),
  );
}

/** Ids of the runs so far. */
export const runs = async (x: Harness): Promise<ReadonlySet<string>> =>
  new Set((await requests(x)).map(({ runId }) => runId));

/** The one run that comes after those, about a picture. */
export async function nextRequest(
  x: Harness,
  before: ReadonlySet<string>,
): Promise<Request & { readonly runId: string }> {
  const fresh = async () => (await requests(x)).filter(({ runId }) => !before.has(runId));
  await until(async () => (await fresh()).length > 0, 'a run to begin', 20_000);
  const [request, ...more] = await fresh();
  if (request?.job !== 'screenshot' || more.length > 0)
    throw new Error(`Another run began: ${JSON.stringify([request, more])}`);
  return request;
}

/** A kept picture, decoded. */
export async function pixelsOf(x: Harness, hash: string): Promise<Pixels> {
  const { base64, ...size } = await x.inExtension((page) =>
    page.evaluate(async (key) => {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open('knowledgelens');
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(new Error('No database.'));
      });
      const stored = await new Promise<{ bytes: Uint8Array<ArrayBuffer> }>((resolve, reject) => {
        const asking = db.transaction('pictures').objectStore('pictures').get(key);
        asking.onsuccess = () => resolve(asking.result as { bytes: Uint8Array<ArrayBuffer> });
        asking.onerror = () => reject(new Error('No picture.'));
      });
      db.close();
      const bitmap = await createImageBitmap(new Blob([stored.bytes]));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const drawing = canvas.getContext('2d');
      drawing?.drawImage(bitmap, 0, 0);
      const { data } = drawing?.getImageData(0, 0, bitmap.width, bitmap.height) ?? { data: new Uint8ClampedArray() };
      let raw = '';
      for (let i = 0; i < data.length; i += 8192) raw += String.fromCharCode(...data.subarray(i, i + 8192));
      return { width: bitmap.width, height: bitmap.height, base64: btoa(raw) };
    }, hash),
  );
  return { ...size, data: Buffer.from(base64, 'base64') };
}

export const pixelAt = ({ width, data }: Pixels, x: number, y: number): readonly number[] => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3),
];

/**
 * Pixels of the picture that do not show what the page has at `region` of it, of every `step`th one. `scale`: pixels for one of
 * the page's. What lies at the edge of a cell is left out: it may be of both.
 */
export function strangers(picture: Pixels, region: Rect, scale: number, dark = false, step = 3): readonly string[] {
  const wrong: string[] = [];
  for (let y = 0; y < picture.height; y += step) {
    for (let x = 0; x < picture.width; x += step) {
      const [px, py] = [region.x + (x + 0.5) / scale, region.y + (y + 0.5) / scale];
      const edge = (at: number): boolean => at % CELL < 2 || at % CELL > CELL - 2;
      if (edge(px) || edge(py)) continue;
      const [seen, expected] = [pixelAt(picture, x, y), colourAt(px, py, dark)];
      if (expected.some((channel, i) => Math.abs(channel - (seen[i] ?? -99)) > 2))
        wrong.push(`${x},${y}: ${seen.join()} is not ${expected.join()}`);
    }
  }
  return wrong.slice(0, 5); // enough to see what is wrong
}

interface Node {
  readonly nodeName: string;
  readonly nodeId: number;
  readonly attributes?: readonly string[];
  readonly nodeValue?: string;
  readonly children?: readonly Node[];
  readonly shadowRoots?: readonly Node[];
}

/** All there is under our element in the page, itself first; [] while it is not there. */
async function overlay(devtools: CDPSession): Promise<readonly Node[]> {
  const { root } = (await devtools.send('DOM.getDocument', { depth: -1, pierce: true })) as unknown as { root: Node };
  const under = (node: Node): readonly Node[] => [
    node,
    ...[...(node.shadowRoots ?? []), ...(node.children ?? [])].flatMap(under),
  ];
  const host = under(root).find(({ nodeName }) => nodeName.toLowerCase() === 'kl-region');
  return host ? under(host) : [];
}

export const isDimmed = async (devtools: CDPSession): Promise<boolean> => (await overlay(devtools)).length > 0;
export const wordsOf = async (devtools: CDPSession): Promise<string> =>
  (await overlay(devtools)).map(({ nodeValue = '' }) => nodeValue).join(' ');

export async function dims(devtools: CDPSession): Promise<void> {
  await until(() => isDimmed(devtools), 'the page to be dimmed');
}
export async function clears(devtools: CDPSession): Promise<void> {
  await until(async () => !(await isDimmed(devtools)), 'the overlay to go');
}

/** Drags with the mouse from corner to corner. */
export async function dragOver(page: Page, { x, y, width, height }: Rect): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + width / 3, y + height / 2);
  await page.mouse.move(x + width, y + height);
  await page.mouse.up();
}
