/** Finds drawn lines and edges of grounds, level and upright, as tables are ruled with. */
import type { Gray } from './types.ts';

/** Between neighbours, in steps of 255. */
const MIN_EDGE = 12;
/** In letter heights: longer than a letter, or than a word. */
const MIN_LENGTH = { down: 2.5, across: 6 };
/** In letter heights: where rules cross, and how far apart the two edges of one rule stand. */
const MAX_BREAK = 0.3;
const MAX_THICKNESS = 0.4;

/** In pixels. */
export interface Rule {
  /** Of x if it is upright, of y if it is level. */
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
  const down = new RunFinder(width, longestBreak, MIN_LENGTH.down * letter);
  const across = new RunFinder(height, longestBreak, MIN_LENGTH.across * letter);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      const light = data[at] ?? 0;
      if (x > 0 && Math.abs(light - (data[at - 1] ?? 0)) >= MIN_EDGE) down.add(x, y);
      if (y > 0 && Math.abs(light - (data[at - width] ?? 0)) >= MIN_EDGE) across.add(y, x);
    }
  const thickness = Math.max(3, MAX_THICKNESS * letter);
  return { down: joinRuns(down.end(), thickness, longestBreak), across: joinRuns(across.end(), thickness, longestBreak) };
}

/** Collects runs of edge pixels, in lines that are visited from their beginning each. */
class RunFinder {
  private readonly from: Int32Array;
  private readonly last: Int32Array;
  private readonly runs: Rule[] = [];

  constructor(
    lines: number,
    private readonly longestBreak: number,
    private readonly minLength: number,
  ) {
    this.from = new Int32Array(lines).fill(-1);
    this.last = new Int32Array(lines);
  }

  add(line: number, at: number): void {
    if (this.from[line] === -1 || at - (this.last[line] ?? 0) > this.longestBreak + 1) {
      this.close(line);
      this.from[line] = at;
    }
    this.last[line] = at;
  }

  end(): readonly Rule[] {
    for (const line of this.from.keys()) this.close(line);
    return this.runs.toSorted((one, other) => one.at - other.at);
  }

  private close(line: number): void {
    const from = this.from[line] ?? -1;
    const to = (this.last[line] ?? 0) + 1;
    if (from !== -1 && to - from >= this.minLength) this.runs.push({ at: line, from, to });
  }
}

/** Runs at nearly the same place, as the two edges of a rule, that follow each other with no more than a short break. */
function joinRuns(runs: readonly Rule[], thickness: number, longestBreak: number): readonly Rule[] {
  const groups: Rule[][] = [];
  for (const run of runs) {
    const open = groups.at(-1);
    if (open !== undefined && run.at - (open[0]?.at ?? 0) <= thickness) open.push(run);
    else groups.push([run]);
  }
  return groups.flatMap((group) => {
    const joined: Rule[] = [];
    const at = group.reduce((sum, run) => sum + run.at, 0) / group.length;
    for (const { from, to } of group.toSorted((one, other) => one.from - other.from)) {
      const last = joined.at(-1);
      if (last !== undefined && from - last.to <= longestBreak)
        joined.splice(-1, 1, { ...last, to: Math.max(last.to, to) });
      else joined.push({ at, from, to });
    }
    return joined;
  });
}
