/** A formula, or what is written where it cannot be set, and until then. */
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { stripActiveCharacters } from '../markdown/safe-text.ts';
import { createLazyPart } from '../parts/lazy-part.ts';
import { t } from '../strings/strings.ts';
import type { Formula } from './tree.ts';
import { giveBack, takeTurn, waitForTurn } from './turns.ts';

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
  useEffect(() => (isReady ? giveBack : undefined), [isReady]);
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
