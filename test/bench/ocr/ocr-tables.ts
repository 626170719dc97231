/**
 * Tables in pictures: the share of their cells that are right in row, column and text, and what it would be if the text of
 * each row were split at its runs of spaces. The one rule: nothing here was seen while the finding of cells was tuned.
 */
import { readPixels } from '../../kit/screens/read-pixels.ts';
import { cellsByGaps, cellsOf, countRightCells } from '../../kit/screens/cells.ts';
import { withEngine } from '../../kit/screens/engine.ts';
import { HELD_OUT, screensOf } from '../../kit/screens/index.ts';
import { pixelsOf } from '../../kit/screens/pixels.ts';
import { withRenderer } from '../../kit/screens/render.ts';
import type { Figure } from '../figure.ts';

/** A screen of each kind. */
const SEEDS = HELD_OUT.slice(2);

interface Sum {
  read: number;
  byGaps: number;
  of: number;
}

export function ocrTablesBench(seeds: readonly number[] = SEEDS): Promise<Figure[]> {
  const sums = new Map<string, Sum>();
  const add = (name: string, read: number, byGaps: number, of: number): void => {
    const sum = sums.get(name) ?? { read: 0, byGaps: 0, of: 0 };
    sums.set(name, { read: sum.read + read, byGaps: sum.byGaps + byGaps, of: sum.of + of });
  };
  return withEngine(async ({ recognise }) => {
    await withRenderer(async (draw) => {
      for (const screen of seeds.flatMap((seed) => screensOf(seed))) {
        const { kind, table } = screen;
        if (table === undefined) continue;
        const { signal } = new AbortController();
        const reading = await readPixels(pixelsOf(await draw(screen, 1)), recognise, { signal });
        const { right, of } = countRightCells(cellsOf(reading), table.rows);
        const byGaps = countRightCells(cellsByGaps(reading), table.rows).right;
        add(kind, right, byGaps, of);
        add(table.isRuled ? 'all ruled' : 'all without rules', right, byGaps, of);
        if (table.rows.flat().includes('')) add('all with empty cells', right, byGaps, of);
      }
    });
    return [...sums].map(([name, { read, byGaps, of }]) => ({
      name: `tables in pictures, cells right: ${name}`,
      value: (100 * read) / of,
      unit: '%',
      against: { name: 'rows split at spaces', value: (100 * byGaps) / of },
    }));
  });
}
