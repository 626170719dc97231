/** Above the dock, while needed: the way to the end of the answer. */
import { useEffect, useState, type RefObject } from 'react';
import { useModel } from '../panel-context.ts';
import { Button } from '../parts/button.tsx';
import { t } from '../strings/strings.ts';

interface RunFootProps {
  /** Stands at the end of the present answer. */
  readonly end: HTMLElement | null;
  /** The sticky part of the panel. */
  readonly foot: RefObject<HTMLElement | null>;
}

export function RunFoot({ end, foot }: RunFootProps) {
  const isCovered = useModel(({ history, agentsPage }) => Boolean(history?.open) || agentsPage !== null);
  const isBelow = useIsBelow(end, foot) && end !== null && !isCovered;
  return (
    isBelow && (
      <div className="row latest" role="region" aria-label={t.inView}>
        <Button className="button small" title={t.latestHint} onClick={() => scrollToEnd(end, foot.current)}>
          {t.latest}
        </Button>
      </div>
    )
  );
}

/** In CSS pixels: some lines, for which nothing need lie over the text. */
const NEAR_PX = 96;

/** Whether it is farther below what is in sight above `foot`. */
function useIsBelow(end: HTMLElement | null, foot: RefObject<HTMLElement | null>): boolean {
  const [isBelow, setIsBelow] = useState(false);
  useEffect(() => {
    const { current } = foot;
    if (end === null || current === null) return;
    let observer: IntersectionObserver | null = null;
    const observe = (): void => {
      observer?.disconnect();
      observer = new IntersectionObserver(
        (entries) => {
          const last = entries.at(-1);
          setIsBelow(last !== undefined && !last.isIntersecting && last.boundingClientRect.top > 0);
        },
        { rootMargin: `0px 0px ${String(NEAR_PX - current.offsetHeight)}px 0px` },
      );
      observer.observe(end);
    };
    const resized = new ResizeObserver(observe); // reports once at the beginning
    resized.observe(current);
    return () => {
      resized.disconnect();
      observer?.disconnect();
      setIsBelow(false);
    };
  }, [end, foot]);
  return isBelow;
}

/** In CSS pixels, below the end. */
const MARGIN_PX = 48;

/** The button goes, so the focus goes along. */
function scrollToEnd(end: HTMLElement, foot: HTMLElement | null): void {
  const bottom = innerHeight - (foot?.offsetHeight ?? 0) - MARGIN_PX;
  end.focus({ preventScroll: true });
  scrollBy(0, end.getBoundingClientRect().bottom - bottom);
}
