/**
 * A quiet offer to have pages of the web read, where answers would rest on what a search engine says of them. The browser is
 * asked in the click itself; whoever puts the offer away is not asked again in this session.
 */
import { useRef, useState } from 'react';
import { useModel, usePanel } from '../panel-context.ts';
import { t } from '../strings.ts';
import { Icon } from './icons.tsx';

/** `words`: what it is without them. */
export function PagesOffer({ words }: { readonly words: string }) {
  const { panel } = usePanel();
  const open = useModel(({ outlook, pagesOffer }) => pagesOffer && outlook.type === 'ready' && !outlook.outlook.pages);
  const [said, setSaid] = useState('');
  const element = useRef<HTMLDivElement>(null);
  const take = (): void => {
    void panel.allowAllSites().then((given) => {
      setSaid(given ? t.web.offerTaken : t.web.offerDeclined);
      if (given) element.current?.focus(); // the button goes, and the focus would go with it
    });
  };
  if (!open && said === '') return null;
  return (
    <div ref={element} className="pages-offer fine" role="group" aria-label={words} tabIndex={-1}>
      {open && (
        <>
          <span>{words}</span>
          <span className="offer-choices">
            <button type="button" className="quiet edged" onClick={take}>
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
      <span aria-live="polite">{said}</span>
    </div>
  );
}
