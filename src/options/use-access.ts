/** What the browser lets KnowledgeLens reach, as it changes. */
import { useEffect, useState } from 'react';
import type { OptionsHost } from './host.ts';

/** Match patterns; null until known. A browser that cannot tell counts as one that was not asked yet. */
export function useAccess(host: OptionsHost): readonly string[] | null {
  const [granted, setGranted] = useState<readonly string[] | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    const look = (): void => {
      host.grantedOrigins().then(
        (now) => {
          if (!gone.signal.aborted) setGranted(now);
        },
        () => undefined,
      );
    };
    look();
    host.onAccessChange(look, gone.signal);
    return () => gone.abort();
  }, [host]);
  return granted;
}
