/** The settings page; each section saves on its own. */
import type { OptionsHost } from './host.ts';
import { Limits } from './models/limits.tsx';
import { Models } from './models/models-section.tsx';
import { Roles } from './models/roles-section.tsx';
import { Places } from './places.tsx';
import { WebSearch } from './search/search-section.tsx';
import { About } from './sections/about.tsx';
import { Answers } from './sections/answers.tsx';
import { Appearance } from './sections/appearance.tsx';
import { History } from './sections/history.tsx';
import { Languages } from './sections/languages.tsx';
import { PhotoReader } from './sections/photo-reader.tsx';
import { AccessList, GrantList, PageToolSites } from './sections/permissions.tsx';
import { Spending } from './sections/spending.tsx';
import { Transfer } from './sections/transfer.tsx';
import { Schedules } from './schedules/schedules-section.tsx';
import { Presets } from './selections/presets-section.tsx';
import { Selections } from './selections/selections-section.tsx';
import { t } from './strings/strings.ts';
import { ToolServers } from './tools/tool-servers-section.tsx';
import { useSettings } from './use-settings.ts';

export function SettingsPage({ host }: { readonly host: OptionsHost }) {
  const { store, trouble } = useSettings(host);
  const contents = {
    model: store && (
      <>
        <Models host={host} store={store} />
        {store.settings.models.length > 0 && <Roles store={store} />}
      </>
    ),
    answers: store && <Answers store={store} />,
    privacy: (
      <>
        {store && <History host={host} store={store} />}
        <AccessList host={host} />
        <GrantList host={host} />
      </>
    ),
    selection: store && (
      <>
        <Selections host={host} store={store} />
        <Presets store={store} />
      </>
    ),
    web: store && <WebSearch host={host} store={store} />,
    tools: (
      <>
        {store && <ToolServers host={host} store={store} />}
        <PageToolSites host={host} />
      </>
    ),
    schedules: <Schedules host={host} />,
    pictures: store && (
      <>
        <Languages host={host} store={store} />
        <PhotoReader host={host} />
      </>
    ),
    limits: (
      <>
        {store && <Limits store={store} />}
        <Spending host={host} />
      </>
    ),
    appearance: store && <Appearance store={store} />,
    backup: store && <Transfer host={host} store={store} />,
    about: <About />,
  };
  return (
    <div className="settings">
      <header>
        <h1>{t.title}</h1>
        {trouble !== '' && (
          <p className="card error" role="alert">
            {trouble}
          </p>
        )}
      </header>
      <Places contents={contents} />
    </div>
  );
}
