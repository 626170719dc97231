/** Pictures for tests: drawn in a page of the extension, kept as the product keeps them, and read by a run. */
import type { Page } from 'playwright-core';
import type { Frame } from '../../../src/lib/agent/frames/frames.ts';
import { foldAll } from '../../../src/lib/agent/state/fold.ts';
import type { AgentState } from '../../../src/lib/agent/state/agent-state.ts';
import { findArtifactsByName } from '../../../src/lib/agent/state/artifacts.ts';
import { listPictures } from '../../../src/lib/toolbox/sources.ts';
import { framesOf, over } from '../kit/asking.ts';
import { until } from '../kit/behind.ts';

export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** Each a line of text and where its top left corner is. */
  readonly lines: readonly { readonly text: string; readonly x: number; readonly y: number }[];
  /** Of the letters, in pixels. */
  readonly size: number;
  /** A PNG in base64 that is laid on top, where its top left corner is: letters for which a machine may have no font. */
  readonly laid?: { readonly png: string; readonly x: number; readonly y: number };
  readonly mediaType?: 'image/png' | 'image/jpeg';
  /** How a camera says that it was held, 1 … 8: drawn so that it is upright only once it is turned by that. JPEG alone. */
  readonly turned?: 1 | 6;
}

/** Draws it and keeps it. Resolves with its hash. */
export async function keepDrawing(page: Page, drawing: Drawing): Promise<string> {
  return page.evaluate(async ({ width, height, lines, size, laid, mediaType = 'image/png', turned = 1 }) => {
    const canvas = new OffscreenCanvas(turned === 6 ? height : width, turned === 6 ? width : height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('There is no canvas.');
    if (turned === 6) context.setTransform(0, -1, 1, 0, 0, width); // a quarter to the left, which the file undoes
    context.fillStyle = 'white';
    context.fillRect(0, 0, width, height);
    context.fillStyle = 'black';
    context.font = `${String(size)}px sans-serif`;
    context.textBaseline = 'top';
    for (const { text, x, y } of lines) context.fillText(text, x, y);
    if (laid) {
      const png = new Blob([Uint8Array.from(atob(laid.png), (letter) => letter.charCodeAt(0))], { type: 'image/png' });
      context.drawImage(await createImageBitmap(png), laid.x, laid.y);
    }
    const file = new Uint8Array(await (await canvas.convertToBlob({ type: mediaType, quality: 0.95 })).arrayBuffer());
    // an EXIF segment that holds the orientation and nothing else, after the first marker of a JPEG
    const exif = [255, 225, 0, 34, 69, 120, 105, 102, 0, 0, 77, 77, 0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0, 1];
    const bytes =
      turned === 1
        ? file
        : new Uint8Array([...file.subarray(0, 2), ...exif, 0, turned, 0, 0, 0, 0, 0, 0, ...file.subarray(2)]);
    return keep(bytes, mediaType, width, height);

    async function keep(bytes: Uint8Array<ArrayBuffer>, mediaType: string, width: number, height: number) {
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
      const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open('knowledgelens');
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(new Error('The database did not open.'));
      });
      const writing = db.transaction('pictures', 'readwrite');
      writing.objectStore('pictures').put({ bytes, mediaType, width, height, at: Date.now() }, hash);
      await new Promise<void>((resolve, reject) => {
        writing.oncomplete = () => resolve();
        writing.onerror = () => reject(new Error('The picture was not kept.'));
      });
      db.close();
      return hash;
    }
  }, drawing);
}

/** Cuts the bytes of a picture that is kept after so many. */
export async function damage(page: Page, hash: string, after: number): Promise<void> {
  await page.evaluate(
    async ([key, length]) => {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open('knowledgelens');
        opening.onsuccess = () => resolve(opening.result);
      });
      const pictures = db.transaction('pictures', 'readwrite').objectStore('pictures');
      await new Promise<void>((resolve) => {
        const reading = pictures.get(key) as IDBRequest<{ bytes: Uint8Array }>;
        reading.onsuccess = () => {
          const cut = { ...reading.result, bytes: reading.result.bytes.slice(0, length) };
          pictures.put(cut, key).onsuccess = () => resolve();
        };
      });
      db.close();
    },
    [hash, after] as const,
  );
}

/** Starts a run that reads the picture. */
export async function startReading(page: Page, tabId: number, runId: string, hash: string): Promise<void> {
  const reply = await page.evaluate((message) => chrome.runtime.sendMessage<unknown, { ok: boolean }>(message), {
    type: 'picture.read',
    tabId,
    pictures: [{ hash, text: null, url: 'https://example.org/', title: 'A picture' }],
    commandId: runId,
  });
  if (!reply.ok) throw new Error(`The picture was refused: ${JSON.stringify(reply)}`);
}

/** Resolves once the engine itself is at work on that run's picture, as a panel hears of it. */
export async function underWay(page: Page, tabId: number, runId: string): Promise<void> {
  await page.evaluate(
    ([tab, run]) =>
      new Promise<void>((resolve) => {
        const port = chrome.runtime.connect({ name: 'panel' });
        port.onMessage.addListener((event: { type: string; runId?: string; share?: number }) => {
          if (event.type !== 'progress' || event.runId !== run || (event.share ?? 0) <= 0.1) return;
          port.disconnect();
          resolve();
        });
        port.postMessage({ type: 'panel.hello', tabId: tab, runId: run, after: -1 });
      }),
    [tabId, runId] as const,
  );
}

/** What became of the run. `text`: what it read in the picture; undefined where it read none. */
export async function readBy(
  page: Page,
  runId: string,
  ms = 150_000,
): Promise<{ state: AgentState; text: string | undefined }> {
  await until(async () => over(await framesOf(page, runId)), `the run ${runId} to end`, ms);
  return textRead(page, await framesOf(page, runId));
}

/** What the run of these frames has read so far. */
export async function textRead(
  page: Page,
  frames: readonly Frame[],
): Promise<{ state: AgentState; text: string | undefined }> {
  const state = foldAll(frames);
  const found = listPictures(state)[0] ?? findArtifactsByName(state, 'picture').at(-1);
  const body = found?.body.hash;
  const text = body === undefined ? undefined : await textOf(page, body);
  return { state, text };
}

/** A text that is kept. */
function textOf(page: Page, hash: string): Promise<string> {
  return page.evaluate(async (key) => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('knowledgelens');
      opening.onsuccess = () => resolve(opening.result);
    });
    const { text } = await new Promise<{ text: string }>((resolve) => {
      const reading = db.transaction('texts').objectStore('texts').get(key) as IDBRequest<{ text: string }>;
      reading.onsuccess = () => resolve(reading.result);
    });
    db.close();
    return text;
  }, hash);
}
