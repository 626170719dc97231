/** Running seconds. `role="timer"` keeps screen readers from announcing each one. */
import { useEffect, useState } from 'react';

/** Returns the current time, updated every second. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Shows the seconds since a time (milliseconds since the epoch). */
export function Since({ at, words }: { readonly at: number; readonly words: (seconds: number) => string }) {
  const seconds = Math.max(0, Math.floor((useNow() - at) / 1000));
  return <span role="timer">{words(seconds)}</span>;
}

interface UntilProps {
  readonly at: number;
  readonly words: (seconds: number) => string;
  /** Text once the time has come. */
  readonly elapsedText: string;
}

/** Shows the seconds until a time. */
export function Until({ at, words, elapsedText }: UntilProps) {
  const seconds = Math.ceil((at - useNow()) / 1000);
  return <span role="timer">{seconds > 0 ? words(seconds) : elapsedText}</span>;
}
