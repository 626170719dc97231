/** A formula, or what is written where it cannot be set, and until then. */
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { stripActiveCharacters } from '../markdown/safe-text.ts';
import { createLazyPart } from '../parts/lazy-part.ts';
import { t } from '../strings/strings.ts';
import type { Formula } from './tree.ts';
import { scheduleNextFrame } from '../next-frame.ts';

export const mathPart = createLazyPart(() => import('./mathml.tsx'));

export function FormulaView({ node: { tex, value, isDisplayed } }: { readonly node: Formula }) {
  const math = useMath(tex, isDisplayed);
  const written = stripActiveCharacters(value);
  if (math === null) return isDisplayed ? <span className="formula tex">{written}</span> : written;
  if (!isDisplayed) return <span className={tex.length > LONG ? 'formula long' : undefined}>{math}</span>;
  return (
    <span className="formula" role="group" aria-label={t.formula} tabIndex={0}>
      {math}
    </span>
  );
}

/** In characters; a longer formula in a line may be wider than the panel. */
const LONG = 40;

/** Null until it is there, and if it cannot be set. */
function useMath(tex: string, isDisplayed: boolean): ReactNode {
  const [isReady, setReady] = useState(
    () => tex !== '' && mathPart.store.getState().module !== null && takeTurn(tex.length),
  );
  useEffect(() => (isReady ? returnTurn : undefined), [isReady]);
  useEffect(() => {
    if (isReady || tex === '') return;
    let cancel: () => void = () => undefined;
    let isShown = true;
    mathPart.load().then(
      () => {
        if (isShown) cancel = waitForTurn(tex.length, () => setReady(true));
      },
      () => undefined, // as it is written
    );
    return () => {
      isShown = false;
      cancel();
    };
  }, [isReady, tex]);
  return useMemo(
    () => (isReady && tex !== '' ? mathPart.get().renderTex(tex, isDisplayed) : null),
    [isReady, tex, isDisplayed],
  );
}

/** In characters of TeX. */
const FRAME_WORK = 3000;
/** The work that even an empty formula costs. */
const BASE_WORK = 40;

/** Set at a time. The browser takes long to lay out very many; more are shown as they are written. */
const MAX_SET = 1000;

// formulas take turns: in each frame so much work, and so many in all, that thousands of them never hold the panel up
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

/** Whether there is room and, in this frame, work left for it. Then `returnTurn` has to be called when it goes. */
export function takeTurn(length: number): boolean {
  if (set >= MAX_SET) return false;
  schedule();
  if (left <= 0) return false;
  left -= BASE_WORK + length;
  set += 1;
  return true;
}

export function returnTurn(): void {
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
