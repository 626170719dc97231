/** What the extension holds: heaps of worker and pages, garbage collected, and its process as the browser's task manager has it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OFFSCREEN_PAGE } from '../../src/lib/protocol/offscreen/offscreen.ts';
import { PANEL_PATH } from '../e2e/kit/harness.ts';
import type { RawHarness } from '../e2e/kit/raw.ts';

/** `pages`: panel and offscreen page, which share a heap. */
export type Part = 'worker' | 'pages' | 'process';
/** Megabytes. A worker that does not run is left out; while the offscreen page is closed, `pages` and `process` are. */
export type Memory = Readonly<Partial<Record<Part, number>>>;

interface BrowserProcess {
  readonly privateMemory: number;
  readonly tasks: readonly { readonly title: string }[];
}
/** Of the browser's development channels and of Chromium, with the permission of that name. */
interface Processes {
  getProcessInfo(ids: readonly number[], memory: true): Promise<Readonly<Record<string, BrowserProcess>>>;
}

/** Loads an extension that may ask the browser for its tasks. */
export async function startMemoryMeter(x: RawHarness) {
  const folder = await mkdtemp(join(tmpdir(), 'knowledgelens-meter-'));
  const manifest = { manifest_version: 3, name: 'Meter', version: '1', permissions: ['processes'] };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  const { id } = (await x.send('Extensions.loadUnpacked', { path: folder })) as { id: string };
  const page = await x.open(`chrome-extension://${id}/manifest.json`);

  /** Of the process that holds the extension's worker. */
  const readProcess = async (): Promise<number | undefined> => {
    const all = await page.evaluate(() =>
      (chrome as unknown as { processes: Processes }).processes.getProcessInfo([], true),
    );
    return Object.values(all).find(({ tasks }) => tasks.some(({ title }) => title.includes(x.url(''))))?.privateMemory;
  };

  const readHeap = async (isPart: (target: { type: string; url: string }) => boolean): Promise<number | undefined> => {
    const target = x.targets().find(isPart);
    if (target === undefined) return undefined;
    const part = await x.attach(target.targetId);
    // twice: what a finalizer lets go is collected by the second
    for (let i = 0; i < 2; i += 1) await part.send('HeapProfiler.collectGarbage');
    const { usedSize } = (await part.send('Runtime.getHeapUsage')) as { usedSize: number };
    await part.detach();
    return usedSize;
  };

  return {
    /** Megabytes; undefined while it does not run. Nothing is collected for it. */
    async readProcess(): Promise<number | undefined> {
      const bytes = await readProcess();
      return bytes === undefined ? undefined : bytes / 1e6;
    },
    async read(): Promise<Memory> {
      const isWhole = x.targets().some(({ url }) => url === x.url(OFFSCREEN_PAGE));
      const bytes = {
        worker: await readHeap(({ type, url }) => type === 'service_worker' && url.startsWith(x.url(''))),
        pages: isWhole ? await readHeap(({ url }) => url === x.url(PANEL_PATH)) : undefined,
        process: isWhole ? await readProcess() : undefined,
      };
      const known = Object.entries(bytes).filter((entry): entry is [string, number] => entry[1] !== undefined);
      return Object.fromEntries(known.map(([part, value]) => [part, value / 1e6]));
    },
    async close(): Promise<void> {
      await page.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
