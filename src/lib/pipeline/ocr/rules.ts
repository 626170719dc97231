/** Finds drawn lines and edges of grounds, level and upright, as tables are ruled with. */
import { getBottom, getRight } from './boxes.ts';
import type { Box, Gray } from './types.ts';

/** Between neighbours, in steps of 255. */
const MIN_EDGE = 12;
/** In letter heights: longer than a letter, or than a word. */
const MIN_LENGTH = { down: 2.5, across: 6 };
/** In letter heights: where rules cross, and how far apart the two edges of one rule stand. */
const MAX_BREAK = 0.3;
const MAX_THICKNESS = 0.4;
/** Share of its length by which a rule may lean. */
const MAX_LEAN = 0.03;
/** The longest count: a photograph is full of short ones. */
const MAX_RUNS = 2000;

/** Share of its length that is within words: more is a line of them, whose grain in a JPEG joins them. */
const MAX_WITHIN = 0.2;
/** Share of a word's size, on each side, within which it may touch a rule. */
const TOUCHING = 0.2;

/** In pixels. */
export interface Rule {
  /** Its x if it is upright, its y if it is level. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

export interface Rules {
  readonly down: readonly Rule[];
  readonly across: readonly Rule[];
}

/** `letter`: height of most letters in pixels. */
export function findRules({ width, height, data }: Gray, letter: number): Rules {
  const longestBreak = Math.max(3, Math.ceil(MAX_BREAK * letter));
  const down = createRunFinder(width, longestBreak, MIN_LENGTH.down * letter);
  const across = createRunFinder(height, longestBreak, MIN_LENGTH.across * letter);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      const light = data[at] ?? 0;
      if (x > 0 && Math.abs(light - (data[at - 1] ?? 0)) >= MIN_EDGE) down.add(x, y);
      if (y > 0 && Math.abs(light - (data[at - width] ?? 0)) >= MIN_EDGE) across.add(y, x);
    }
  const thickness = Math.max(3, MAX_THICKNESS * letter);
  return {
    down: joinRuns(down.finish(), thickness, longestBreak),
    across: joinRuns(across.finish(), thickness, longestBreak),
  };
}

/** Rules that do not run through words. `words` stand in the same picture. */
export function dropCrossed({ down, across }: Rules, words: readonly Box[]): Rules {
  const upright = words.map((box) => ({ from: box.y, to: getBottom(box), low: box.x, high: getRight(box) }));
  const level = words.map((box) => ({ from: box.x, to: getRight(box), low: box.y, high: getBottom(box) }));
  const isClear = ({ at, from, to }: Rule, spans: typeof level): boolean => {
    const crossed = spans.reduce((sum, span) => {
      const margin = TOUCHING * (span.high - span.low);
      const isWithin = at > span.low + margin && at < span.high - margin;
      return isWithin ? sum + Math.max(0, Math.min(to, span.to) - Math.max(from, span.from)) : sum;
    }, 0);
    return crossed <= MAX_WITHIN * (to - from);
  };
  return {
    down: down.filter((rule) => isClear(rule, upright)),
    across: across.filter((rule) => isClear(rule, level)),
  };
}

/** Collects runs of edge pixels; the pixels of a line must come in order. */
function createRunFinder(lines: number, longestBreak: number, minLength: number) {
  const from = new Int32Array(lines).fill(-1);
  const last = new Int32Array(lines);
  const runs: Rule[] = [];
  const close = (line: number): void => {
    const start = from[line] ?? -1;
    const end = (last[line] ?? 0) + 1;
    if (start !== -1 && end - start >= minLength) runs.push({ at: line, from: start, to: end });
  };
  return {
    add(line: number, at: number): void {
      if (from[line] === -1 || at - (last[line] ?? 0) > longestBreak + 1) {
        close(line);
        from[line] = at;
      }
      last[line] = at;
    },
    finish(): readonly Rule[] {
      for (const line of from.keys()) close(line);
      return runs
        .toSorted((one, other) => other.to - other.from - (one.to - one.from))
        .slice(0, MAX_RUNS)
        .toSorted((one, other) => one.at - other.at);
    },
  };
}

/** Runs beside each other along their length, as the two edges of a rule or the steps of one that leans, are one rule. */
function joinRuns(runs: readonly Rule[], thickness: number, longestBreak: number): readonly Rule[] {
  const touch = (one: Rule, other: Rule): boolean =>
    one.from - other.to <= longestBreak && other.from - one.to <= longestBreak;
  const groups: Rule[][] = [];
  let open: Rule[][] = [];
  for (const run of runs) {
    open = open.filter((group) => run.at - (group.at(-1)?.at ?? 0) <= thickness);
    const own = open.filter((group) => group.some((other) => run.at - other.at <= thickness && touch(run, other)));
    const [first = []] = own;
    if (own.length === 0) {
      groups.push(first);
      open.push(first);
    }
    for (const other of own.slice(1)) first.push(...other.splice(0));
    open = open.filter((group) => group === first || group.length > 0);
    first.push(run);
  }
  return groups.filter((group) => group.length > 0).flatMap((group) => describeRule(group, thickness));
}

/** None if it is a texture rather than a rule. */
function describeRule(group: readonly Rule[], thickness: number): readonly Rule[] {
  const from = group.reduce((least, run) => Math.min(least, run.from), Infinity);
  const to = group.reduce((most, run) => Math.max(most, run.to), 0);
  const least = group.reduce((low, { at }) => Math.min(low, at), Infinity);
  const most = group.reduce((high, { at }) => Math.max(high, at), 0);
  if (most - least > Math.max(2 * thickness, MAX_LEAN * (to - from))) return [];
  const length = group.reduce((sum, run) => sum + run.to - run.from, 0);
  return [{ at: group.reduce((sum, run) => sum + run.at * (run.to - run.from), 0) / length, from, to }];
}
