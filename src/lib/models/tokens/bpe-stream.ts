/** The count of a text that grows, without counting again what no longer changes. */
import type { Merge } from './merger.ts';
import { openRun, type OpenRun } from './open-run.ts';
import { MIN_RUN, type Splitter } from './split.ts';
import { encodeUtf8 } from './utf8.ts';

/** Shorter texts are counted from their beginning each time. */
const MIN_OPEN_RUN = 200;
const SEARCH_SLICE_CHARACTERS = 65_536;
const MAX_OPEN_WINDOW = 4096;

export interface BpeStream {
  append(text: string): void;
  /** Must not overlap; text appended meanwhile counts in the next call. */
  countInSlices(): Generator<undefined, number>;
}

interface StreamDeps extends Splitter {
  readonly merge: Merge;
  readonly countPieces: (text: string, until?: number) => Generator<undefined, number>;
}

export function createBpeStream({ findPieceEnd, findRunKind, isSeam, merge, countPieces }: StreamDeps): BpeStream {
  let openWindow = 120;
  let settledTokens = 0; // tokens of all text before `unsettled`
  let unsettled = '';
  let searched = 0; // length of its beginning without a boundary
  let run: { readonly kind: number; readonly before: number; readonly open: OpenRun; until: number } | null = null;

  /** Tokens of `unsettled`, which has no boundary; null if its end is no run that goes on. */
  function countOpenRun(text: string): number | null {
    if (run?.kind !== findRunKind(text, run?.until ?? text.length)) return null;
    const tokens = run.open.append(encodeUtf8(text.slice(run.until)));
    run.until = text.length;
    return tokens === null ? null : run.before + tokens;
  }

  function* countFromStart(text: string): Generator<undefined, number> {
    if (run !== null) openWindow = Math.min(2 * openWindow, MAX_OPEN_WINDOW); // long tokens need a wider one
    run = null;
    const kind = text.length < MIN_OPEN_RUN ? 0 : findRunKind(text, text.length - MIN_RUN);
    if (kind === 0) return yield* countPieces(text);
    let last = 0;
    for (let end; (end = findPieceEnd(text, last)) < text.length;) last = end;
    if (/[\r\n]/.test(text.slice(last))) return yield* countPieces(text); // slashes after a break go on, other signs do not
    const before = yield* countPieces(text, last);
    const { open, tokens } = yield* openRun(merge, encodeUtf8(text.slice(last)), openWindow);
    run = { kind, before, open, until: text.length };
    return before + tokens;
  }

  function* countUnsettled(): Generator<undefined, number> {
    const text = unsettled;
    let seam = text.length - 1;
    for (; seam >= searched && !isSeam(text, seam); seam--) if (seam % SEARCH_SLICE_CHARACTERS === 0) yield;
    if (seam < searched) {
      searched = text.length;
      return settledTokens + (countOpenRun(text) ?? (yield* countFromStart(text)));
    }
    run = null;
    const before = yield* countPieces(text.slice(0, seam));
    const after = yield* countPieces(text.slice(seam));
    settledTokens += before;
    unsettled = unsettled.slice(seam);
    searched = text.length - seam;
    return settledTokens + after;
  }
  return {
    append: (text) => void (unsettled += text),
    countInSlices: countUnsettled,
  };
}
