import { useModel, usePanel } from '../panel-context.ts';
import { t } from '../strings/strings.ts';
import { Facts } from '../parts/fine-print.tsx';
import { useId, useRef, useState } from 'react';
import { listCostFacts } from '../receipt/estimate-facts.ts';
import { CloseButton, QuietButton } from '../parts/button.tsx';

interface WebNoteProps {
  readonly id: string;
  /** '' if a question can be asked. */
  readonly obstacle: string;
  /** '' if that is obvious. */
  readonly destination: string;
  readonly ignoresContext: boolean;
}

export function WebNote({ id, obstacle, destination, ignoresContext }: WebNoteProps) {
  const { host } = usePanel();
  const outlook = useModel((model) => model.outlook);
  // a web answer in view shows the offer below itself
  const isOfferShown = useModel(({ pagesOffer, run }) => pagesOffer && run?.state.spec?.job !== 'research');
  if (outlook.type === 'ready' && outlook.outlook.engines.length === 0) {
    return (
      <p id={id} className="fine web-note">
        {t.web.noEngineHint}{' '}
        <button type="button" className="quiet linked" onClick={host.openSearch}>
          {t.web.setUp}
        </button>
      </p>
    );
  }
  if (obstacle !== '') {
    return (
      <p id={id} className="unseen">
        {obstacle}
      </p>
    );
  }
  return (
    <div className="web-note">
      <p id={id} className="fine">
        {destination !== '' && <span className="destination">{destination} </span>}
        {outlook.type === 'looking' && t.web.looking}
        {outlook.type === 'error' && `${outlook.error.message} ${outlook.error.hint}`}
        {outlook.type === 'ready' && (
          <>
            <span>{t.web.asks(outlook.outlook.engines)} </span>
            {outlook.outlook.pages && <span>{t.web.reads} </span>}
            {!outlook.outlook.pages && !isOfferShown && <span>{t.web.readsNone} </span>}
            <Facts facts={listCostFacts(outlook.outlook.estimate, t.web.free, t.askBox.likely)} />
          </>
        )}
        {ignoresContext && <span> {t.web.staysHere}</span>}
      </p>
      {(isOfferShown || outlook.type !== 'ready' || outlook.outlook.pages) && <PagesOffer words={t.web.offer} />}
    </div>
  );
}

export type Where = 'page' | 'web' | 'agent';

const DESTINATIONS: readonly Where[] = ['page', 'web', 'agent'];

export function WhereToAsk({ where, go }: { readonly where: Where; readonly go: (where: Where) => void }) {
  const name = useId();
  return (
    <fieldset className="where">
      <legend className="unseen">{t.web.where.label}</legend>
      {DESTINATIONS.map((option) => (
        <label key={option}>
          <input type="radio" name={name} checked={option === where} onChange={() => go(option)} />
          <span>{option === 'agent' ? t.agents.ask.where : t.web.where[option]}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The permission is requested in the click. Dismissed for the whole session. */
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
            <QuietButton look="edged" onClick={requestAccess}>
              {t.web.offerTake}
            </QuietButton>
            <CloseButton
              aria-label={t.web.offerDismiss}
              title={t.web.offerDismiss}
              onClick={() => void panel.dismissPagesOffer()}
            />
          </span>
        </>
      )}
      <span aria-live="polite">{result}</span>
    </div>
  );
}
