import { useRef, useState, type SyntheticEvent } from 'react';
import { formatSite } from '../../lib/base/escape-invisible.ts';
import { MAX_SITES, type Settings, type ToolbarSettings } from '../../lib/protocol/settings/settings.ts';
import {
  createRegistration,
  includesPattern,
  isRegisteredFor,
  toWebOrigin,
} from '../../lib/protocol/settings/toolbar.ts';
import { Message, useMessage } from '../parts/section.tsx';
import { t } from '../strings/strings.ts';
import type { SectionProps } from '../use-settings.ts';
import { Field, PLAIN_INPUT } from '../parts/field.tsx';
import { Button } from '../parts/button.tsx';

interface ToolbarSitesProps extends SectionProps {
  /** `sites`: where it is allowed. `butNot`: where it is excluded. */
  readonly list: 'sites' | 'butNot';
  /** Match patterns; null until known. */
  readonly granted: readonly string[] | null;
}

export function ToolbarSites({ host, store: { settings, update }, list, granted }: ToolbarSitesProps) {
  const { toolbar } = settings;
  const sites = toolbar[list];
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const { message, showMessage, showError, showFailure } = useMessage();
  const heading = useRef<HTMLHeadingElement>(null);
  const withoutAccess = list === 'sites' && granted !== null ? findSitesWithoutAccess(toolbar, granted) : [];
  /** Must be called in a user gesture: the browser may have to ask. */
  const addSite = (origin: string): void => {
    const adding =
      list === 'sites'
        ? host.allowToolbarOn(origin)
        : update((now) => excludeSites(now, (excluded) => [...excluded, origin])).then(() => true);
    adding.then((given) => {
      if (!given) {
        showError(t.declinedAccess);
        return;
      }
      showMessage(t.siteAdded[list](formatSite(origin)));
      setTyped('');
    }, showFailure);
  };
  const removeSite = (origin: string): void => {
    const removing =
      list === 'sites'
        ? host.removeToolbarSite(origin)
        : update((now) => excludeSites(now, (excluded) => excluded.filter((site) => site !== origin)));
    removing.then(() => {
      showMessage(t.siteRemoved[list](formatSite(origin)));
      heading.current?.focus(); // the button disappears and would take the focus with it
    }, showFailure);
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const origin = parseOrigin(typed);
    const problem = validateSite(origin, sites);
    setError(problem);
    showMessage('');
    if (origin !== null && problem === undefined) addSite(origin);
  };
  return (
    <div className="part">
      <h3 id={list} ref={heading} tabIndex={-1}>
        {list === 'sites' ? t.chosenSites : t.exceptSites}
      </h3>
      {sites.length === 0 && <p className="fine">{list === 'sites' ? t.noChosenSites : t.noExceptSites}</p>}
      <ul className="access" aria-labelledby={list}>
        {sites.map((origin) => (
          <li key={origin} className="row">
            <span>
              {formatSite(origin)}
              {withoutAccess.includes(origin) && <span className="warn fault">{t.siteMissing}</span>}
            </span>
            <div className="row">
              {withoutAccess.includes(origin) && (
                <Button look="small" aria-label={t.allowSiteLabel(formatSite(origin))} onClick={() => addSite(origin)}>
                  {t.allow}
                </Button>
              )}
              <Button
                look="small"
                aria-label={t.removeSiteLabel[list](formatSite(origin))}
                onClick={() => removeSite(origin)}
              >
                {t.remove}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <form noValidate onSubmit={submit}>
        <Field
          name={list}
          label={t.addSite[list]}
          help={t.addSiteHelp}
          error={error}
          value={typed}
          inputMode="url"
          {...PLAIN_INPUT}
          onText={(text) => {
            setTyped(text);
            setError(undefined);
          }}
        >
          <Button type="submit">{t.addSiteNow}</Button>
        </Field>
      </form>
      <Message {...message} />
    </div>
  );
}

function validateSite(origin: string | null, sites: readonly string[]): string | undefined {
  if (origin === null) return t.errors.site;
  if (sites.includes(origin)) return t.errors.siteThere;
  return sites.length >= MAX_SITES ? t.sitesFull(MAX_SITES) : undefined;
}

function excludeSites(now: Settings, change: (excluded: readonly string[]) => readonly string[]): Settings {
  const butNot = [...new Set(change(now.toolbar.butNot))].slice(-MAX_SITES);
  return { ...now, toolbar: { ...now.toolbar, butNot } };
}

const MAX_TYPED = 2000;
/** Local hosts rarely use https. */
const LOCAL = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::|\/|$)/i;
const MAX_ORIGIN = 300;

/** Accepts an address or a host (`example.org`); null for anything else. */
function parseOrigin(typed: string): string | null {
  const text = typed.trim();
  if (text === '' || text.length > MAX_TYPED || /\s/.test(text)) return null;
  if (text.includes('://') && !/^https?:/i.test(text)) return null; // another scheme
  const address = /^https?:\/\//i.test(text) ? text : `${LOCAL.test(text) ? 'http' : 'https'}://${text}`;
  const origin = toWebOrigin(address);
  const isPlain = origin !== null && !/[*@]/.test(address.slice(0, origin.length + 1));
  return isPlain && origin.length <= MAX_ORIGIN ? origin : null;
}

export function isToolbarGranted(toolbar: ToolbarSettings, granted: readonly string[]): boolean {
  return toolbar.where !== 'everywhere' || granted.some((pattern) => includesPattern(pattern, 'https://*/*'));
}

function findSitesWithoutAccess(toolbar: ToolbarSettings, granted: readonly string[]): readonly string[] {
  const registration = createRegistration({ ...toolbar, where: 'sites', butNot: [] }, granted);
  return toolbar.sites.filter((site) => !isRegisteredFor(registration, site));
}
