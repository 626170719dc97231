/** How long a run still waits, and since when nothing has come. */
import { useEffect, useState } from 'react';
import { t } from '../strings/strings.ts';
import { selectActiveAgent } from '../trace/active-agents.ts';
import { getSilentSince } from './activity.ts';
import type { RunModel } from './run-model.ts';

export function Pace({ run }: { readonly run: RunModel }) {
  const { wait } = selectActiveAgent(run).state.request;
  const silentStart = getSilentSince(run);
  return (
    <p className="fine pace">
      {wait !== null && wait.reason !== 'user' && <Until key={wait.until} at={wait.until} />}
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
