/** Where the browser would stop a call, as after an import: a way to say yes beforehand. */
import { useEffect, useState } from 'react';
import type { OptionsHost } from '../host.ts';
import { t } from '../strings.ts';

interface AccessProps {
  readonly host: OptionsHost;
  /** Of what is called. */
  readonly name: string;
  readonly endpoint: string;
}

export function Access({ host, name, endpoint }: AccessProps) {
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    const gone = new AbortController();
    const look = (): void => {
      host.hasAccess(endpoint).then(
        (has) => {
          if (!gone.signal.aborted) setMissing(!has);
        },
        () => undefined, // a browser that cannot tell asks at the next save or test
      );
    };
    look();
    host.onAccessChange(look, gone.signal);
    return () => gone.abort();
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
              if (granted) edit?.focus(); // this button goes, and the focus would go with it
            },
            () => undefined, // declined: it stays as it is
          );
        }}
      >
        {t.allow}
      </button>
    </p>
  );
}
