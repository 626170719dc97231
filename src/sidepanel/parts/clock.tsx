/** Seconds that pass on screen. `role="timer"` keeps them readable without having each one announced. */
import { useEffect, useState } from 'react';

/** The time, renewed every second. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Seconds since a moment (milliseconds since the epoch), in words. */
export function Since({ at, words }: { readonly at: number; readonly words: (seconds: number) => string }) {
  const seconds = Math.max(0, Math.floor((useNow() - at) / 1000));
  return <span role="timer">{words(seconds)}</span>;
}

interface UntilProps {
  readonly at: number;
  readonly words: (seconds: number) => string;
  /** Once the moment has come. */
  readonly then: string;
}

/** Seconds until a moment. */
export function Until({ at, words, then }: UntilProps) {
  const seconds = Math.ceil((at - useNow()) / 1000);
  return <span role="timer">{seconds > 0 ? words(seconds) : then}</span>;
}
