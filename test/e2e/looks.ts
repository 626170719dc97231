/** What must hold of the panel at any size and in both themes. */
import axe, { type NodeResult } from 'axe-core';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Harness, Look } from './harness.ts';

/** Both themes, in a narrow panel and in the usual one. */
export const LOOKS = [
  { scheme: 'light', width: 320, height: 765 },
  { scheme: 'dark', width: 360, height: 765 },
] as const satisfies readonly Look[];

/** The widths that a panel has, in CSS pixels; the least is that of 360 at a zoom of 200 %. */
const WIDTHS = [180, 320, 360, 420, 600] as const;

/**
 * No finding of axe, also on the size of what is pressed; nothing wider than the view at any width. A picture for the
 * eye, where a folder is named for them.
 */
export async function checkLook(x: Harness, panel: Page, look: Look, name: string): Promise<void> {
  await panel.emulateMedia({ reducedMotion: 'reduce' }); // or colours are caught on their way
  await x.look(panel, look);
  const folder = process.env['KL_PICTURES'];
  if (folder !== undefined)
    await panel.screenshot({ path: join(folder, `${name}-${String(look.width)}-${String(look.scheme)}.png`) });
  if (await panel.evaluate(() => !('axe' in globalThis))) await panel.evaluate(axe.source);
  const { violations } = await panel.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
      rules: { 'target-size': { enabled: true } },
    }),
  );
  // what lies half under the dock can be scrolled out
  const isWhole = ({ any }: NodeResult): boolean =>
    !any.some((one) => JSON.stringify(one.data ?? '').includes('bscured'));
  expect(
    violations.flatMap(({ id, nodes }) =>
      nodes
        .filter(isWhole)
        .map(({ html, any }) => `${id}: ${html} ${JSON.stringify(any.map(({ message }) => message))}`),
    ),
  ).toEqual([]);
  const wide: Record<number, number> = {};
  for (const width of WIDTHS) {
    await x.look(panel, { ...look, width });
    const excess = await panel.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (excess > 0) wide[width] = excess;
  }
  await x.look(panel, look);
  expect(wide).toEqual({});
}
