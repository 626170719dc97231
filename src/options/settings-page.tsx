/** The settings page; each section saves on its own. */
import { useEffect, useState } from 'react';
import type { LoadedSettings } from '../chrome/storage/settings.ts';
import { getErrorMessage } from '../lib/base/errors.ts';
import type { Settings } from '../lib/protocol/settings/settings.ts';
import type { OptionsHost } from './host.ts';
import { About } from './sections/about.tsx';
import { History } from './sections/history.tsx';
import { Languages } from './sections/languages.tsx';
import { Limits } from './models/limits.tsx';
import { Models } from './models/models-section.tsx';
import { Roles } from './models/roles-section.tsx';
import { Presets } from './selections/presets-section.tsx';
import { Selections } from './selections/selections-section.tsx';
import { Spending } from './sections/spending.tsx';
import { Transfer } from './sections/transfer.tsx';
import { WebSearch } from './search/search-section.tsx';
import { t } from './strings/strings.ts';
import { useSettings } from './use-settings.ts';
import { GrantList, AccessList } from './sections/permissions.tsx';

export function SettingsPage({ host }: { readonly host: OptionsHost }) {
  const [loaded, setLoaded] = useState<LoadedSettings | string | null>(null);
  useEffect(() => {
    host.readSettings().then(setLoaded, (thrown: unknown) => setLoaded(getErrorMessage(thrown)));
  }, [host]);
  return (
    <main className="settings">
      <h1>{t.title}</h1>
      {loaded === null && <p role="status">{t.loading}</p>}
      {typeof loaded === 'string' && (
        <p className="card error" role="alert">
          {t.unreadable(loaded)}
        </p>
      )}
      {loaded !== null && typeof loaded !== 'string' && (
        <>
          {loaded.fault !== '' && (
            <p className="card error" role="alert">
              {t.reset(loaded.fault)}
            </p>
          )}
          <Sections host={host} initial={loaded.settings} />
        </>
      )}
      <Spending host={host} />
      <AccessList host={host} />
      <GrantList host={host} />
      <About />
    </main>
  );
}

function Sections({ host, initial }: { readonly host: OptionsHost; readonly initial: Settings }) {
  const store = useSettings(host, initial);
  return (
    <>
      <Models host={host} store={store} />
      {store.settings.models.length > 0 && <Roles store={store} />}
      <Selections host={host} store={store} />
      <Presets store={store} />
      <WebSearch host={host} store={store} />
      <Languages host={host} store={store} />
      <Limits store={store} />
      <History store={store} />
      <Transfer host={host} store={store} />
    </>
  );
}
