/** Formulas take turns: in each frame so much work, so that thousands of them never hold the panel up. */
import { scheduleNextFrame } from '../schedule.ts';

/** In characters of TeX. */
const FRAME_WORK = 3000;
/** Of a formula of no length. */
const BASE_WORK = 40;

let left = FRAME_WORK;
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

/** Whether there is work left for it in this frame. */
export function takeTurn(length: number): boolean {
  schedule();
  if (left <= 0) return false;
  left -= BASE_WORK + length;
  return true;
}

/** Calls `begin` in the frame of its turn, unless the function that is returned was called before. */
export function waitForTurn(length: number, begin: () => void): () => void {
  const turn = { length, begin };
  waiting.add(turn);
  schedule();
  return () => void waiting.delete(turn);
}
