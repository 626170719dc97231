import { useRef, useState, type SyntheticEvent } from 'react';
import { getErrorMessage } from '../../lib/base/errors.ts';
import { escapeInvisible } from '../../lib/base/visible.ts';
import { MAX_SITES, type Settings, type ToolbarSettings } from '../../lib/protocol/settings.ts';
import { findSitesWithoutAccess, formatSiteOrigin, parseOrigin } from './sites.ts';
import { t } from '../strings/strings.ts';
import type { SectionProps } from '../use-settings.ts';
import { Field } from '../parts/field.tsx';

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
  const [message, setMessage] = useState({ text: '', bad: false });
  const heading = useRef<HTMLHeadingElement>(null);
  const withoutAccess = list === 'sites' && granted !== null ? findSitesWithoutAccess(toolbar, granted) : [];

  const showError = (thrown: unknown): void =>
    setMessage({ text: t.toolbarFailed(getErrorMessage(thrown)), bad: true });
  /** Must be called in a user gesture: the browser may have to ask. */
  const addSite = (origin: string): void => {
    const adding =
      list === 'sites'
        ? host.allowToolbarOn(origin)
        : update((now) => setExcludedSites(now, [...now.toolbar.butNot, origin])).then(() => true);
    adding.then((given) => {
      setMessage(
        given
          ? { text: t.siteAdded[list](formatSiteName(origin)), bad: false }
          : { text: t.toolbarDeclined, bad: true },
      );
      if (given) setTyped('');
    }, showError);
  };
  const removeSite = (origin: string): void => {
    const removing =
      list === 'sites'
        ? host.removeToolbarSite(origin)
        : update((now) =>
            setExcludedSites(
              now,
              now.toolbar.butNot.filter((site) => site !== origin),
            ),
          );
    removing.then(() => {
      setMessage({ text: t.siteRemoved[list](formatSiteName(origin)), bad: false });
      heading.current?.focus(); // the button disappears and would take the focus with it
    }, showError);
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const origin = parseOrigin(typed);
    const problem = validateSite(origin, sites);
    setError(problem);
    setMessage({ text: '', bad: false });
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
              {formatSiteName(origin)}
              {withoutAccess.includes(origin) && <span className="warn fault">{t.siteMissing}</span>}
            </span>
            <div className="row">
              {withoutAccess.includes(origin) && (
                <button
                  type="button"
                  className="button small"
                  aria-label={t.allowSiteLabel(formatSiteName(origin))}
                  onClick={() => addSite(origin)}
                >
                  {t.allow}
                </button>
              )}
              <button
                type="button"
                className="button small"
                aria-label={t.removeSiteLabel[list](formatSiteName(origin))}
                onClick={() => removeSite(origin)}
              >
                {t.remove}
              </button>
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
          autoComplete="off"
          spellCheck={false}
          onText={(text) => {
            setTyped(text);
            setError(undefined);
          }}
        >
          <button type="submit" className="button">
            {t.addSiteNow}
          </button>
        </Field>
      </form>
      <p role={message.bad ? 'alert' : 'status'} className={message.bad ? 'warn' : ''}>
        {message.text}
      </p>
    </div>
  );
}

function validateSite(origin: string | null, sites: readonly string[]): string | undefined {
  if (origin === null) return t.errors.site;
  if (sites.includes(origin)) return t.errors.siteThere;
  return sites.length >= MAX_SITES ? t.sitesFull(MAX_SITES) : undefined;
}

function setExcludedSites(now: Settings, butNot: ToolbarSettings['butNot']): Settings {
  return { ...now, toolbar: { ...now.toolbar, butNot: [...new Set(butNot)].slice(-MAX_SITES) } };
}

/** A stored name may contain invisible characters. */
const formatSiteName = (origin: string): string => escapeInvisible(formatSiteOrigin(origin));
