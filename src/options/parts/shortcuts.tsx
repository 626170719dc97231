/** Shows the keyboard shortcuts, with a button to the browser's page for changing them. */
import { useEffect, useState } from 'react';
import type { Shortcut } from '../../chrome/shortcuts.ts';
import { getErrorMessage } from '../../lib/base/errors.ts';
import type { OptionsHost } from '../host.ts';
import { t } from '../strings.ts';

export function Shortcuts({ host }: { readonly host: OptionsHost }) {
  const [shortcuts, setShortcuts] = useState<readonly Shortcut[]>([]);
  const [error, setFault] = useState('');
  useEffect(() => {
    const unmounted = new AbortController();
    const load = (): void => {
      host.listShortcuts().then(
        (now) => {
          if (!unmounted.signal.aborted) setShortcuts(now);
        },
        () => undefined, // the button still leads to them
      );
    };
    load();
    window.addEventListener('focus', load, { signal: unmounted.signal }); // the user returns from the browser's page
    return () => unmounted.abort();
  }, [host]);
  const openPage = (): void => {
    host.openShortcuts().then(
      () => setFault(''),
      (thrown: unknown) => setFault(t.toolbarFailed(getErrorMessage(thrown))),
    );
  };
  return (
    <div className="part">
      <h3>{t.shortcuts}</h3>
      <dl className="shortcuts">
        {shortcuts.map(({ name, title, keys }) => (
          <div key={name}>
            <dt>{title}</dt>
            <dd>{keys === '' ? <span className="fine">{t.noShortcut}</span> : <kbd>{keys}</kbd>}</dd>
          </div>
        ))}
      </dl>
      <button type="button" className="button small" onClick={openPage}>
        {t.changeShortcuts}
      </button>
      {error !== '' && (
        <p role="alert" className="warn">
          {error}
        </p>
      )}
    </div>
  );
}
