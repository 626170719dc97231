/**
 * What the selection toolbar costs a page on which nothing is selected: the time until it stands there, and what it adds. The
 * one rule: the script is the packaged one, put into real pages by the worker, each of them freshly loaded.
 */
import type { CDPSession, Page } from 'playwright-core';
import { type Harness, launch } from '../../e2e/kit/harness.ts';
import { startSite } from '../../kit/pages/site.ts';
import { median, p95, type Figure } from '../figure.ts';

const TOOLBAR = 'src/content/toolbar.iife.js';
const TIMES = 25;
const WARM_UP = 3;
const COUNTED = { listeners: 'JSEventListeners', nodes: 'Nodes', documents: 'Documents' } as const;

type Counted = keyof typeof COUNTED;
type Counts = Readonly<Record<Counted | 'heap', number>>;

interface Visit {
  /** Milliseconds of `executeScript` in the worker, with a function that does nothing and with the toolbar. */
  readonly empty: number;
  readonly ours: number;
  readonly added: Counts;
}

/** Milliseconds that the worker waits. `file`: null for a function that does nothing, in the same world. */
const inject = (x: Harness, file: string | null): Promise<number> =>
  x.inWorker(async (script) => {
    const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
    const target = { tabId: tab?.id ?? -1 };
    const began = performance.now();
    if (script === null) await chrome.scripting.executeScript({ target, func: () => null });
    else await chrome.scripting.executeScript({ target, files: [script] });
    return performance.now() - began;
  }, file);

/** What the page holds in all its worlds, garbage collected. */
async function countsOf(devtools: CDPSession): Promise<Counts> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  const { listeners, nodes, documents } = COUNTED;
  return { listeners: of(listeners), nodes: of(nodes), documents: of(documents), heap: of('JSHeapUsedSize') / 1000 };
}

async function visit(x: Harness, page: Page, address: string): Promise<Visit> {
  await page.goto(address);
  const devtools = await x.context.newCDPSession(page);
  await devtools.send('Performance.enable');
  await inject(x, null); // makes the world that the script runs in
  const empty = await inject(x, null);
  const before = await countsOf(devtools);
  const ours = await inject(x, TOOLBAR);
  const after = await countsOf(devtools);
  await devtools.detach();
  const added = {
    listeners: after.listeners - before.listeners,
    nodes: after.nodes - before.nodes,
    documents: after.documents - before.documents,
    heap: after.heap - before.heap,
  };
  return { empty, ours, added };
}

export async function toolbarBench(): Promise<Figure[]> {
  const site = await startSite();
  const x = await launch();
  try {
    await x.grantHost(`${new URL(site.url).origin}/*`);
    const page = await x.open(site.page('news'));
    const visits: Visit[] = [];
    for (let i = -WARM_UP; i < TIMES; i += 1) {
      const made = await visit(x, page, site.page('news'));
      if (i >= 0) visits.push(made);
    }
    const added = (of: keyof Counts): number => median(visits.map((one) => one.added[of]));
    const [ours, empty] = [visits.map((one) => one.ours), visits.map((one) => one.empty)];
    const beside = (value: number): NonNullable<Figure['against']> => ({ name: 'a function that does nothing', value });
    return [
      {
        name: 'toolbar: injected and started, median',
        value: median(ours),
        unit: 'ms',
        against: beside(median(empty)),
      },
      { name: 'toolbar: injected and started, p95', value: p95(ours), unit: 'ms', against: beside(p95(empty)) },
      { name: 'toolbar, idle: listeners added to the page', value: added('listeners'), unit: '' },
      { name: 'toolbar, idle: nodes added to the page', value: added('nodes'), unit: '' },
      { name: 'toolbar, idle: documents added to the page', value: added('documents'), unit: '' },
      { name: 'toolbar, idle: heap', value: added('heap'), unit: 'KB' },
    ];
  } finally {
    await Promise.all([x.close(), site.close()]);
  }
}
