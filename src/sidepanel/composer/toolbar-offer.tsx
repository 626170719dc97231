import { useEffect, useRef, useState } from 'react';
import { toWebOrigin } from '../../lib/protocol/toolbar.ts';
import { usePanel } from '../panel-context.ts';
import { t } from '../strings/strings.ts';
import { Icon } from '../parts/icons.tsx';

export function ToolbarOffer({ url }: { readonly url: string }) {
  const { host } = usePanel();
  const offer = host.toolbarOffer;
  const [open, setOpen] = useState(false);
  const [result, setResult] = useState('');
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const controller = new AbortController();
    const refresh = (): void => {
      offer.isOpen().then(
        (now) => {
          if (!controller.signal.aborted) setOpen(now);
        },
        () => undefined, // an offer whose dismissal cannot be stored is not shown
      );
    };
    refresh();
    host.watchSettings(refresh, controller.signal); // answered here, in the settings or beside another tab
    return () => controller.abort();
  }, [host, offer]);
  const showResult = (message: string): void => {
    setResult(message);
    element.current?.focus(); // the buttons are removed; without this the focus would be lost
  };
  const accept = (where: 'site' | 'everywhere'): void => {
    offer.accept(where, url).then(
      (granted) => (granted ? showResult(t.toolbarTaken) : setResult(t.toolbarDeclined)),
      () => setResult(t.toolbarDeclined),
    );
  };
  const dismiss = (): void => {
    offer.dismiss().then(
      () => showResult(t.toolbarDismissed),
      () => setOpen(false), // hidden at least for now
    );
  };
  if (!open && result === '') return null;
  return (
    <div ref={element} className="offer fine" role="group" aria-label={t.toolbarOffer} tabIndex={-1}>
      {open && (
        <>
          <span>{t.toolbarOffer}</span>
          <span className="offer-choices">
            {toWebOrigin(url) !== null && (
              <button type="button" className="quiet" onClick={() => accept('site')}>
                {t.toolbarHere}
              </button>
            )}
            <button type="button" className="quiet" onClick={() => accept('everywhere')}>
              {t.toolbarEverywhere}
            </button>
            <button type="button" className="quiet round" aria-label={t.toolbarDismiss} onClick={dismiss}>
              <Icon name="close" />
            </button>
          </span>
        </>
      )}
      <span role="status">{result}</span>
    </div>
  );
}
