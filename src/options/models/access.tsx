/** Shows a button to grant host access if it is missing. */
import { useEffect, useState } from 'react';
import type { OptionsHost } from '../host.ts';
import { t } from '../strings/strings.ts';

interface AccessProps {
  readonly host: OptionsHost;
  readonly name: string;
  readonly endpoint: string;
}

export function Access({ host, name, endpoint }: AccessProps) {
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    const unmounted = new AbortController();
    const check = (): void => {
      host.hasAccess(endpoint).then(
        (has) => {
          if (!unmounted.signal.aborted) setMissing(!has);
        },
        () => undefined, // a browser that cannot tell asks at the next save or test
      );
    };
    check();
    host.onAccessChange(check, unmounted.signal);
    return () => unmounted.abort();
  }, [host, endpoint]);
  if (!missing) return null;
  return (
    <p className="row warn">
      {t.noAccessYet}
      <button
        type="button"
        className="button small"
        aria-label={t.allowLabel(name)}
        onClick={({ currentTarget }) => {
          const edit = currentTarget.closest('li')?.querySelector<HTMLElement>('[aria-expanded]');
          host.requestOrigin(endpoint).then(
            (granted) => {
              if (granted) edit?.focus(); // this button disappears and would take the focus with it
            },
            () => undefined, // declined: unchanged
          );
        }}
      >
        {t.allow}
      </button>
    </p>
  );
}
