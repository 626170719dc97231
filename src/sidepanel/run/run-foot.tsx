/** Above the dock, while needed: what the run takes, and the way to the end of its answer. */
import { useEffect, useState, type RefObject } from 'react';
import { useModel } from '../panel-context.ts';
import { QuietButton } from '../parts/button.tsx';
import { CostBadge } from '../receipt/cost-badge.tsx';
import { formatActiveCalls } from '../receipt/receipt.tsx';
import { t } from '../strings/strings.ts';
import { listActiveModelCalls } from '../trace/active-agents.ts';
import { listRequests } from './requests.ts';
import { countDraftTokens, type RunModel } from './run-model.ts';
import { isLive } from './stage.ts';

interface RunFootProps {
  /** Stands at the end of the present answer. */
  readonly end: HTMLElement | null;
  /** The sticky part of the panel. */
  readonly foot: RefObject<HTMLElement | null>;
}

export function RunFoot({ end, foot }: RunFootProps) {
  const run = useModel(({ run, history, agentsPage }) => (!history?.open && agentsPage === null ? run : null));
  const isBelow = useIsBelow(end, foot) && end !== null;
  const live = run !== null && isLive(run.state.status);
  return (
    <div className="run-foot" {...((live || isBelow) && { role: 'region', 'aria-label': t.inView })}>
      {isBelow && (
        <div className="latest">
          <QuietButton look="edged" title={t.latestHint} onClick={() => scrollToEnd(end, foot.current)}>
            {t.latest}
          </QuietButton>
        </div>
      )}
      {run !== null && <RunningCost key={run.runId} run={run} live={live} />}
    </div>
  );
}

function RunningCost({ run, live }: { readonly run: RunModel; readonly live: boolean }) {
  const calls = live ? listActiveModelCalls(run.state) : [];
  return (
    <div className={live ? 'row between fine running-cost' : undefined}>
      <CostBadge run={run} cost={listRequests(run).at(-1)} isBrief hidden={!live} />
      {calls.length > 0 && <span>{formatActiveCalls(calls, countDraftTokens(run))}</span>}
    </div>
  );
}

/** Whether it is out of sight below, or under `foot`. */
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
        { rootMargin: `0px 0px -${String(current.offsetHeight)}px 0px` },
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
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
  end.focus({ preventScroll: true });
  scrollBy({ top: end.getBoundingClientRect().bottom - bottom, behavior });
}
