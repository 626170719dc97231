/** A quiet offer of the toolbar beside selections, until it is taken or put away. The browser is asked in the click itself. */
import { useEffect, useRef, useState } from 'react';
import { webOrigin } from '../../lib/protocol/toolbar.ts';
import { usePanel } from '../panel-context.ts';
import { t } from '../strings.ts';
import { Icon } from './icons.tsx';

export function ToolbarOffer({ url }: { readonly url: string }) {
  const { host } = usePanel();
  const offer = host.toolbarOffer;
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState('');
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const gone = new AbortController();
    const look = (): void => {
      offer.isOpen().then(
        (now) => {
          if (!gone.signal.aborted) setOpen(now);
        },
        () => undefined, // nothing is offered that cannot be remembered
      );
    };
    look();
    host.onSettingsChange(look, gone.signal); // answered here, in the settings or beside another tab
    return () => gone.abort();
  }, [host, offer]);
  const answered = (words: string): void => {
    setSaid(words);
    element.current?.focus(); // the buttons go, and the focus would go with them
  };
  const take = (where: 'site' | 'everywhere'): void => {
    offer.take(where, url).then(
      (given) => (given ? answered(t.toolbarTaken) : setSaid(t.toolbarDeclined)),
      () => setSaid(t.toolbarDeclined),
    );
  };
  const dismiss = (): void => {
    offer.dismiss().then(
      () => answered(t.toolbarDismissed),
      () => setOpen(false), // for now, at least
    );
  };
  if (!open && said === '') return null;
  return (
    <div ref={element} className="offer fine" role="group" aria-label={t.toolbarOffer} tabIndex={-1}>
      {open && (
        <>
          <span>{t.toolbarOffer}</span>
          <span className="offer-choices">
            {webOrigin(url) !== null && (
              <button type="button" className="quiet" onClick={() => take('site')}>
                {t.toolbarHere}
              </button>
            )}
            <button type="button" className="quiet" onClick={() => take('everywhere')}>
              {t.toolbarEverywhere}
            </button>
            <button type="button" className="quiet round" aria-label={t.toolbarDismiss} onClick={dismiss}>
              <Icon name="close" />
            </button>
          </span>
        </>
      )}
      <span role="status">{said}</span>
    </div>
  );
}
