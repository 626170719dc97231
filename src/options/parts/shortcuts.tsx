/** The keyboard shortcuts as they are set, and the way to where the browser has them changed. */
import { useEffect, useState } from 'react';
import type { Shortcut } from '../../chrome/shortcuts.ts';
import { messageOf } from '../../lib/base/errors.ts';
import type { OptionsHost } from '../host.ts';
import { t } from '../strings.ts';

export function Shortcuts({ host }: { readonly host: OptionsHost }) {
  const [shortcuts, setShortcuts] = useState<readonly Shortcut[]>([]);
  const [fault, setFault] = useState('');
  useEffect(() => {
    const gone = new AbortController();
    const look = (): void => {
      host.shortcuts().then(
        (now) => {
          if (!gone.signal.aborted) setShortcuts(now);
        },
        () => undefined, // the button shows them all the same
      );
    };
    look();
    window.addEventListener('focus', look, { signal: gone.signal }); // back from the browser's page
    return () => gone.abort();
  }, [host]);
  const open = (): void => {
    host.openShortcuts().then(
      () => setFault(''),
      (thrown: unknown) => setFault(t.toolbarFailed(messageOf(thrown))),
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
      <button type="button" className="button small" onClick={open}>
        {t.changeShortcuts}
      </button>
      {fault !== '' && (
        <p role="alert" className="warn">
          {fault}
        </p>
      )}
    </div>
  );
}
