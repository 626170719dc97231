/** The sites on which the toolbar stands, or does not: to add to by typing, to take from by a button. */
import { useRef, useState, type SyntheticEvent } from 'react';
import { messageOf } from '../../lib/base/errors.ts';
import { exactly } from '../../lib/base/visible.ts';
import { MAX_SITES, type Settings, type ToolbarSettings } from '../../lib/protocol/settings.ts';
import { lackingAccess, siteName, typedOrigin } from '../sites.ts';
import { t } from '../strings.ts';
import type { SectionProps } from '../use-settings.ts';
import { Field } from './field.tsx';

interface ToolbarSitesProps extends SectionProps {
  /** Those it was allowed on, or those it is kept from. */
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
  const lacking = list === 'sites' && granted !== null ? lackingAccess(toolbar, granted) : [];

  const failed = (thrown: unknown): void => setMessage({ text: t.toolbarFailed(messageOf(thrown)), bad: true });
  /** In the gesture: the browser may have to ask. */
  const add = (origin: string): void => {
    const adding =
      list === 'sites'
        ? host.allowToolbarOn(origin)
        : update((now) => withButNot(now, [...now.toolbar.butNot, origin])).then(() => true);
    adding.then((given) => {
      setMessage(
        given ? { text: t.siteAdded[list](nameOf(origin)), bad: false } : { text: t.toolbarDeclined, bad: true },
      );
      if (given) setTyped('');
    }, failed);
  };
  const remove = (origin: string): void => {
    const removing =
      list === 'sites'
        ? host.removeToolbarSite(origin)
        : update((now) =>
            withButNot(
              now,
              now.toolbar.butNot.filter((site) => site !== origin),
            ),
          );
    removing.then(() => {
      setMessage({ text: t.siteRemoved[list](nameOf(origin)), bad: false });
      heading.current?.focus(); // the button goes, and the focus would go with it
    }, failed);
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const origin = typedOrigin(typed);
    const fault = faultOf(origin, sites);
    setError(fault);
    setMessage({ text: '', bad: false });
    if (origin !== null && fault === undefined) add(origin);
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
              {nameOf(origin)}
              {lacking.includes(origin) && <span className="warn fault">{t.siteMissing}</span>}
            </span>
            <div className="row">
              {lacking.includes(origin) && (
                <button
                  type="button"
                  className="button small"
                  aria-label={t.allowSiteLabel(nameOf(origin))}
                  onClick={() => add(origin)}
                >
                  {t.allow}
                </button>
              )}
              <button
                type="button"
                className="button small"
                aria-label={t.removeSiteLabel[list](nameOf(origin))}
                onClick={() => remove(origin)}
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

function faultOf(origin: string | null, sites: readonly string[]): string | undefined {
  if (origin === null) return t.errors.site;
  if (sites.includes(origin)) return t.errors.siteThere;
  return sites.length >= MAX_SITES ? t.sitesFull(MAX_SITES) : undefined;
}

function withButNot(now: Settings, butNot: ToolbarSettings['butNot']): Settings {
  return { ...now, toolbar: { ...now.toolbar, butNot: [...new Set(butNot)].slice(-MAX_SITES) } };
}

/** A name typed elsewhere may hold anything. */
const nameOf = (origin: string): string => exactly(siteName(origin));
