/** What must hold of a view at any size and in both themes. */
import axe, { type NodeResult, type RunOptions } from 'axe-core';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { installControls, type Measures } from './controls.ts';
import type { Harness, Look } from './harness.ts';

const ALL_RULES: RunOptions = { rules: { 'target-size': { enabled: true } } };
/** All that a theme changes are colours. */
const CONTRAST: RunOptions = { runOnly: ['color-contrast'] };

interface View extends Look {
  /** Of axe; without, it is only measured. */
  readonly rules?: RunOptions;
  /** Every control can be brought in sight. */
  readonly isReachAsked?: boolean;
}

/** The sizes that a panel has, in CSS pixels: the usual ones, that of 360 px at a zoom of 200 %, and 1280 px at 400 %. */
const VIEWS: readonly View[] = [
  { scheme: 'light', width: 320, height: 765, rules: ALL_RULES },
  { scheme: 'dark', width: 360, height: 765, rules: CONTRAST },
  { width: 180, height: 382, isReachAsked: true },
  { width: 320, height: 256, isReachAsked: true },
  { width: 420, height: 765 },
  { width: 600, height: 765 },
];

/** The dock's part of the usual panel's height, of each state since this was last read. */
let docks: number[] = [];

/** Half of the states since the last call have a lower dock; 0 if none has one. */
export function takeMedianDock(): number {
  const [all, middle] = [docks.toSorted((a, b) => a - b), Math.floor(docks.length / 2)];
  docks = [];
  return all[middle] ?? 0;
}

/**
 * In both themes and at all sizes: no finding of axe, nothing wider than the view, no control too small to be pressed or cut,
 * and nothing that moves for people who want that reduced. A picture for the eye, where a folder is named for them. Leaves
 * the view's size as it was, light.
 */
export async function checkLook(x: Harness, view: Page, name: string): Promise<void> {
  const size = await view.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  await view.emulateMedia({ reducedMotion: 'reduce' }); // or colours are caught on their way
  await installControls(view);
  if (await view.evaluate(() => !('axe' in globalThis))) await view.evaluate(axe.source);
  const faults: string[] = [];
  for (const { rules, isReachAsked = false, ...look } of [...VIEWS, { scheme: 'light', ...size } as const]) {
    await x.look(view, look);
    if (rules) {
      await takePicture(view, `${name}-${String(look.width)}-${look.scheme ?? ''}`);
      faults.push(...(await findViolations(view, rules)));
    }
    const measures = await view.evaluate((reach) => window.controls.measure(reach), isReachAsked);
    if (rules === CONTRAST && measures.dock !== null) docks.push(measures.dock);
    faults.push(...listFaults(measures).map((fault) => `${String(look.width)} × ${String(look.height)}: ${fault}`));
  }
  expect(faults, name).toEqual([]);
}

const listFaults = ({ excess, small, cut, moving }: Measures): readonly string[] => [
  ...(excess > 0 ? [`${String(excess)} px too wide`] : []),
  ...small.map((control) => `small: ${control}`),
  ...cut.map((control) => `cut: ${control}`),
  ...moving.map((element) => `moves: ${element}`),
];

async function takePicture(view: Page, name: string): Promise<void> {
  const folder = process.env['KL_PICTURES'];
  if (folder !== undefined) await view.screenshot({ path: join(folder, `${name}.png`) });
}

async function findViolations(view: Page, options: RunOptions): Promise<readonly string[]> {
  const { violations } = await view.evaluate(
    (run) => (globalThis as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'], ...run }),
    options,
  );
  // what lies half under the dock can be scrolled out
  const isWhole = ({ any }: NodeResult): boolean =>
    !any.some((one) => JSON.stringify(one.data ?? '').includes('bscured'));
  return violations.flatMap(({ id, nodes }) =>
    nodes.filter(isWhole).map(({ html, any }) => `${id}: ${html} ${JSON.stringify(any.map(({ message }) => message))}`),
  );
}
