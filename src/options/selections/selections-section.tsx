import type { ToolbarSettings } from '../../lib/protocol/settings/settings.ts';
import { t } from '../strings/strings.ts';
import { Message, Section, useMessage } from '../parts/section.tsx';
import { useWatched, type SectionProps } from '../use-settings.ts';
import { isToolbarGranted, ToolbarSites } from './toolbar-sites.tsx';
import type { OptionsHost } from '../host.ts';
import { Button } from '../parts/button.tsx';
import { ChipChoice } from '../parts/field.tsx';

type Where = ToolbarSettings['where'];
const LISTS = { nowhere: null, sites: 'sites', everywhere: 'butNot' } as const;

export function Selections({ host, store }: SectionProps) {
  const { toolbar } = store.settings;
  /** Match patterns; null until known, or if the browser cannot tell. */
  const granted = useWatched(host.listGrantedOrigins, host.onAccessChange) ?? null;
  const { message, showMessage, showError, showFailure } = useMessage();
  const choose = (where: Where): void => {
    // must come first, within the user gesture
    const request = {
      nowhere: host.disableToolbar,
      sites: host.limitToolbarToSites,
      everywhere: host.allowToolbarEverywhere,
    }[where]();
    request.then(
      (given) => (given === false ? showError(t.declinedAccess) : showMessage(t.toolbarNow[where])),
      showFailure,
    );
  };
  const list = LISTS[toolbar.where];
  const isMissing = granted !== null && !isToolbarGranted(toolbar, granted);
  return (
    <Section id="selections" title={t.selections} help={t.selectionsHelp}>
      <ChipChoice label={t.toolbarWhere} value={toolbar.where} options={t.toolbarPlaces} onChoice={choose} />
      <Message {...message} />
      {isMissing && (
        <p className="row warn">
          {t.toolbarMissing}
          <Button look="small" onClick={() => choose('everywhere')}>
            {t.allowAllSites}
          </Button>
        </p>
      )}
      {list !== null && <ToolbarSites key={list} list={list} host={host} store={store} granted={granted} />}
      <p className="fine">{t.withoutToolbar}</p>
      <Shortcuts host={host} />
    </Section>
  );
}

/** The user returns from the browser's page. */
const watchFocus = (on: () => void, signal: AbortSignal): void => window.addEventListener('focus', on, { signal });

function Shortcuts({ host }: { readonly host: OptionsHost }) {
  const shortcuts = useWatched(host.listShortcuts, watchFocus) ?? []; // without them, the button still leads to them
  const { message, showMessage, showFailure } = useMessage();
  const openPage = (): void => {
    host.openShortcuts().then(() => showMessage(''), showFailure);
  };
  return (
    <div className="part">
      <h3>{t.shortcuts}</h3>
      <dl className="shortcuts">
        {shortcuts.map(({ name, title, keys }) => (
          <div key={name} className="row">
            <dt>{title}</dt>
            <dd>{keys === '' ? <span className="fine">{t.noShortcut}</span> : <kbd>{keys}</kbd>}</dd>
          </div>
        ))}
      </dl>
      <Button look="small" onClick={openPage}>
        {t.changeShortcuts}
      </Button>
      {message.bad && <Message {...message} />}
    </div>
  );
}
