/**
 * Memory over long mixed use: a day in which the clock is set on, and an hour as it passes. Thirty tabs; summaries, questions
 * to the page and to the web, explained selections and read screenshots in turn; now and then a tab is closed and another
 * opened. The rule: heaps are read after collection, and compared with what they were half way: a heap holds compiled code, of
 * which each function adds its own when it first runs, some of them only after a hundred uses.
 */
import { startReader, USE_COUNT, type Reader } from './day-reader.ts';
import { median, type Figure } from '../figure.ts';
import { startMemoryMeter, type Memory, type Part } from '../process-memory.ts';

const TABS = 30;
const RUNS = 200;
/** Uses after which memory is read: each kind some times, since a page that was let go is no measure. */
const READ = 4 * USE_COUNT;
const HOURS = 24;
const HOUR_MS = 3_600_000;

const PARTS: Readonly<Record<Part, string>> = {
  worker: 'heap of the worker',
  pages: 'heap of panel and offscreen page',
  process: 'process of the extension, as the task manager has it',
};

/** Uses it `RUNS` times; memory is read after each kind of use, up to half way and up to the end. */
async function measure(name: string, before: (reader: Reader, nth: number) => Promise<unknown>): Promise<Figure[]> {
  const reader = await startReader(TABS);
  const meter = await startMemoryMeter(reader.x);
  try {
    const early: Memory[] = [];
    const late: Memory[] = [];
    for (let nth = 0; nth < RUNS; nth += 1) {
      await before(reader, nth);
      await reader.use(nth);
      const left = RUNS - nth;
      if (left <= READ) late.push(await meter.read());
      // half of the day before: the worker is as old then
      else if (left > RUNS / 2 && left <= RUNS / 2 + READ) early.push(await meter.read());
    }
    return Object.entries(PARTS).flatMap(([part, label]) => {
      const values = (readings: readonly Memory[]) => readings.flatMap((memory) => memory[part as Part] ?? []);
      const [first, last] = [median(values(early)), median(values(late))];
      return [
        {
          name: `${name}: ${label}`,
          value: last,
          unit: 'MB',
          against: { name: 'half way', value: first },
        },
        {
          name: `${name}: ${label}, growth`,
          value: 100 * (last / first - 1),
          unit: '%',
          against: { name: 'aim', value: 5 },
        },
      ];
    });
  } finally {
    await meter.close();
    await reader.close();
  }
}

/** The clock goes on between two uses; each hour the worker idles and ends. */
function simulateDay(): Promise<Figure[]> {
  let hour = -1;
  return measure('24 h simulated', async ({ x }, nth) => {
    const now = Math.floor((nth * HOURS) / RUNS);
    if (now !== hour) await x.killWorker();
    hour = now;
    await setClockOn(x, (nth * HOURS * HOUR_MS) / RUNS);
  });
}

/** The time between two uses is what is left of their share of the hour. */
function passHour(): Promise<Figure[]> {
  const began = performance.now();
  return measure('one hour', (_reader, nth) => {
    const left = began + (nth * HOUR_MS) / RUNS - performance.now();
    return new Promise((resolve) => setTimeout(resolve, Math.max(0, left)));
  });
}

/** What the worker takes for the time. It starts if it has ended. */
async function setClockOn(x: Reader['x'], ms: number): Promise<void> {
  const page = await x.open(x.url('manifest.json'));
  await page.evaluate(() => chrome.runtime.sendMessage({ type: 'bench.none' }));
  await page.close();
  const worker = await x.attach(await x.workerUp());
  await worker.evaluate((by: number) => {
    const scope = globalThis as unknown as { realNow?: () => number };
    const now = (scope.realNow ??= Date.now.bind(Date));
    Date.now = () => now() + by;
  }, ms);
  await worker.detach();
}

export async function dayBench(): Promise<Figure[]> {
  return [...(await simulateDay()), ...(await passHour())];
}
