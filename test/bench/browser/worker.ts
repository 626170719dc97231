/**
 * Cold start of the worker in the store build, from the event that wakes it to its reply. The one rule: no debugger is
 * attached to the worker, and each measurement begins with a worker that the browser has let go of.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSite } from '../../kit/pages/site.ts';
import { PANEL_PATH } from '../../e2e/kit/harness.ts';
import { rawLaunch, type RawHarness, type RawPage } from '../../e2e/kit/raw.ts';
import { median, p95, type Figure } from '../figure.ts';

const TIMES = 25;
const CLICKS = 15;

/** Milliseconds from sending a message to having its reply, in the page. The worker refuses the name, after all it loads. */
const ask = (page: RawPage): Promise<number> =>
  page.evaluate(async () => {
    const began = performance.now();
    const reply: unknown = await chrome.runtime.sendMessage({ type: 'bench.none' });
    if (reply === undefined) throw new Error('The worker gave no reply.');
    return performance.now() - began;
  });

/** An extension page that asks the worker of its own extension, and that worker's end. */
async function asker(
  x: RawHarness,
): Promise<{ readonly cold: () => Promise<number>; readonly warm: () => Promise<number> }> {
  const page = await x.open(x.url('manifest.json'));
  await ask(page);
  return {
    warm: () => ask(page),
    async cold() {
      if (!(await x.killWorker())) throw new Error('There was no worker to end.');
      return ask(page);
    },
  };
}

/** An extension whose worker does nothing but answer: what Chromium itself needs on this machine, at this load. */
async function emptyExtension(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'knowledgelens-empty-'));
  const manifest = { manifest_version: 3, name: 'Empty', version: '1', background: { service_worker: 'worker.js' } };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  const answer = 'chrome.runtime.onMessage.addListener((message, sender, reply) => { reply(1); });';
  await writeFile(join(folder, 'worker.js'), answer);
  return folder;
}

/** Ours and the empty one by turns, so that the machine's load meets both. */
async function messages(x: RawHarness): Promise<Record<'cold' | 'warm' | 'empty', number[]>> {
  const folder = await emptyExtension();
  const other = await rawLaunch({ extension: folder });
  try {
    const [ours, theirs] = [await asker(x), await asker(other)];
    const times = { cold: [] as number[], warm: [] as number[], empty: [] as number[] };
    for (let i = 0; i < TIMES; i += 1) {
      times.cold.push(await ours.cold());
      times.warm.push(await ours.warm());
      times.empty.push(await theirs.cold());
    }
    return times;
  } finally {
    await other.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** From the click on the icon, with neither worker nor page of the extension, to the panel being there and loaded. */
async function clicks(x: RawHarness): Promise<number[]> {
  const site = await startSite();
  try {
    const page = await x.open(site.page('news'));
    const times: number[] = [];
    for (let i = 0; i < CLICKS; i += 1) {
      await x.killWorker();
      const began = performance.now();
      await x.clickAction(page);
      const panel = await x.sidePanel();
      times.push(performance.now() - began);
      await panel.close();
      await x.until((targets) => !targets.some((t) => t.url === x.url(PANEL_PATH)), 'the panel to close');
    }
    return times;
  } finally {
    await site.close();
  }
}

export async function workerBench(): Promise<Figure[]> {
  const x = await rawLaunch();
  try {
    const { cold, warm, empty } = await messages(x);
    const opened = await clicks(x);
    const row = (name: string, value: number, against?: Figure['against']): Figure => ({
      name: `worker: ${name}`,
      value,
      unit: 'ms',
      ...(against && { against }),
    });
    return [
      row('cold start, message to reply, median', median(cold), { name: 'empty worker', value: median(empty) }),
      row('cold start, message to reply, p95', p95(cold), { name: 'empty worker', value: p95(empty) }),
      row('warm, message to reply, median', median(warm)),
      row('click on the icon to loaded panel, worker and pages gone, median', median(opened)),
      row('click on the icon to loaded panel, worker and pages gone, p95', p95(opened)),
    ];
  } finally {
    await x.close();
  }
}
