/** Formulas take turns: in each frame so much work, and so many in all, that thousands of them never hold the panel up. */
import { scheduleNextFrame } from '../schedule.ts';

/** In characters of TeX. */
const FRAME_WORK = 3000;
/** Of a formula of no length. */
const BASE_WORK = 40;

/** Set at a time. The browser takes long to lay out very many; more are shown as they are written. */
const MAX_SET = 1000;

let left = FRAME_WORK;
let set = 0;
let isScheduled = false;
const waiting = new Set<{ readonly length: number; readonly begin: () => void }>();

function beginFrame(): void {
  isScheduled = false;
  left = FRAME_WORK;
  for (const turn of waiting) {
    if (!takeTurn(turn.length)) return;
    waiting.delete(turn);
    turn.begin();
  }
}

function schedule(): void {
  if (!isScheduled) scheduleNextFrame(beginFrame);
  isScheduled = true;
}

/** Whether there is room and, in this frame, work left for it. Then `giveBack` has to be called when it goes. */
export function takeTurn(length: number): boolean {
  if (set >= MAX_SET) return false;
  schedule();
  if (left <= 0) return false;
  left -= BASE_WORK + length;
  set += 1;
  return true;
}

export function giveBack(): void {
  set -= 1;
  if (waiting.size > 0) schedule();
}

/** Calls `begin` in the frame of its turn, unless the function that is returned was called before. */
export function waitForTurn(length: number, begin: () => void): () => void {
  const turn = { length, begin };
  waiting.add(turn);
  schedule();
  return () => void waiting.delete(turn);
}
