/** What a person allowed tools for good, each with a way to take it back. */
import { useEffect, useState } from 'react';
import type { Grant } from '../../lib/agent/spec.ts';
import { exactly } from '../../lib/base/visible.ts';
import { messageOf } from '../../lib/base/errors.ts';
import type { OptionsHost } from '../host.ts';
import { t } from '../strings.ts';
import { RemovableList } from './removable-list.tsx';

export function GrantList({ host }: { readonly host: OptionsHost }) {
  const [grants, setGrants] = useState<readonly Grant[]>([]);
  const [message, setMessage] = useState('');
  useEffect(() => {
    const gone = new AbortController();
    const show = (now: readonly Grant[]): void => {
      if (!gone.signal.aborted) setGrants(now);
    };
    host.onGrants(show, gone.signal);
    host.grants().then(show, (thrown: unknown) => setMessage(messageOf(thrown)));
    return () => gone.abort();
  }, [host]);
  const remove = (grant: Grant): void => {
    host.removeGrant(grant).then(
      () => setMessage(t.grantRemoved(grantName(grant))),
      (thrown: unknown) => setMessage(t.grantKept(messageOf(thrown))),
    );
  };
  return (
    <RemovableList
      id="grants"
      title={t.grants}
      help={grants.length === 0 ? t.noGrants : t.grantsHelp}
      items={grants.map((grant) => ({
        key: `${grant.tool} ${grant.origin}`,
        name: grantName(grant),
        remove: () => remove(grant),
      }))}
      removeLabel={t.removeGrantLabel}
      message={message}
    />
  );
}

const grantName = ({ tool, origin }: Grant): string => t.grant(exactly(tool), exactly(origin));
