/**
 * Streamed Markdown beside react-markdown and Streamdown: 20 KB in 5,000 updates, in one page of real Chromium. The one
 * rule: a renderer that grows with the text is sampled evenly over the whole stream, not cut short.
 */
import { chromium } from 'playwright-core';
import { findBrowser } from '../../../scripts/lib/browser.mjs';
import { sandboxFlags } from '../../../scripts/lib/chrome.mjs';
import { bundle } from '../bundle.ts';
import type { Figure } from '../figure.ts';

const UPDATES = 5000;
const BYTES = 20_000;
/** Of how many updates one is made: all of ours; of the others as many as end in reasonable time. */
const SAMPLES = { ours: 1, 'react-markdown': 25, streamdown: 10 } as const;

const SECTION = `## The tide tables

The **tide** rises and falls twice a day, driven by the Moon and, at *half* its strength, by the Sun; see the [survey](https://noaa.example/tides).

- Spring tides come at full and new moon, when both pull together.
- Neap tides come at the quarters, and the range is smaller by \`20 %\`.

| Place | Range | Kind |
|---|---:|---|
| Bay of Fundy | 16.3 m | semidiurnal |
| Gulf of Mexico | 0.6 m | diurnal |

> “The tide is a forced oscillation,” as Laplace put it.

`;
const SECTIONS = Math.round(BYTES / SECTION.length);
const TEXT = SECTION.repeat(SECTIONS);

interface Streamed {
  readonly times: number[];
  readonly words: string;
}

export async function peerRenderingBench(): Promise<Figure[]> {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error('No browser was found. `npm start` installs one or says how.');
  const browser = await chromium.launch({ executablePath, args: ['--disable-gpu', ...sandboxFlags()] });
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: await bundle(new URL('./peer-rendering-page.tsx', import.meta.url)) });
    const stream = (renderer: string, sample: number): Promise<Streamed> =>
      page.evaluate(
        (args) => (globalThis as unknown as { streamWith: (...args: unknown[]) => Streamed }).streamWith(...args),
        [renderer, TEXT, UPDATES, sample] as const,
      );
    const measured = new Map<string, Streamed>();
    for (const [renderer, sample] of Object.entries(SAMPLES)) {
      await stream(renderer, 100); // warm up
      measured.set(renderer, await stream(renderer, sample));
    }
    return rows(measured);
  } finally {
    await browser.close();
  }
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const growth = (times: readonly number[]): number => mean(times.slice(Math.floor(times.length * 0.9))) / mean(times);

function rows(measured: ReadonlyMap<string, Streamed>): Figure[] {
  const ours = measured.get('ours');
  if (!ours) throw new Error('Our own renderer was not measured.');
  return [...measured]
    .filter(([name]) => name !== 'ours')
    .flatMap(([name, theirs]) => {
      // a renderer that gave up on the text would be the quickest
      const said = theirs.words.split('“The tide is a forced oscillation,” as Laplace put it.').length - 1;
      if (said !== SECTIONS) throw new Error(`${name} rendered ${said} sections of ${SECTIONS}.`);
      return [
        {
          name: 'rendering: mean per update',
          value: mean(ours.times),
          unit: 'ms',
          against: { name, value: mean(theirs.times) },
        },
        {
          name: 'rendering: last tenth over mean',
          value: growth(ours.times),
          unit: '×',
          against: { name, value: growth(theirs.times) },
        },
      ];
    });
}
