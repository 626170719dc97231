import { t } from '../strings/strings.ts';
import { Section } from '../parts/section.tsx';
import { useCallback, useEffect, useState } from 'react';
import type { Grant } from '../../lib/agent/frames/spec.ts';
import { escapeInvisible } from '../../lib/base/escape-invisible.ts';
import { getErrorMessage } from '../../lib/base/errors.ts';
import type { OptionsHost } from '../host.ts';
import { useWatchedAccess } from '../use-settings.ts';
import { Button } from '../parts/button.tsx';

interface RemovableListProps {
  readonly id: string;
  readonly title: string;
  readonly help: string;
  readonly items: readonly { readonly key: string; readonly name: string; readonly remove: () => void }[];
  readonly removeLabel: (name: string) => string;
  readonly message: string;
}

function RemovableList({ id, title, help, items, removeLabel, message }: RemovableListProps) {
  return (
    <Section id={id} title={title} help={help}>
      <ul className="access">
        {items.map(({ key, name, remove }) => (
          <li key={key} className="row">
            <span>{name}</span>
            <Button aria-label={removeLabel(name)} onClick={remove}>
              {t.forget}
            </Button>
          </li>
        ))}
      </ul>
      <p className="fine" aria-live="polite">
        {message}
      </p>
    </Section>
  );
}

export function GrantList({ host }: { readonly host: OptionsHost }) {
  const [grants, setGrants] = useState<readonly Grant[]>([]);
  const [message, setMessage] = useState('');
  useEffect(() => {
    const unmounted = new AbortController();
    const show = (now: readonly Grant[]): void => {
      if (!unmounted.signal.aborted) setGrants(now);
    };
    host.onGrants(show, unmounted.signal);
    host.loadGrants().then(show, (thrown: unknown) => setMessage(getErrorMessage(thrown)));
    return () => unmounted.abort();
  }, [host]);
  const remove = (grant: Grant): void => {
    host.removeGrant(grant).then(
      () => setMessage(t.grantRemoved(formatGrant(grant))),
      (thrown: unknown) => setMessage(t.grantKept(getErrorMessage(thrown))),
    );
  };
  return (
    <RemovableList
      id="grants"
      title={t.grants}
      help={grants.length === 0 ? t.noGrants : t.grantsHelp}
      items={grants.map((grant) => ({
        key: `${grant.tool} ${grant.origin}`,
        name: formatGrant(grant),
        remove: () => remove(grant),
      }))}
      removeLabel={t.removeGrantLabel}
      message={message}
    />
  );
}

const formatGrant = ({ tool, origin }: Grant): string => t.grant(escapeInvisible(tool), escapeInvisible(origin));

export function AccessList({ host }: { readonly host: OptionsHost }) {
  const [message, setMessage] = useState('');
  const showFailure = useCallback((thrown: unknown): void => setMessage(getErrorMessage(thrown)), []);
  const origins = useWatchedAccess(host, host.listGrantedOrigins, showFailure) ?? [];
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
