/** `role="timer"` keeps screen readers from announcing each second. */
import { useEffect, useState } from 'react';

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** `at`: milliseconds since the epoch. */
export function Since({ at, words }: { readonly at: number; readonly words: (seconds: number) => string }) {
  const seconds = Math.max(0, Math.floor((useNow() - at) / 1000));
  return <span role="timer">{words(seconds)}</span>;
}

interface UntilProps {
  readonly at: number;
  readonly words: (seconds: number) => string;
  readonly elapsedText: string;
}

export function Until({ at, words, elapsedText }: UntilProps) {
  const seconds = Math.ceil((at - useNow()) / 1000);
  return <span role="timer">{seconds > 0 ? words(seconds) : elapsedText}</span>;
}
