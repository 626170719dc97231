/** A button against accidental clicks: ignored unless visible in its place for 400 ms, and on key repeat. */
import { useEffect, useLayoutEffect, useRef, useState, type MouseEvent } from 'react';

export const MIN_VISIBLE_MS = 400;

interface DeliberateProps {
  readonly label: string;
  readonly act: () => void;
  /** Changes when the button moves. */
  readonly place: string;
  readonly busy: boolean;
}

export function DeliberateButton({ label, act, place, busy }: DeliberateProps) {
  const [ready, setReady] = useState('');
  const visibleSince = useRef(Infinity);
  useLayoutEffect(() => {
    const markVisible = (): void => {
      visibleSince.current = performance.now();
    };
    markVisible();
    document.addEventListener('visibilitychange', markVisible);
    return () => document.removeEventListener('visibilitychange', markVisible);
  }, [place]);
  // only the appearance; the event's time stamp decides
  useEffect(() => {
    const timer = setTimeout(() => setReady(place), MIN_VISIBLE_MS);
    return () => clearTimeout(timer);
  }, [place]);
  const press = (event: MouseEvent): void => {
    if (busy || event.detail > 1 || event.nativeEvent.timeStamp - visibleSince.current < MIN_VISIBLE_MS) return;
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
