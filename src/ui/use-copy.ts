import { useEffect, useState } from 'react';

type CopyOutcome = 'none' | 'copied' | 'failed';

const CONFIRMATION_MS = 2500;

/** What became of the last press, for as long as it is said; and the press. */
export function useCopy(copy: () => Promise<void>): readonly [CopyOutcome, () => void] {
  const [outcome, setOutcome] = useState<CopyOutcome>('none');
  useEffect(() => {
    if (outcome === 'none') return;
    const timer = setTimeout(() => setOutcome('none'), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const press = (): void => {
    copy().then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  };
  return [outcome, press];
}
