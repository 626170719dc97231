/** What a wake of the worker and the opening of the panel may read, by part. A part that is not listed has to be argued for here. */
import { expect, test } from 'vitest';
import { measureBuild, type Part } from '../../kit/product/bundle-parts.ts';

/** In bytes, compressed: about a seventh more than they have. */
const FIRST: Readonly<Record<string, number>> = {
  'src/lib/agent': 16_900,
  'src/chrome': 9_800,
  'src/background': 8_000,
  '@cfworker/json-schema': 7_200,
  'src/lib/protocol': 7_180, // what readers wrote below a page took the last 30
  'src/lib/base': 3_200,
  'src/lib/pipeline': 2_020,
  'src/lib/schema': 2_000,
  idb: 1_600,
  'src/lib/jobs': 900,
  'src/lib/agents': 600,
  'src/lib/models': 400,
};
/** Loaded when needed, in bytes, compressed. */
const LATER: Readonly<Record<string, number>> = {
  'services.js': 190_400, // runs and requests; telling whether a page answers, and finding its words sooner, took the last 800
  'check-claims.js': 41_500, // answers with quotes: the words of a dozen languages, and places by their names in them
  'visible-markdown.js': 8_500,
  'schedules.js': 8_000, // runs by the clock
  'archiving.js': 1_400,
};

/** What the panel reads at its opening, by part, in bytes, compressed. The rest is loaded when it is needed. */
const PANEL: Readonly<Record<string, number>> = {
  'react-dom': 66_000,
  'src/sidepanel': 30_600,
  'src/chrome': 5_050,
  react: 3_500,
  'src/lib/protocol': 1_300,
  'src/lib/base': 2_300,
  scheduler: 1_700,
  'src/lib/jobs': 740,
  'src/ui': 950, // the confirmation that Settings shares
  zustand: 400,
  'src/lib/models': 300,
  'src/lib/schema': 140,
  'src/lib/agent': 200,
};
/** All of it: scripts and styles. */
const PANEL_SCRIPTS = 110_000;
const PANEL_STYLES = 4_700;

const exceeds =
  (budget: Readonly<Record<string, number>>) =>
  ({ name, gzip }: Part): boolean =>
    gzip > (budget[name] ?? 0);

/** A build takes its time on a busy machine. */
const TIMEOUT_MS = 240_000;
const built = measureBuild();

test(
  'a wake, a run and a check of claims read no more than they are granted, and no part of the worker is there unasked',
  { timeout: TIMEOUT_MS },
  async () => {
    const { first, later } = (await built).worker;
    expect(first.length).toBeGreaterThan(8);
    expect(first.filter(exceeds(FIRST))).toEqual([]);
    expect(later.filter(exceeds(LATER))).toEqual([]);
  },
);

test('the panel opens with no more than it is granted, and with no part unasked', { timeout: TIMEOUT_MS }, async () => {
  const { parts, scripts, styles } = (await built).panel;
  expect(parts.length).toBeGreaterThan(8);
  expect(parts.filter(exceeds(PANEL))).toEqual([]);
  expect(scripts).toBeLessThanOrEqual(PANEL_SCRIPTS);
  expect(styles).toBeLessThanOrEqual(PANEL_STYLES);
});

test('the hidden page reads nothing that draws a page', { timeout: TIMEOUT_MS }, async () => {
  const names = (await built).hidden.map(({ name }) => name);
  expect(names).toContain('src/lib/models');
  expect(names).not.toContain('react-dom');
  expect(names).not.toContain('src/sidepanel');
});
