/**
 * A button that only a deliberate press works. The one rule: whoever pressed had at least 400 ms to see it where it is; a
 * second half of a double click, a key held down and a press meant for what stood there before do nothing.
 */
import { useEffect, useLayoutEffect, useRef, useState, type MouseEvent } from 'react';

export const SEEN_MS = 400;

interface DeliberateProps {
  readonly label: string;
  readonly act: () => void;
  /** Changes when the button comes to stand elsewhere. */
  readonly place: string;
  readonly busy: boolean;
}

export function Deliberate({ label, act, place, busy }: DeliberateProps) {
  const [ready, setReady] = useState('');
  const since = useRef(Infinity);
  useLayoutEffect(() => {
    const appear = (): void => {
      since.current = performance.now();
    };
    appear();
    document.addEventListener('visibilitychange', appear);
    return () => document.removeEventListener('visibilitychange', appear);
  }, [place]);
  // for the eye alone: what decides is when the event happened
  useEffect(() => {
    const timer = setTimeout(() => setReady(place), SEEN_MS);
    return () => clearTimeout(timer);
  }, [place]);
  const press = (event: MouseEvent): void => {
    if (busy || event.detail > 1 || event.nativeEvent.timeStamp - since.current < SEEN_MS) return;
    act();
  };
  return (
    <button
      type="button"
      className="button"
      aria-disabled={busy || ready !== place}
      onClick={press}
      onKeyDown={(event) => {
        if (event.repeat) event.preventDefault();
      }}
    >
      {label}
    </button>
  );
}
