/**
 * What is done with selections: where the toolbar stands, and what serves without it. The one rule: the browser's question is
 * asked in the click itself, and where it is declined the choice is what it was.
 */
import { useState } from 'react';
import { messageOf } from '../../lib/base/errors.ts';
import type { ToolbarSettings } from '../../lib/protocol/settings.ts';
import { isGranted } from '../sites.ts';
import { t } from '../strings.ts';
import { useAccess } from '../use-access.ts';
import type { SectionProps } from '../use-settings.ts';
import { Shortcuts } from './shortcuts.tsx';
import { ToolbarSites } from './toolbar-sites.tsx';

type Where = ToolbarSettings['where'];
const PLACES = ['nowhere', 'sites', 'everywhere'] as const satisfies readonly Where[];

export function Selections({ host, store }: SectionProps) {
  const { toolbar } = store.settings;
  const granted = useAccess(host);
  const [message, setMessage] = useState({ text: '', bad: false });
  const done = (given: boolean, where: Where): void =>
    setMessage(given ? { text: t.toolbarNow[where], bad: false } : { text: t.toolbarDeclined, bad: true });
  const choose = (where: Where): void => {
    // the host is asked before anything else: the browser hears only a gesture
    const asked = { nowhere: host.toolbarOff, sites: host.toolbarOnSites, everywhere: host.allowToolbarEverywhere }[
      where
    ]();
    asked.then(
      (given) => done(given !== false, where),
      (thrown: unknown) => setMessage({ text: t.toolbarFailed(messageOf(thrown)), bad: true }),
    );
  };
  const isMissing = granted !== null && !isGranted(toolbar, granted);
  return (
    <section className="card" aria-labelledby="selections">
      <h2 id="selections">{t.selections}</h2>
      <p className="fine">{t.selectionsHelp}</p>
      <div className="row choices" role="group" aria-label={t.toolbarWhere}>
        {PLACES.map((where) => (
          <button
            key={where}
            type="button"
            className="quiet chip"
            aria-pressed={toolbar.where === where}
            onClick={() => choose(where)}
          >
            {t.toolbarPlaces[where]}
          </button>
        ))}
      </div>
      <p role={message.bad ? 'alert' : 'status'} className={message.bad ? 'warn' : ''}>
        {message.text}
      </p>
      {isMissing && (
        <p className="row warn">
          {t.toolbarMissing}
          <button type="button" className="button small" onClick={() => choose('everywhere')}>
            {t.allowEverywhere}
          </button>
        </p>
      )}
      {toolbar.where === 'sites' && (
        <ToolbarSites key="sites" list="sites" host={host} store={store} granted={granted} />
      )}
      {toolbar.where === 'everywhere' && (
        <ToolbarSites key="butNot" list="butNot" host={host} store={store} granted={granted} />
      )}
      <p className="fine">{t.withoutToolbar}</p>
      <Shortcuts host={host} />
    </section>
  );
}
