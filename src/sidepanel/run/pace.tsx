/** How far a run is, and since when nothing has come. */
import { useEffect, useState } from 'react';
import { findActiveModelCall } from '../../lib/agent/store/run-state.ts';
import { t } from '../strings/strings.ts';
import { selectActiveAgent } from '../trace/active-agents.ts';
import { getSilentSince } from './activity.ts';
import type { RunModel } from './run-model.ts';

export function Pace({ run }: { readonly run: RunModel }) {
  const { state } = selectActiveAgent(run);
  // a retry grants as many steps again
  const step = (findActiveModelCall(state)?.step ?? state.step) - state.request.stepsBeforeRetry;
  const silentStart = getSilentSince(run);
  return (
    <p className="fine pace">
      {state.spec !== null && step > 0 && <span>{t.step(step, state.spec.limits.maxSteps)}</span>}
      {state.request.wait !== null && state.request.wait.reason !== 'user' && (
        <Until key={state.request.wait.until} at={state.request.wait.until} />
      )}
      {silentStart !== null && <Since key={silentStart} at={silentStart} />}
    </p>
  );
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** `at`: milliseconds since the epoch. A timer keeps screen readers from announcing each second. */
function Since({ at }: { readonly at: number }) {
  const seconds = Math.max(0, Math.floor((useNow() - at) / 1000));
  return <span role="timer">{t.elapsed(seconds)}</span>;
}

function Until({ at }: { readonly at: number }) {
  const seconds = Math.ceil((at - useNow()) / 1000);
  return <span role="timer">{seconds > 0 ? t.tryingIn(seconds) : t.tryingNow}</span>;
}
