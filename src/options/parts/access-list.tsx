/** The host access granted by the user, with buttons to revoke it. */
import { useEffect, useState } from 'react';
import { getErrorMessage } from '../../lib/base/errors.ts';
import type { OptionsHost } from '../host.ts';
import { t } from '../strings/strings.ts';
import { RemovableList } from './removable-list.tsx';

export function AccessList({ host }: { readonly host: OptionsHost }) {
  const [origins, setOrigins] = useState<readonly string[]>([]);
  const [message, setMessage] = useState('');
  useEffect(() => {
    const unmounted = new AbortController();
    const load = (): void => {
      host.listGrantedOrigins().then(
        (granted) => {
          if (!unmounted.signal.aborted) setOrigins(granted);
        },
        (thrown: unknown) => setMessage(getErrorMessage(thrown)),
      );
    };
    load();
    host.onAccessChange(load, unmounted.signal);
    return () => unmounted.abort();
  }, [host]);
  const forget = (pattern: string): void => {
    host.forgetOrigin(pattern).then(
      () => setMessage(t.forgotten(formatPattern(pattern))),
      (thrown: unknown) => setMessage(t.notForgotten(getErrorMessage(thrown))),
    );
  };
  return (
    <RemovableList
      id="access"
      title={t.access}
      help={origins.length === 0 ? t.noAccess : t.accessHelp}
      items={origins.map((pattern) => ({ key: pattern, name: formatPattern(pattern), remove: () => forget(pattern) }))}
      removeLabel={t.forgetLabel}
      message={message}
    />
  );
}

function formatPattern(pattern: string): string {
  return pattern === '<all_urls>' || pattern.startsWith('*://*/') ? t.allSites : pattern.replace(/\/\*$/, '');
}
