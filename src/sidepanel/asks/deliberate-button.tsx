import { useEffect, useLayoutEffect, useRef, useState, type MouseEvent } from 'react';

const MIN_VISIBLE_MS = 400;

interface DeliberateButtonProps {
  readonly label: string;
  readonly act: () => void;
  readonly busy: boolean;
  readonly look?: 'button' | 'button accent' | 'quiet';
}

/** Ignored unless visible for 400 ms, so that no press is for what was there before; and on key repeat. */
export function DeliberateButton({ label, act, busy, look = 'button' }: DeliberateButtonProps) {
  const [ready, setReady] = useState(false);
  const visibleSince = useRef(Infinity);
  useLayoutEffect(() => {
    const markVisible = (): void => {
      visibleSince.current = performance.now();
    };
    markVisible();
    document.addEventListener('visibilitychange', markVisible);
    return () => document.removeEventListener('visibilitychange', markVisible);
  }, []);
  // only the appearance; the event's time stamp decides
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), MIN_VISIBLE_MS);
    return () => clearTimeout(timer);
  }, []);
  const press = (event: MouseEvent): void => {
    if (busy || event.detail > 1 || event.nativeEvent.timeStamp - visibleSince.current < MIN_VISIBLE_MS) return;
    act();
  };
  return (
    <button
      type="button"
      className={look}
      aria-disabled={busy || !ready}
      onClick={press}
      onKeyDown={(event) => {
        if (event.repeat) event.preventDefault();
      }}
    >
      {label}
    </button>
  );
}
