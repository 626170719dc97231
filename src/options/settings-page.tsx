/** The settings page: loads, then shows the form and the access list. */
import { useEffect, useState } from 'react';
import type { LoadedSettings } from '../chrome/settings.ts';
import { messageOf } from '../lib/base/errors.ts';
import type { OptionsHost } from './host.ts';
import { AccessList } from './parts/access-list.tsx';
import { GrantList } from './parts/grant-list.tsx';
import { SettingsForm } from './settings-form.tsx';
import { t } from './strings.ts';

export function SettingsPage({ host }: { readonly host: OptionsHost }) {
  const [loaded, setLoaded] = useState<LoadedSettings | string | null>(null);
  useEffect(() => {
    host.readSettings().then(setLoaded, (thrown: unknown) => setLoaded(messageOf(thrown)));
  }, [host]);
  return (
    <main className="settings">
      <h1>{t.title}</h1>
      {loaded === null && <p role="status">{t.loading}</p>}
      {typeof loaded === 'string' && (
        <p className="card trouble" role="alert">
          {t.unreadable(loaded)}
        </p>
      )}
      {loaded !== null && typeof loaded !== 'string' && (
        <>
          {loaded.fault !== '' && (
            <p className="card trouble" role="alert">
              {t.reset(loaded.fault)}
            </p>
          )}
          <SettingsForm host={host} initial={loaded.settings} />
        </>
      )}
      <AccessList host={host} />
      <GrantList host={host} />
    </main>
  );
}
