/** The tools the user always allows, with buttons to revoke them. */
import { useEffect, useState } from 'react';
import type { Grant } from '../../lib/agent/frames/spec.ts';
import { escapeInvisible } from '../../lib/base/visible.ts';
import { getErrorMessage } from '../../lib/base/errors.ts';
import type { OptionsHost } from '../host.ts';
import { t } from '../strings/strings.ts';
import { RemovableList } from './removable-list.tsx';

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
