import { useEffect, useState } from 'react';

/**
 * What `load` gives, now and after each change that `watch` reports. Undefined until it is known, also for another
 * `load`, and if it rejects. Both functions must stay the same between renders.
 */
export function useLoaded<T>(
  load: () => Promise<T>,
  watch?: (on: () => void, signal: AbortSignal) => void,
): T | undefined {
  const [loaded, setLoaded] = useState<{ readonly load: () => Promise<T>; readonly value: T }>();
  useEffect(() => {
    const unmounted = new AbortController();
    const reload = (): void => {
      load().then(
        (value) => {
          if (!unmounted.signal.aborted) setLoaded({ load, value });
        },
        () => undefined,
      );
    };
    watch?.(reload, unmounted.signal);
    reload();
    return () => unmounted.abort();
  }, [load, watch]);
  return loaded?.load === load ? loaded.value : undefined;
}
