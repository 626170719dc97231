/**
 * Opening the panel in the store build: from its navigation to the first frame with the question's field in it, and until
 * its last long task, after which it takes keys and clicks at once. The one rule: the browser's own timings are read after the fact, so that nothing
 * is attached to the panel while it opens.
 */
import { startSite } from '../../kit/pages/site.ts';
import { DEFAULT_SETTINGS } from '../../../src/lib/protocol/settings/defaults.ts';
import type { Settings } from '../../../src/lib/protocol/settings/settings.ts';
import { entryOf } from '../../kit/protocol/settings.ts';
import { PANEL_PATH } from '../../e2e/kit/harness.ts';
import { clickButton, showsText } from '../../e2e/kit/raw-panel.ts';
import { rawLaunch, type RawHarness, type RawPage } from '../../e2e/kit/raw.ts';
import { median, p95, type Figure } from '../figure.ts';

const TIMES = 25;

const MODELS = ['llama3.2', 'qwen3'].map((model) => entryOf({ model, contextTokens: 32_768 }));
const PRESETS = ['Key terms', 'What is assumed here?'].map((title, i) => ({
  id: `own-${String(i)}`,
  title,
  prompt: title,
}));
const USED: Settings = { ...DEFAULT_SETTINGS, models: MODELS, main: MODELS[0]?.id ?? '', presets: PRESETS };

interface Opening {
  readonly shown: number;
  readonly interactive: number;
}

/** Runs in the panel. Milliseconds since its navigation began. */
async function readOpening(): Promise<Opening> {
  const longTasks: PerformanceEntry[] = [];
  const shown = await new Promise<number>((resolve) => {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (entry.name === 'first-contentful-paint') resolve(entry.startTime);
        else if (entry.entryType === 'longtask') longTasks.push(entry);
    });
    observer.observe({ type: 'longtask', buffered: true });
    observer.observe({ type: 'paint', buffered: true });
  });
  if (document.querySelector('textarea') === null) throw new Error('The panel shows no field.');
  // entries come after their frame: those of the opening are there once the page has nothing to do
  await new Promise((resolve) => requestIdleCallback(resolve));
  const ends = longTasks.map(({ startTime, duration }) => startTime + duration);
  return { shown, interactive: Math.max(shown, ...ends) };
}

/** A profile in use: models and own prompts are set up, and the tab has an answer. */
async function setUpProfile(x: RawHarness, page: RawPage): Promise<void> {
  await x.setSettings({ ...USED, main: DEFAULT_SETTINGS.main });
  await x.clickAction(page);
  const panel = await x.sidePanel();
  await showsText(panel, /Summarise this page/);
  await clickButton(panel, 'Summarise this page');
  await showsText(panel, /quotes checked/);
  await panel.close();
  await hasClosed(x);
  await x.setSettings(USED);
}

const hasClosed = (x: RawHarness) =>
  x.until((targets) => !targets.some((t) => t.url === x.url(PANEL_PATH)), 'the panel to close');

async function openPanel(isUsed: boolean): Promise<readonly Opening[]> {
  const [x, site] = await Promise.all([rawLaunch(), startSite()]);
  try {
    const page = await x.open(site.page('news'));
    if (isUsed) await setUpProfile(x, page);
    const openings: Opening[] = [];
    for (let i = 0; i < TIMES; i += 1) {
      await x.clickAction(page);
      const panel = await x.sidePanel();
      openings.push(await panel.evaluate(readOpening));
      await panel.close();
      await hasClosed(x);
    }
    return openings;
  } finally {
    await x.close();
    await site.close();
  }
}

export async function panelBench(): Promise<Figure[]> {
  const [fresh, used] = [await openPanel(false), await openPanel(true)];
  const rows = (name: string, values: readonly number[]): Figure[] => [
    { name: `panel: opening to ${name}, median`, value: median(values), unit: 'ms' },
    { name: `panel: opening to ${name}, p95`, value: p95(values), unit: 'ms' },
  ];
  return [fresh, used].flatMap((openings, index) => {
    const profile = index === 0 ? '' : ', profile in use';
    return [
      ...rows(
        `first frame${profile}`,
        openings.map(({ shown }) => shown),
      ),
      ...rows(
        `interactive${profile}`,
        openings.map(({ interactive }) => interactive),
      ),
    ];
  });
}
