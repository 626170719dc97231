/**
 * Streamed Markdown in real Chromium: milliseconds per update over 20 KB in 5,000 updates. The one rule: each update is
 * rendered, though the panel itself renders at most one a frame; and the result must equal that of a single render.
 */
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import { findBrowser } from '../../../scripts/lib/browser.mjs';
import { sandboxFlags } from '../../../scripts/lib/chrome.mjs';
import { HOSTILE_SHAPES } from '../../kit/pages/hostile-markdown.ts';
import { bundle } from '../bundle.ts';
import type { Figure } from '../figure.ts';
import type { Timing } from './rendering-page.tsx';

/** Of an answer in the panel: how long a layout takes depends on them. */
const STYLES = [
  'theme.css',
  'sidepanel/panel.css',
  'sidepanel/run/run.css',
  'sidepanel/quotes/quotes.css',
  'sidepanel/math/math.css',
];
const UPDATES = 5000;
const BYTES = 20_000;

/** Texts of 20 KB: a summary as models write it, and blocks that stay open to the end. */
const TEXTS = {
  summary: `## The tide tables

The **tide** rises and falls twice a day, driven by the Moon and, at *half* its strength, by the Sun; see the [survey](https://noaa.example/tides).

- Spring tides come at full and new moon, when both pull together.
- Neap tides come at the quarters, and the range is smaller by \`20 %\`.

| Place | Range | Kind |
|---|---:|---|
| Bay of Fundy | 16.3 m | semidiurnal |
| Gulf of Mexico | 0.6 m | diurnal |

> “The tide is a forced oscillation,” as Laplace put it.

`,
  'one list': '- **Spring tides** come at full and new moon, when both of them pull together.\n',
  'one table': '| Bay of Fundy | 16.3 m | semidiurnal |\n',
  'one code block': 'const height = z0 + sum(constituents.map((c) => c.a * Math.cos(c.w * t - c.phase)));\n',
  'one paragraph with marks':
    'The **tide** rises and *falls* twice a `day`, and the [range](https://noaa.example/range) differs from place to place. ',
  'one paragraph with open brackets':
    'The tide [rises (and falls twice a day, and the range [differs from place to place. ',
  'one quote': '> The **tide** rises and falls twice a day, and the *range* differs from place to place.\n',
  'one quoted line': 'The **tide** rises and falls twice a day, and the *range* differs from place to place. ',
  'one item': 'The **tide** rises and falls twice a day, and the *range* differs from place to place. ',
  'one paragraph': 'The tide rises and falls twice a day, and the range differs from place to place. ',
} as const;
const OPENERS: Readonly<Record<string, string>> = {
  'one table': '| a | b | c |\n|---|---|---|\n',
  'one code block': '```js\n',
  'one quoted line': '> ',
  'one item': '- ',
};

export const renderingBench = (): Promise<Figure[]> => inPage(measureStreams);

/** For how long 100 KB of each hostile shape makes other work wait. */
export const hostileRenderingBench = (): Promise<Figure[]> =>
  inPage(async (page, browser) => {
    const rows: Figure[] = [];
    for (const [name, shape] of Object.entries(HOSTILE_SHAPES))
      rows.push(await measureHostile(browser, page, name, shape(HOSTILE)));
    return rows;
  });

async function inPage(measure: (page: Page, browser: Browser) => Promise<Figure[]>): Promise<Figure[]> {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error('No browser was found. `npm start` installs one or says how.');
  const browser = await chromium.launch({ executablePath, args: ['--disable-gpu', ...sandboxFlags()] });
  try {
    const page = await browser.newPage();
    for (const style of STYLES)
      await page.addStyleTag({ path: fileURLToPath(new URL(`../../../src/${style}`, import.meta.url)) });
    await page.addScriptTag({ content: await bundle(new URL('./rendering-page.tsx', import.meta.url)) });
    return await measure(page, browser);
  } finally {
    await browser.close();
  }
}

async function measureStreams(page: Page): Promise<Figure[]> {
  const measure = (text: string, how: 'incremental' | 'whole', sample: number): Promise<Timing> =>
    page.evaluate(
      ([t, updates, h, s]) =>
        (globalThis as unknown as { streamMarkdown: (...args: unknown[]) => Timing }).streamMarkdown(t, updates, h, s),
      [text, UPDATES, how, sample] as const,
    );
  const rows: Figure[] = [];
  for (const [name, unit] of Object.entries(TEXTS)) {
    const text = (OPENERS[name] ?? '') + unit.repeat(Math.ceil(BYTES / unit.length)).slice(0, BYTES);
    await measure(text, 'incremental', 10); // warm up
    const ours = await measure(text, 'incremental', 1);
    const whole = await measure(text, 'whole', 100);
    if (ours.text !== whole.text) throw new Error(`Streamed “${name}” differs from the text rendered at once.`);
    rows.push(...rowsOf(name, ours, whole));
  }
  return rows;
}

/** Characters of each hostile text; the longest task is aimed to stay below `MAX_SLICE_MS`. */
const HOSTILE = 100_000;
const MAX_SLICE_MS = 100;

async function measureHostile(browser: Browser, page: Page, name: string, text: string): Promise<Figure> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  const remove = await page.evaluateHandle((hostile) => renderToEnd(hostile), text);
  const trace = await browser.stopTracing();
  await remove.evaluate((call) => call());
  return {
    name: `rendering: 100 KB of ${name}, longest task`,
    value: Math.round(findLongestTask(trace)),
    unit: 'ms',
    against: { name: 'aim', value: MAX_SLICE_MS },
  };
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of the thread's processor time, which other work on the machine does not lengthen. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** In milliseconds, of the page's main thread. */
function findLongestTask(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { readonly traceEvents: readonly TraceEvent[] };
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${String(pid)}/${String(tid)}`),
  );
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name.endsWith('RunTask') && threads.has(`${String(pid)}/${String(tid)}`),
  );
  if (tasks.length === 0) throw new Error('The trace holds no task of the page.');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}

function rowsOf(name: string, ours: Timing, whole: Timing): Figure[] {
  const row = (what: string, value: number, unit: string, against: Figure['against']): Figure => ({
    name: `rendering: ${name}, ${what}`,
    value: Number(value.toFixed(3)),
    unit,
    ...(against && { against: { name: against.name, value: Number(against.value.toFixed(3)) } }),
  });
  const rows = [
    row('mean per update', ours.mean, 'ms', { name: 'everything again', value: whole.mean }),
    row('last tenth over mean', ours.lastTenth / ours.mean, '×', {
      name: 'everything again',
      value: whole.lastTenth / whole.mean,
    }),
  ];
  return name === 'summary' ? [...rows, row('p99 per update', ours.p99, 'ms', undefined)] : rows;
}
