import { useModel, usePanel } from '../panel-context.ts';
import type { PanelModel } from '../panel-model.ts';
import { t } from '../strings/shell.ts';
import { WEB_NOTE_WORDS as words } from '../strings/web-note.ts';
import { useRef, useState } from 'react';
import { CloseButton, QuietButton } from '../parts/button.tsx';

/** Says where a question of the web is looked up. `ignoresContext`: something was chosen for a question about the page. */
export function WebDetails({ ignoresContext }: { readonly ignoresContext: boolean }) {
  const outlook = useModel((model) => model.outlook);
  const isOfferShown = useModel(isOfferedHere);
  if (outlook.type === 'looking') return <p>{words.looking}</p>;
  if (outlook.type === 'error')
    return (
      <p>
        {outlook.error.message} {outlook.error.hint}
      </p>
    );
  const { engines, pages } = outlook.outlook;
  const details = [
    words.asks(engines),
    pages || isOfferShown ? '' : words.readsNone,
    ignoresContext ? t.web.staysHere : '',
  ];
  return <p>{details.filter(Boolean).join(' ')}</p>;
}

/** A web answer in view shows the offer below itself. */
const isOfferedHere = ({ pagesOffer, run }: PanelModel): boolean => pagesOffer && run?.state.spec?.job !== 'research';

export function WebOffer() {
  const isShown = useModel(
    (model) => isOfferedHere(model) || model.outlook.type !== 'ready' || model.outlook.outlook.pages,
  );
  return isShown && <PagesOffer label={words.offer} />;
}

export function SetUpSearch() {
  const { host } = usePanel();
  return (
    <p>
      {words.noEngineHint}{' '}
      <button type="button" className="quiet link" onClick={host.openSearch}>
        {words.setUp}
      </button>
    </p>
  );
}

/** The permission is requested in the click. Dismissed for the whole session. */
export function PagesOffer({ label }: { readonly label: string }) {
  const { panel } = usePanel();
  const open = useModel(({ outlook, pagesOffer }) => pagesOffer && outlook.type === 'ready' && !outlook.outlook.pages);
  const [result, setResult] = useState('');
  const element = useRef<HTMLDivElement>(null);
  const requestAccess = (): void => {
    void panel.allowAllSites().then((granted) => {
      setResult(granted ? words.offerTaken : words.offerDeclined);
      if (granted) element.current?.focus(); // the button is removed; without this the focus would be lost
    });
  };
  if (!open && result === '') return null;
  return (
    <div ref={element} className="row between pages-offer fine" role="group" aria-label={label} tabIndex={-1}>
      {open && (
        <>
          <span>{label}</span>
          <span className="row">
            <QuietButton look="edged" onClick={requestAccess}>
              {words.offerTake}
            </QuietButton>
            <CloseButton
              aria-label={words.offerDismiss}
              title={words.offerDismiss}
              onClick={() => void panel.dismissPagesOffer()}
            />
          </span>
        </>
      )}
      <span aria-live="polite">{result}</span>
    </div>
  );
}
