import { useEffect, useState } from 'react';
import type { OptionsHost } from './host.ts';

/** Granted match patterns; null until known, or if the browser cannot tell. */
export function useAccess(host: OptionsHost): readonly string[] | null {
  const [granted, setGranted] = useState<readonly string[] | null>(null);
  useEffect(() => {
    const unmounted = new AbortController();
    const load = (): void => {
      host.listGrantedOrigins().then(
        (now) => {
          if (!unmounted.signal.aborted) setGranted(now);
        },
        () => undefined,
      );
    };
    load();
    host.onAccessChange(load, unmounted.signal);
    return () => unmounted.abort();
  }, [host]);
  return granted;
}
