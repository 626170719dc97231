/** The permission is requested in the click. Dismissed for the whole session. */
import { useRef, useState } from 'react';
import { useModel, usePanel } from '../panel-context.ts';
import { t } from '../strings/strings.ts';
import { Icon } from '../parts/icons.tsx';

export function PagesOffer({ words }: { readonly words: string }) {
  const { panel } = usePanel();
  const open = useModel(({ outlook, pagesOffer }) => pagesOffer && outlook.type === 'ready' && !outlook.outlook.pages);
  const [result, setResult] = useState('');
  const element = useRef<HTMLDivElement>(null);
  const requestAccess = (): void => {
    void panel.allowAllSites().then((granted) => {
      setResult(granted ? t.web.offerTaken : t.web.offerDeclined);
      if (granted) element.current?.focus(); // the button is removed; without this the focus would be lost
    });
  };
  if (!open && result === '') return null;
  return (
    <div ref={element} className="pages-offer fine" role="group" aria-label={words} tabIndex={-1}>
      {open && (
        <>
          <span>{words}</span>
          <span className="offer-choices">
            <button type="button" className="quiet edged" onClick={requestAccess}>
              {t.web.offerTake}
            </button>
            <button
              type="button"
              className="quiet round"
              aria-label={t.web.offerDismiss}
              title={t.web.offerDismiss}
              onClick={() => void panel.dismissPagesOffer()}
            >
              <Icon name="close" />
            </button>
          </span>
        </>
      )}
      <span aria-live="polite">{result}</span>
    </div>
  );
}
