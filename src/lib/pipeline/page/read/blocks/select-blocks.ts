/** Tells the content of a page from what surrounds it, block by block, by trees learned from marked pages. */
import { isPauseDue, type Slices } from '../../../text/time-slices.ts';
import { LANDMARKS } from '../cleaning/clean.ts';
import { isDataTable } from '../tables.ts';
import type { Block } from './blocks.ts';
import { predictChances } from './predict-chances.ts';

export interface MeasuredContent {
  readonly blocks: readonly Block[];
  /** What was measured of each block. */
  readonly rows: readonly Float32Array[];
  /** The indexes of the blocks that the rules keep. */
  readonly kept: ReadonlySet<number>;
  /** The texts that they leave out of these, and pictures. */
  readonly leftOut: ReadonlySet<Node>;
}

/** Below and above these chances the trees correct the rules. What a user would miss costs more than what they skip. */
const MIN_KEPT = 0.1;
export const MIN_ADDED = 0.5;
/** Largest share of the text kept by the rules that trees may leave out: those that would leave out more do not know this kind of page. */
const MAX_LEFT_OUT = 0.2;
/** In characters, of one text and of all in the page: less may be said twice on purpose. */
const [MIN_REPEATED, MIN_REPEATED_IN_ALL] = [80, 300];

/** The indexes of the blocks that are content: those that the rules keep, corrected. `given`: their chances. */
export function* selectBlocks(
  { blocks, rows, kept }: MeasuredContent,
  given?: readonly number[],
): Slices<ReadonlySet<number>> {
  const chances = given ?? (yield* predictChances(rows));
  const selected = new Set<number>();
  for (const [at, chance] of chances.entries()) if (chance > (kept.has(at) ? MIN_KEPT : MIN_ADDED)) selected.add(at);
  yield* keepWhole(blocks, selected);
  if (sumLengths(blocks, kept, selected) < (1 - MAX_LEFT_OUT) * sumLengths(blocks, kept))
    for (const at of kept) selected.add(at);
  yield* finishSelection(blocks, selected);
  return selected;
}

/** Adds what belongs to what is selected, and leaves out what it says again. */
export function* finishSelection(blocks: readonly Block[], selected: Set<number>): Slices<void> {
  keepBetween(blocks, selected);
  for (const [at, { heading }] of [...blocks.entries()].toReversed())
    if (selected.has(at + 1) && heading !== null) selected.add(at);
  yield* dropRepeats(blocks, selected);
}

/** A table of data stays or goes by the greater part of its text, so that no value stands in another column. */
export function* keepWhole(blocks: readonly Block[], selected: Set<number>): Slices<void> {
  for (const name of ['ol', 'table']) {
    const groups = new Map<Element, number[]>();
    for (const [at, { element }] of blocks.entries()) {
      if (isPauseDue()) yield;
      const group = element.closest(name);
      if (!group) continue;
      const members = groups.get(group) ?? [];
      members.push(at);
      groups.set(group, members);
    }
    for (const [group, members] of groups) {
      if (isPauseDue()) yield;
      if (name === 'table' && !isDataTable(group as HTMLTableElement)) continue;
      const stays = sumLengths(blocks, members, selected) >= sumLengths(blocks, members) / 2;
      for (const at of members) {
        if (stays) selected.add(at); // in a list, so that no item has the number of another
        else if (name === 'table') selected.delete(at);
      }
    }
  }
}

function sumLengths(blocks: readonly Block[], indexes: Iterable<number>, within?: ReadonlySet<number>): number {
  let sum = 0;
  for (const at of indexes) if (within?.has(at) !== false) sum += blocks[at]?.text.length ?? 0;
  return sum;
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

/** Leaves out what is written again elsewhere in the page: for another width of the screen, or as a preview. */
function* dropRepeats(blocks: readonly Block[], selected: Set<number>): Slices<void> {
  if (blocks.some(({ element }) => element.closest('pre'))) return; // a reference describes the same in several sections
  const firsts = new Map<string, number>();
  const headings: string[] = [];
  const repeated = new Set<number>();
  const isLeft = (at: number): boolean => selected.has(at) && !repeated.has(at);
  const isSame = (at: number, first: number): boolean =>
    isLeft(at) && isLeft(first) && blocks[at]?.text.trim() === blocks[first]?.text.trim();
  for (let at = 0; at < blocks.length; at += 1) {
    if (isPauseDue()) yield;
    const { text = '', element, heading = null } = blocks[at] ?? {};
    headings.push(heading === null ? (headings.at(-1) ?? '') : text.trim());
    const first = isLeft(at) && text.length >= MIN_REPEATED ? firsts.get(text.trim()) : -1;
    if (first === undefined) firsts.set(text.trim(), at);
    if (first === undefined || first < 0 || headings[first] !== headings[at]) continue;
    if (blocks[first]?.element.parentElement === element?.parentElement) continue;
    let [from, to] = [at, at + 1];
    while (from - 1 > first && isSame(from - 1, first + from - 1 - at)) from -= 1;
    while (first + to - at < from && isSame(to, first + to - at)) to += 1;
    for (let each = from; each < to; each += 1) repeated.add(each);
  }
  if (sumLengths(blocks, repeated) < MIN_REPEATED_IN_ALL) return;
  for (const at of repeated) if (!blocks[at]?.element.closest(UNBROKEN)) selected.delete(at);
}

/** Without a part of it, others would be misread. */
const UNBROKEN = 'pre,table,ol,blockquote';

/** Removes the other texts, what is left out, and the elements that held nothing else. */
export function* keepBlocks(
  body: Element,
  { blocks, leftOut }: Pick<MeasuredContent, 'blocks' | 'leftOut'>,
  selected: ReadonlySet<number>,
): Slices<void> {
  for (const el of body.querySelectorAll(`${LANDMARKS},header,aside`)) {
    if (isPauseDue()) yield;
    if (el.textContent.trim() === '') el.remove(); // pictures only
  }
  const needed = new Set<Node>([body]);
  const others: Node[] = [];
  for (const [at, { nodes }] of blocks.entries())
    for (const node of nodes) {
      if (isPauseDue()) yield;
      if (!selected.has(at) || leftOut.has(node)) others.push(node);
      else for (let up: Node | null = node; up && !needed.has(up); up = up.parentNode) needed.add(up);
    }
  for (const image of body.querySelectorAll('img')) {
    if (isPauseDue()) yield;
    if (leftOut.has(image)) image.remove();
  }
  for (const node of others) {
    if (isPauseDue()) yield;
    let top = node;
    for (let up = top.parentNode; up && !needed.has(up); up = up.parentNode) top = up;
    if (isCell(top)) top.textContent = '';
    else top.parentNode?.removeChild(top);
  }
}

/** The others of its row would move. */
const isCell = ({ nodeName }: Node): boolean => /^t[dh]$/i.test(nodeName);
