/** Tells the content of a page from what surrounds it, block by block, by trees learned from marked pages. */
import type { Slices } from '../../../text/time-slices.ts';
import { getHeadingLevel } from './block-features.ts';
import type { Block } from './blocks.ts';
import TREES from './block-trees.json' with { type: 'json' };

/** The indexes of the blocks that are content. A row holds what was measured of a block. */
export function* selectBlocks(blocks: readonly Block[], rows: readonly Float32Array[]): Slices<ReadonlySet<number>> {
  const chances: number[] = [];
  for (const row of rows) {
    yield;
    chances.push(predict(row));
  }
  const selected = selectLikely(
    blocks.map(({ text }) => text.length),
    chances,
  );
  yield* keepTablesWhole(blocks, selected);
  for (const [at, { element }] of [...blocks.entries()].toReversed())
    if (selected.has(at + 1) && getHeadingLevel(element) > 0) selected.add(at);
  return selected;
}

/** As a share of the page's text. A larger table is there for the layout. */
const MAX_TABLE = 0.4;

/** A table stays or goes by the greater part of its text. */
function* keepTablesWhole(blocks: readonly Block[], selected: Set<number>): Slices<void> {
  const tables = new Map<Element, number[]>();
  for (const [at, { element }] of blocks.entries()) {
    yield;
    const table = element.closest('table');
    if (!table) continue;
    const cells = tables.get(table) ?? [];
    cells.push(at);
    tables.set(table, cells);
  }
  const measure = (cells: Iterable<number>): number =>
    [...cells].reduce((sum, at) => sum + (blocks[at]?.text.length ?? 0), 0);
  const whole = measure(blocks.keys());
  for (const cells of tables.values()) {
    const length = measure(cells);
    if (length > MAX_TABLE * whole) continue;
    const stays = measure(cells.filter((at) => selected.has(at))) >= length / 2;
    for (const at of cells) {
      if (stays) selected.add(at);
      else selected.delete(at);
    }
  }
}

/** The most likely blocks, as many as give the highest expected F1 over their characters. */
function selectLikely(lengths: readonly number[], chances: readonly number[]): Set<number> {
  const order = chances.map((_, at) => at).toSorted((a, b) => (chances[b] ?? 0) - (chances[a] ?? 0));
  const expected = lengths.reduce((sum, length, at) => sum + length * (chances[at] ?? 0), 0);
  let [right, length, best, size] = [0, 0, 0, 0];
  for (const [rank, at] of order.entries()) {
    right += (lengths[at] ?? 0) * (chances[at] ?? 0);
    length += lengths[at] ?? 0;
    const score = right / (length + expected);
    if (score > best) [best, size] = [score, rank + 1];
  }
  return new Set(order.slice(0, size));
}

/** Of being content, 0 to 1. */
function predict(row: Float32Array): number {
  let sum = 0;
  for (const { features, thresholds, lefts, rights, leaves } of TREES) {
    let node = features.length > 0 ? 0 : -1;
    // a child below 0 is a leaf
    while (node >= 0)
      node = ((row[features[node] ?? 0] ?? 0) <= (thresholds[node] ?? 0) ? lefts[node] : rights[node]) ?? -1;
    sum += leaves[-node - 1] ?? 0;
  }
  return 1 / (1 + Math.exp(-sum));
}

/** Removes the text of the other blocks, and the elements that held nothing else. */
export function* keepBlocks(body: Element, blocks: readonly Block[], kept: ReadonlySet<number>): Slices<void> {
  const needed = new Set<Node>([body]);
  for (const node of blocks.flatMap(({ nodes }, at) => (kept.has(at) ? nodes : []))) {
    yield;
    for (let up: Node | null = node; up && !needed.has(up); up = up.parentNode) needed.add(up);
  }
  for (const node of blocks.flatMap(({ nodes }, at) => (kept.has(at) ? [] : nodes))) {
    yield;
    let top = node;
    for (let up = top.parentNode; up && !needed.has(up); up = up.parentNode) top = up;
    top.parentNode?.removeChild(top);
  }
}
