/** Host access the person has given, each with a way to take it back. */
import { useEffect, useState } from 'react';
import { messageOf } from '../../lib/base/errors.ts';
import type { OptionsHost } from '../host.ts';
import { t } from '../strings.ts';
import { RemovableList } from './removable-list.tsx';

export function AccessList({ host }: { readonly host: OptionsHost }) {
  const [origins, setOrigins] = useState<readonly string[]>([]);
  const [message, setMessage] = useState('');
  useEffect(() => {
    const gone = new AbortController();
    const load = (): void => {
      host.grantedOrigins().then(
        (granted) => {
          if (!gone.signal.aborted) setOrigins(granted);
        },
        (thrown: unknown) => setMessage(messageOf(thrown)),
      );
    };
    load();
    host.onAccessChange(load, gone.signal);
    return () => gone.abort();
  }, [host]);
  const forget = (pattern: string): void => {
    host.forgetOrigin(pattern).then(
      () => setMessage(t.forgotten(nameOf(pattern))),
      (thrown: unknown) => setMessage(t.notForgotten(messageOf(thrown))),
    );
  };
  return (
    <RemovableList
      id="access"
      title={t.access}
      help={origins.length === 0 ? t.noAccess : t.accessHelp}
      items={origins.map((pattern) => ({ key: pattern, name: nameOf(pattern), remove: () => forget(pattern) }))}
      removeLabel={t.forgetLabel}
      message={message}
    />
  );
}

function nameOf(pattern: string): string {
  return pattern === '<all_urls>' || pattern.startsWith('*://*/') ? t.allSites : pattern.replace(/\/\*$/, '');
}
