/** Tells the content of a page from what surrounds it, block by block, by trees learned from marked pages. */
import type { Slices } from '../../src/lib/pipeline/text/time-slices.ts';
import { LANDMARKS } from '../../src/lib/pipeline/page/read/clean.ts';
import { isDataTable } from '../../src/lib/pipeline/page/read/tables.ts';
import { getHeadingLevel, type Candidates } from './block-features.ts';
import type { Block } from './blocks.ts';
import TREES from './block-trees.json' with { type: 'json' };

export interface MeasuredContent {
  readonly blocks: readonly Block[];
  readonly rows: readonly Float32Array[];
  readonly candidates: Candidates;
}

/**
 * The indexes of the blocks that are content. A row holds what was measured of a block. Between the first and the last of
 * them, what both candidates keep stays too.
 */
export function* selectBlocks({ blocks, rows, candidates }: MeasuredContent): Slices<ReadonlySet<number>> {
  const chances: number[] = [];
  for (const row of rows) {
    yield;
    chances.push(predict(row));
  }
  const selected = selectLikely(
    blocks.map(({ text }) => text.length),
    chances,
  );
  const [first, last] = [Math.min(...selected), Math.max(...selected)];
  for (const at of candidates.readability) if (at > first && at < last && candidates.cleaned.has(at)) selected.add(at);
  yield* keepWhole(blocks, selected);
  keepBetween(blocks, selected);
  for (const [at, { element }] of [...blocks.entries()].toReversed())
    if (selected.has(at + 1) && getHeadingLevel(element) > 0) selected.add(at);
  return selected;
}

/** A table of data stays or goes by the greater part of its text, so that no value stands in another column. */
function* keepWhole(blocks: readonly Block[], selected: Set<number>): Slices<void> {
  for (const name of ['ol', 'table']) {
    const groups = new Map<Element, number[]>();
    for (const [at, { element }] of blocks.entries()) {
      yield;
      const group = element.closest(name);
      if (!group) continue;
      const members = groups.get(group) ?? [];
      members.push(at);
      groups.set(group, members);
    }
    for (const [group, members] of groups) {
      yield;
      if (name === 'table' && !isDataTable(group as HTMLTableElement)) continue;
      const stays = sumLengths(blocks, members, selected) >= sumLengths(blocks, members) / 2;
      for (const at of members) {
        if (stays)
          selected.add(at); // in a list, so that no item has the number of another
        else if (name === 'table') selected.delete(at);
      }
    }
  }
}

function sumLengths(blocks: readonly Block[], indexes: readonly number[], within?: ReadonlySet<number>): number {
  return indexes.reduce((sum, at) => sum + (within?.has(at) === false ? 0 : (blocks[at]?.text.length ?? 0)), 0);
}

/** Code, formulas and figures have few words: between two kept blocks they stay. */
function keepBetween(blocks: readonly Block[], selected: Set<number>): void {
  for (let at = 0; at < blocks.length; at += 1) {
    const start = at;
    while (!selected.has(at) && isWordless(blocks[at])) at += 1;
    if (selected.has(start - 1) && selected.has(at)) for (let kept = start; kept < at; kept += 1) selected.add(kept);
  }
}

const isWordless = (block: Block | undefined): boolean =>
  block !== undefined &&
  (block.element.closest('pre,figure') !== null || block.element.querySelector('[data-kl-math]') !== null);

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
  for (const el of body.querySelectorAll(`${LANDMARKS},header,aside`)) {
    yield;
    if (el.textContent.trim() === '') el.remove(); // pictures only
  }
  const needed = new Set<Node>([body]);
  for (const node of blocks.flatMap(({ nodes }, at) => (kept.has(at) ? nodes : []))) {
    yield;
    for (let up: Node | null = node; up && !needed.has(up); up = up.parentNode) needed.add(up);
  }
  for (const node of blocks.flatMap(({ nodes }, at) => (kept.has(at) ? [] : nodes))) {
    yield;
    let top = node;
    for (let up = top.parentNode; up && !needed.has(up); up = up.parentNode) top = up;
    if (isCell(top)) top.textContent = '';
    else top.parentNode?.removeChild(top);
  }
}

/** The others of its row would move. */
const isCell = ({ nodeName }: Node): boolean => /^t[dh]$/i.test(nodeName);
